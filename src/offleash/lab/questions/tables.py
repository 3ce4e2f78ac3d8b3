"""The tables of fields in the documents: `python -m offleash.lab.questions.tables FILE…`."""

import re
import sys
from collections.abc import Sequence
from pathlib import Path

from offleash.lab.questions.field import QuestionField, fields_of, own_fields
from offleash.lab.questions.question import Question
from offleash.lab.questions.questions import QUESTIONS

PLACE = re.compile(r"(<!-- fields of (\w+) -->\n)(?:.*?\n)??(<!-- end of fields -->)", re.DOTALL)


def field_table(question: type[Question]) -> str:
    """Return a Markdown table of the question's own fields and its number of games."""
    rows = ["| key | command line | meaning | default |", "|---|---|---|---|"]
    fields = [*own_fields(question).values(), fields_of(question)["games"]]
    rows += [_row(field, question.is_command) for field in fields]
    return "".join(f"{row}\n" for row in rows)


def _row(field: QuestionField, is_command: bool) -> str:
    bounds = f"; {field.bounds}" if field.bounds else ""
    meaning = f"{field.spec.help}{bounds}".replace("|", "\\|")
    unit = field.spec.unit if field.usual[:1].isdigit() else ""
    usual = " ".join(filter(None, (field.usual, unit))) or ("–" if field.is_required else "none")
    flag = f"`{field.flag}`" if is_command else "–"
    return f"| `{field.name}` | {flag} | {meaning} | {usual} |"


def with_tables(text: str) -> str:
    """Return a document with the tables between its marks written anew."""
    return PLACE.sub(lambda match: f"{match[1]}{field_table(QUESTIONS[match[2]])}{match[3]}", text)


def main(files: Sequence[str]) -> None:
    """Write the tables of these documents."""
    for file in map(Path, files):
        file.write_text(with_tables(file.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
