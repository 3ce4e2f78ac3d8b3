"""Templates that anybody may have written: what would take memory or time is refused."""

import pytest
from jinja2 import StrictUndefined

from offleash.tools import limited_templates
from offleash.tools.limited_templates import LimitedEnvironment, TemplateLimit, template_limits

DOUBLED = ("x + x", "x ~ x", "[x, x] | join", "([x] * 99) | join(x)")
DOUBLING = ["{% set x = 'x' %}" + f"{{% set x = {one} %}}" * 40 + "{{ x }}" for one in DOUBLED]
TREE = "{% macro f(n) %}{% if n %}{{ f(n - 1) }}{{ f(n - 1) }}{% endif %}{% endmacro %}{{ f(30) }}"
LISTS = "{% set x = [1] %}" + "{% set x = [x, x] %}" * 30
LONG_LOOP = "{% for i in range(90000) %}" + "x" * 9999 + "{% endfor %}"
LOOPS = "{% for a in range(90000) %}{% for b in range(90000) %}{% endfor %}{% endfor %}"
RECURSIVE = "{% for a in [1, 2] recursive %}{% if loop.depth < 30 %}{{ loop([1, 2]) }}{% endif %}"
MEMORY = "{% set n = namespace(x=[]) %}{% for i in range(90000) %}{% set n.x = n.x + ['x' * 300000]"


def write(text, **values):
    with template_limits():
        return LimitedEnvironment(undefined=StrictUndefined).from_string(text).render(values)


TOO_LONG, TOO_LARGE, LIST = "at most 400,000", "a number is too large", "a list can't be written"
TOO_MANY_STEPS = "too many steps"


@pytest.mark.parametrize(
    ("reason", "text"),
    [
        (TOO_LONG, "{{ 'x' * 10**9 }}"),
        (TOO_LONG, "{{ 10**9 * 'x' }}"),
        (TOO_LONG, "{{ ([0] * 10**9) | length }}"),
        (TOO_LARGE, "{{ 10**(10**9) }}"),
        (TOO_LARGE, "{{ 9**999 * 9**999 * 9**999 }}"),
        ("only %s and %d", "{{ '%1000000000d' % 1 }}"),
        (LIST, "{{ '%s' % ([[]] * 9) }}"),
        *((TOO_LONG, text) for text in DOUBLING),
        (TOO_LONG, "{{ range(90000) | join('x' * 90000) }}"),
        (TOO_LONG, LONG_LOOP),
        (
            TOO_LONG,
            "{% set x %}{% for i in range(90000) %}" + "x" * 9999 + "{% endfor %}{% endset %}",
        ),
        (TOO_MANY_STEPS, LOOPS),
        (TOO_MANY_STEPS, TREE),
        (TOO_MANY_STEPS, RECURSIVE + "{% endfor %}"),
        (TOO_MANY_STEPS, MEMORY + "%}{% endfor %}"),
        (LIST, LISTS + "{{ x }}"),
        (LIST, LISTS + "{{ x | string }}"),
        (LIST, LISTS + "{{ 'x' ~ x }}"),
    ],
)
def test_a_template_has_limits(monkeypatch, reason, text):
    """Each is refused for its own reason: in time, another limit would stop it too."""
    monkeypatch.setattr(limited_templates, "MOST_SECONDS", 1e9)
    if reason == TOO_MANY_STEPS:
        monkeypatch.setattr(limited_templates, "MOST_STEPS", 2_000_000)  # as good, and sooner
    with pytest.raises(TemplateLimit, match=reason):
        write(text)


@pytest.mark.parametrize(
    "text",
    [
        "{{ 'x'.ljust(10**9) }}",
        "{{ '{:>1000000000}'.format(1) }}",
        "{{ 'x'['format']() }}",
        "{{ 'x'.replace('x', 'y') }}",
        "{{ 'x' | center(10**9) }}",
        "{{ 'x' | attr('ljust') }}",
        "{{ 5.5 | round(10**9, 'ceil') }}",
        "{{ (5).to_bytes(10**9) }}",
        "{{ lipsum(n=10**9) }}",
        "{{ range(10**9) }}",
        "{{ ''.__class__ }}",
        "{{ [].append(1) }}",
    ],
)
def test_a_template_has_no_tools_to_make_large_things(text):
    with pytest.raises(Exception, match=r"unsafe|No filter|undefined|Range too big"):
        write(text)


def test_a_template_may_do_what_texts_need():
    text = (
        "{% for a in dogs | sort %}{{ loop.index }}/{{ loop.length }} {{ a.upper() }} {% endfor %}"
    )
    text += "{{ 'you get %s %d%%' % ('Grit', 5) }} {{ dogs | map('length') | join(', ') }} "
    text += "{{ 'a' ~ 1 ~ none }} {{ 2 ** 10 * 3 }} {{ [1] + [2] == [1, 2] }} {{ 'ab' * 2 }} "
    text += "{% set n = namespace(x=1) %}{% set n.x = 5 %}{{ n.x }} {{ {'a': 1}.get('a') }}"
    assert write(text, dogs=["rex", "bo"]) == (
        "1/2 BO 2/2 REX you get Grit 5% 3, 2 a1None 3072 True abab 5 1"
    )


def test_a_template_has_a_time_limit(monkeypatch):
    monkeypatch.setattr(limited_templates, "MOST_SECONDS", -1)
    with pytest.raises(TemplateLimit, match="seconds"):
        write("{% for i in [1] %}{% endfor %}")
