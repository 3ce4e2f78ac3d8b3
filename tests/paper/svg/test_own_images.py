"""Images of a project in print: in place, upright, cut to their rectangle, grey where all is."""

import base64
from io import BytesIO

import pypdfium2
from PIL import Image

from offleash.contract.studio.kit import KitChoice
from offleash.contract.text.own_images import images_key, own_image, own_images
from offleash.games import registry
from offleash.paper.export.png import render_png
from offleash.paper.printing.pdf_writer import PdfWriter
from offleash.paper.printing.sizes import Paper

RED, BLUE = (255, 0, 0), (0, 0, 255)


def data_url():
    """A wide image, red above blue."""
    picture = Image.new("RGB", (200, 100), RED)
    picture.paste(BLUE, (0, 50, 200, 100))
    picture.paste((0, 0, 0), (0, 0, 40, 100))  # cut off, as the rectangle is not so wide
    out = BytesIO()
    picture.save(out, "PNG")
    return f"data:image/png;base64,{base64.b64encode(out.getvalue()).decode()}"


def drawing():
    with own_images({"cover": data_url()}):
        image = own_image("cover", 50, 50, 40, 40)
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{image}</svg>'


def test_an_image_is_upright_and_cut_to_its_rectangle():
    picture = Image.open(BytesIO(render_png(drawing(), 200))).convert("RGB")
    assert picture.getpixel((100, 80)) == RED and picture.getpixel((100, 120)) == BLUE
    assert picture.getpixel((64, 80)) == RED  # the black part is outside
    assert picture.getpixel((50, 100)) == (255, 255, 255)


def test_a_grey_print_has_grey_images():
    pdf = PdfWriter("grey", grey=True)
    pdf.add_page(Paper("picture", 50, 50))
    pdf.draw_picture(drawing(), 0, 0, (50, 50))
    page = pypdfium2.PdfDocument(pdf.to_bytes())[0].render(scale=2).to_pil().convert("RGB")
    assert len({*page.getpixel((page.width // 2, page.height * 2 // 5))}) == 1


def test_images_replace_cards_tokens_and_spaces():
    game = registry.load("uri-nation")
    options = game.options("1.2")
    card = next(slot for slot in game.studio.image_slots(options) if slot.startswith("card-CH"))
    slots = (card, "back-chance", "token-dogs-yapper", "token-large-disks-red", "space-water")
    with own_images(dict.fromkeys(slots, data_url())):
        assert images_key()
        parts = game.studio.kit(options, KitChoice()).components
    assert not images_key()
    kinds = {part.kind for part in parts if "<image" in part.front + part.back}
    assert kinds == {"chance cards", "dogs", "large disks", "board"}
    puddles = next(part for part in parts if part.kind == "board").front.count("<image")
    plain = next(p for p in game.studio.kit(options, KitChoice()).components if p.kind == "board")
    assert puddles > 1 and "<image" not in plain.front
