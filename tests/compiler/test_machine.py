"""Machine code of rules: made once, of what Python calls; and what this needs of Numba."""

import gc
import importlib

import numpy as np
import pytest

from offleash.compiler import machine, rule
from offleash.compiler.notice import Notice, print_line
from offleash.compiler.record import Record
from tests.compiler.conftest import COUNT, RAISED, raise_three

if rule.MODE != "compiled":
    pytest.skip("nothing is compiled", allow_module_level=True)

numba = importlib.import_module("numba")
compiler = importlib.import_module("numba.core.compiler")
templates = importlib.import_module("numba.core.typing.templates")
types = importlib.import_module("numba.core.types")
global_lock = importlib.import_module("numba.core.compiler_lock").global_compiler_lock


def add_one(n):
    return n + 1


def record_calls(target, name, calls):
    """Puts a recorder before a method of one object."""
    original = getattr(target, name)

    def record(*arguments):
        calls.append((name, *arguments))
        return original(*arguments)

    setattr(target, name, record)


def test_numba_asks_compile_for_each_new_kind_of_argument():
    calls = []
    dispatcher = numba.njit(add_one)
    record_calls(dispatcher, "compile", calls)
    assert [dispatcher(1), dispatcher(2)] == [2, 3]
    assert calls == [("compile", (numba.int64,))]


def test_numba_takes_a_call_between_rules_from_template_and_overload():
    calls = []
    dispatcher = numba.njit(add_one)
    for name in ("get_call_template", "get_overload"):
        record_calls(dispatcher, name, calls)
    caller = numba.njit(lambda n: dispatcher(n))
    assert caller(1) == 2
    assert {call[0] for call in calls} == {"get_call_template", "get_overload"}
    assert calls[-1] == ("get_overload", (numba.int64,))


def compiled_by_hand(library, **settings):
    dispatcher = numba.njit(add_one)
    flags = compiler.Flags()
    dispatcher.targetdescr.options.parse_as_flags(flags, {"nopython": True, "_nrt": False})
    for name, value in settings.items():
        setattr(flags, name, value)
    contexts = dispatcher.typingctx, dispatcher.targetctx
    with global_lock:
        return compiler.compile_extra(
            *contexts, add_one, (numba.int64,), None, flags, {}, library=library
        )


def codegen():
    return numba.njit(add_one).targetctx.codegen()


def test_numba_makes_no_machine_code_of_a_part():
    part = machine._part_library()(codegen(), "add_one")
    result = compiled_by_hand(part, no_compile=True, no_cpython_wrapper=True)
    name = result.fndesc.llvm_func_name
    with global_lock:
        module = part._get_module_for_linking()
    assert result.library is part
    assert result.entry_point is None
    assert not module.get_function(name).is_declaration
    assert module.get_function(name).linkage.name == "linkonce_odr"
    assert not codegen()._engine.is_symbol_defined(name)


def test_numba_restores_what_it_reduced():
    whole = machine._whole_library()(codegen(), "add_one")
    whole.enable_object_caching()
    result = compiled_by_hand(whole, no_cfunc_wrapper=True)
    context = result.target_context
    with global_lock:
        rebuilt = compiler.CompileResult._rebuild(context, *result._reduce())
    assert rebuilt.entry_point(41) == result.entry_point(41) == 42


def ends(out):
    return out[-1], out[0]


def test_numba_asks_how_to_count_from_the_end():
    """Within `_trusted_indices` an index is taken as it is, and outside it is not."""
    arrays = importlib.import_module("numba.np.arrayobj")
    usual = arrays.fix_integer_index
    with machine._trusted_indices():
        assert arrays.fix_integer_index is not usual
        with machine._trusted_indices():
            pass
        assert arrays.fix_integer_index is not usual
    assert arrays.fix_integer_index is usual
    assert numba.njit(ends)(np.array([1, 2, 3])) == (3, 1)


def test_a_rule_does_not_count_from_the_end(small_rules):
    """A rule reads what lies before a part of an array; Numba alone would read its last number."""
    numbers = np.array([7, 1, 2, 3], np.int32)
    assert small_rules.load().raised(numbers[1:], -1, 1) == 8
    assert numbers.tolist() == [8, 1, 2, 3]


def test_numba_describes_a_record_once():
    kind = numba.from_dtype(COUNT)
    assert repr(kind) is repr(kind)
    assert "'count'" in repr(kind)


def test_numba_compares_settings_by_their_values():
    """A setting that is not set has its default, and its hash does not depend on values."""
    one, other = compiler.Flags(), compiler.Flags()
    other.release_gil = one.release_gil
    assert one == other and hash(one) == hash(other)
    other.release_gil = not one.release_gil
    assert one != other
    assert one.copy() == one != 1


def test_numba_resolves_a_call_once_for_each_kind_of_arguments():
    calls = []

    def answer(left, right):
        calls.append((left, right))
        return right

    template = templates.make_callable_template("second", answer)
    second, context = types.Function(template), numba.njit(add_one).typingctx
    whole, fraction = (types.int64, types.int64), (types.int64, types.float64)
    for arguments in (whole, whole, fraction, whole):
        signature = second.get_call_type(context, arguments, {})
        assert (signature.args, signature.return_type) == (arguments, arguments[1])
        assert second.get_impl_key(signature) is template.key
    assert calls == [whole, fraction]


def test_numba_asks_again_about_a_call_that_nothing_fitted():
    kinds = []
    template = templates.make_callable_template("late", lambda value: kinds[0] if kinds else None)
    late, context = types.Function(template), numba.njit(add_one).typingctx
    with pytest.raises(numba.TypingError):
        late.get_call_type(context, (types.int64,), {})
    kinds.append(types.float64)
    assert late.get_call_type(context, (types.int64,), {}).return_type == types.float64


def test_numba_finds_what_was_registered_while_rules_are_compiled():
    """Registries that were loaded before are asked again, and afterwards loaded as usual."""
    target = numba.njit(add_one).targetdescr
    contexts = (target.typing_context, target.target_context)

    def double(n):
        raise NotImplementedError

    with machine._loaded_registries(contexts), machine._loaded_registries(contexts):
        assert all("load_additional_registries" in vars(context) for context in contexts)
        numba.extending.overload(double)(lambda n: lambda n: 2 * n)
        assert numba.njit(lambda n: double(n))(21) == 42
    assert not any("load_additional_registries" in vars(context) for context in contexts)


def test_python_collects_garbage_as_before_after_compiling(small_rules):
    usual = gc.get_threshold()
    raise_three(small_rules.load())
    assert gc.get_threshold() == usual


def test_records_are_changed_in_place(small_rules):
    """In the middle of an array, as part of another record, and by themselves."""
    module, out = small_rules.load(), np.zeros(3, np.int32)
    tallies = np.zeros(3, COUNT)
    pair = np.zeros(2, [("other", np.int8), ("tally", COUNT)])
    single = np.zeros((), COUNT)[()].copy()
    for tally in (tallies[1], pair[1]["tally"], single):
        module.raise_all(out, tally)
    assert tallies["count"].tolist() == [0, 3, 0]
    assert pair["tally"]["count"].tolist() == [0, 3] and pair["other"].tolist() == [0, 0]
    assert single.count == 3


def test_numba_asks_no_record_for_its_data(small_rules, monkeypatch):
    module, names = small_rules.load(), []
    assert raise_three(module) == RAISED
    getter = Record.__getattribute__

    def noted(record, name):
        names.append(name)
        return getter(record, name)

    monkeypatch.setattr(Record, "__getattribute__", noted)
    assert raise_three(module) == RAISED
    assert names == []
    assert np.zeros(1, COUNT)[0].data.nbytes == COUNT.itemsize
    assert names == ["data"]


def test_python_calls_the_whole_and_links_its_parts(small_rules):
    module = small_rules.load()
    assert raise_three(module) == RAISED
    assert list(module.raised.overloads) == list(module.counted_raise.overloads) == []
    assert len(module.raise_all.overloads) == 1
    assert [len(small_rules.files(kind)) for kind in ("whole", "part")] == [1, 2]


def test_a_part_holds_its_own_code_only(small_rules):
    module = small_rules.load()
    assert raise_three(module) == RAISED
    ((_, _, caller),) = module.counted_raise.machine._parts.values()
    ((_, _, called),) = module.raised.machine._parts.values()
    assert caller.parts == (called,) and called.parts == ()
    code = caller._get_module_for_linking()
    assert code.get_function(called.symbol).is_declaration
    assert not code.get_function(caller.symbol).is_declaration


def test_a_part_is_not_linked_with_code_that_it_was_not_compiled_with(small_rules):
    """Numba gives a function another name whenever it is compiled."""
    raise_three(small_rules.load())
    (raised,) = (path for path in small_rules.files("part") if ".raised." in path.name)
    for path in (raised, *small_rules.files("whole")):
        path.unlink()
    assert raise_three(small_rules.load()) == RAISED
    assert small_rules.notices[-1].done == 3


def test_a_part_can_also_be_called(small_rules):
    module, out = small_rules.load(), np.zeros(3, np.int32)
    assert raise_three(module) == RAISED
    assert module.raised(out, 2, 5) == 5
    assert [notice.rule for notice in small_rules.notices if notice.over] == ["raise_all", "raised"]


def test_integer_types_share_one_compilation(small_rules):
    module, out = small_rules.load(), np.zeros(3, np.int32)
    for index in (0, 1, True, np.int8(2), np.uint64(0)):
        module.raised(out, index, np.int32(1))
    assert out.tolist() == [2, 2, 1]
    assert len(module.raised.overloads) == 1
    assert sum(notice.over for notice in small_rules.notices) == 1


def test_uncounted_rules_are_compiled_when_needed(small_rules):
    module, out = small_rules.load(), np.zeros(3, np.int32)
    assert raise_three(module) == RAISED
    parts = len(small_rules.files("part"))
    assert module.raise_all(out, None) == 3
    assert module.raise_uncounted(out) == 6
    assert len(module.raise_all.overloads) == 2
    assert len(small_rules.files("part")) == parts + 1


@pytest.mark.parametrize(
    "wrong", [np.zeros(3), np.zeros(6, np.int32)[::2], np.zeros((2, 2), np.int32), 3, None, 1.5]
)
def test_another_kind_of_argument_is_refused(small_rules, wrong):
    module = small_rules.load()
    for _ in range(2):  # before it is compiled, and after
        with pytest.raises(TypeError, match="argument 0 of raised is"):
            module.raised(wrong, 1, 1)
        module.raised(np.zeros(3, np.int32), 1, 1)
    with pytest.raises(TypeError, match="argument 1 of raise_all is"):
        module.raise_all(np.zeros(3, np.int32), np.zeros(1, COUNT))


def test_an_integer_argument_refuses_a_fraction(small_rules):
    with pytest.raises(TypeError, match="argument 1 of raised is float64, not int64"):
        small_rules.load().raised(np.zeros(3, np.int32), 1.0, 1)


def test_a_rule_that_calls_itself_is_refused(small_rules):
    with pytest.raises(TypeError, match="endless calls itself: a rule can't be recursive"):
        small_rules.load().endless(3)
    assert small_rules.notices[-1].over


def test_the_notice_counts_rules(small_rules):
    raise_three(small_rules.load())
    assert [(n.done, n.total, n.over) for n in small_rules.notices] == [
        (0, 3, False),
        (1, 3, False),
        (2, 3, False),
        (3, 3, False),
        (3, 3, True),
    ]
    assert {n.rule for n in small_rules.notices} == {"raise_all"}


def test_nothing_is_printed_when_all_is_cached(small_rules):
    assert raise_three(small_rules.load()) == RAISED
    assert raise_three(small_rules.load()) == RAISED
    assert small_rules.notices == []


def test_one_new_kernel_is_one_rule_to_compile(small_rules):
    raise_three(small_rules.load())
    small_rules.files("whole")[0].unlink()
    assert raise_three(small_rules.load()) == RAISED
    assert small_rules.notices[0].total == 1


@pytest.mark.parametrize(
    ("notice", "line"),
    [
        (
            Notice("dog", "play_games", 0, 95, None),
            "compiling 95 rules of dog for play_games, once",
        ),
        (Notice("dog", "perft", 0, 9, 3.2), "compiling 9 rules of dog for perft, about 4 s, once"),
        (Notice("dog", "perft", 0, 3, 0.3), ""),
        (Notice("dog", "play_games", 1, 95, None), ""),
        (Notice("dog", "play_games", 0, 95, None, over=True), ""),
    ],
)
def test_a_plain_line_is_printed_once(capsys, notice, line):
    print_line(notice)
    assert capsys.readouterr().err == (f"offleash: {line}\n" if line else "")


def test_a_fraction_is_not_truncated_between_rules(small_rules):
    """Interpreted it would stay one, so both would go on with other numbers."""
    with pytest.raises(TypeError, match="argument 2 of raised is float64, not int64"):
        small_rules.load().raise_half(np.zeros(3, np.int32), 3)
