"""Compiled kernels as Python calls them: arrays are handed over by their address, once they have been looked at."""

from collections.abc import Callable
from ctypes import PYFUNCTYPE, addressof, c_char, c_char_p, c_int64
from operator import index
from struct import Struct
from typing import Any
from weakref import finalize, ref

import numpy as np

from quepu.compiler.breach import STOPPED, FaultWords
from quepu.compiler.builtin import Builtin, builtin_name
from quepu.compiler.objects import Code
from quepu.compiler.source import MANY_WORDS, Kind, Scalar, Several, entry_name, signature_of
from quepu.engine.layout.array import Array
from quepu.engine.layout.record import Layout

_MOST_KNOWN = 512           # arrays whose address is remembered
#: id of an array -> what gives the array if it still lives, ids of the kinds it was found to be, its address, the same
#: with its sizes
_KNOWN: dict[int, tuple[Callable[[], Any], set[int], int, tuple[int, ...]]] = {}
#: address of a rulebook's rules -> its id, for who is told of a fault
_OWNERS: dict[int, str] = {}


def belongs(rules: Any, rulebook: str) -> None:
    """Let faults of kernels that are handed this array or record name their rulebook."""
    address = rules.ctypes.data if isinstance(rules, np.ndarray) else rules.address
    _OWNERS[address] = rulebook
    finalize(rules, _OWNERS.pop, address, None)


class Entry:
    """A compiled kernel.  No other thread runs meanwhile: arrays of a rulebook are shared."""

    def __init__(self, function: Callable[..., Any], code: Code, faults: FaultWords | None) -> None:
        self.__name__, self.__doc__ = function.__name__, function.__doc__
        self._call: Callable[..., int]
        self._code, self._faults = code, faults             # the code lives as long as its entries
        parameters, self._result = signature_of(function)
        self._kinds = [kind for _name, kind in parameters]
        self._names = [name for name, _kind in parameters]
        self._takers = [_taker(kind) for kind in self._kinds]
        self._are_one = [_is_one_word(kind) for kind in self._kinds]
        self._several = self._result.count if isinstance(self._result, Several) else 0
        self._plain = not self._several and all(self._are_one)
        words = sum(1 if is_one else 1 + getattr(kind, "rank", 0)
                    for kind, is_one in zip(self._kinds, self._are_one, strict=True))
        address = code.address(entry_name(function.__name__))
        if words >= MANY_WORDS and not self._several:
            self._call = _in_memory(PYFUNCTYPE(c_int64, c_char_p)(address), words)
        else:
            self._call = PYFUNCTYPE(c_int64, *[c_int64] * (words + bool(self._several)))(address)

    def __call__(self, *given: Any) -> Any:
        """What the kernel returns."""
        if len(given) != len(self._takers):
            raise TypeError(f"{self.__name__}() takes {', '.join(self._names)}")
        if self._plain:
            words = [take(one) for take, one in zip(self._takers, given, strict=True)]
            found = self._call(*words)
            if found == STOPPED:
                self._raise(words)
            if self._result is Scalar.NUMBER:
                return found
            return bool(found) if self._result is Scalar.TRUTH else None
        return self._returned(self._words(self._takers, self._are_one, given))

    def _words(self, takers: list[Callable[[Any], Any]], are_one: list[bool], given: tuple[Any, ...]) -> list[int]:
        """The words of arguments, of some of which there are several."""
        words: list[int] = []
        for take, is_one, one in zip(takers, are_one, given, strict=True):
            if is_one:
                words.append(take(one))
            else:
                words += take(one)
        return words

    def _returned(self, words: list[int]) -> Any:
        if self._several:
            results = (c_int64 * self._several)()
            if self._call(*words, addressof(results)) == STOPPED:
                self._raise(words)
            return tuple(results)
        found = self._call(*words)
        if found == STOPPED:
            self._raise(words)
        if self._result is Scalar.NUMBER:
            return found
        return bool(found) if self._result is Scalar.TRUTH else None

    def _raise(self, words: list[int]) -> None:
        """Tell of a breach, if there was one and not just a strange number."""
        rulebook = next((_OWNERS[word] for word in words if word in _OWNERS), "")
        fault = self._faults.taken(rulebook) if self._faults is not None else None
        if fault is not None:
            raise fault

    def bound(self, *last: Any) -> Builtin:
        """A kernel of some numbers that returns several, with its arrays given: a function of Python's own kind."""
        first = len(self._kinds) - len(last)
        if not self._several or not all(isinstance(kind, Scalar) for kind in self._kinds[:first]):
            raise TypeError(f"{self.__name__} is none that can be bound")
        words = self._words(self._takers[first:], self._are_one[first:], last)
        return Builtin(self.__name__, self._code.address(builtin_name(self.__name__)), words, (self, last))

    def begun(self, *first: Any) -> Callable[..., Any]:
        """The kernel with its first arguments given and looked at, to be called again and again with the others."""
        count = len(first)
        words = self._words(self._takers[:count], self._are_one[:count], first)
        takers, are_one = [_fresh_taker(kind) for kind in self._kinds[count:]], self._are_one[count:]

        def called(*rest: Any) -> Any:
            _ = first                   # they live as long as this
            return self._returned(words + self._words(takers, are_one, rest))
        return called

    def check(self, result: int, *arrays: Any) -> None:
        """Raise the fault that a first result of a bound kernel stands for, if it does."""
        if result == STOPPED:
            self._raise([one.ctypes.data if isinstance(one, np.ndarray) else one.address for one in arrays])


def _in_memory(call: Callable[[bytes], int], count: int) -> Callable[..., int]:
    """A call that hands over its words in one piece of memory."""
    pack = Struct(f"{count}q").pack

    def called(*words: int) -> int:
        return call(pack(*words))
    return called


def _is_one_word(kind: Kind) -> bool:
    return not isinstance(kind, Array) or kind.is_sized


def _taker(kind: Kind) -> Callable[[Any], Any]:
    """What makes a word of an argument: a number as it is, an array or record its address; or the words of an array."""
    if isinstance(kind, Layout):
        return _record_taker(kind)
    if not isinstance(kind, Array):
        return index
    known, own = _KNOWN, id(kind)       # kinds are never made anew; to hash one takes long
    what = 2 if kind.is_sized else 3

    def take(array: Any) -> Any:
        found = known.get(id(array))
        if found is not None and found[0]() is array and own in found[1]:
            return found[what]
        return _looked_at(array, kind)[what - 2]
    return take


def _fresh_taker(kind: Kind) -> Callable[[Any], Any]:
    """The same for arrays that are made for one call: to remember them would take longer than to look at them."""
    if not isinstance(kind, Array):
        return _taker(kind)
    check = kind.check
    if kind.is_sized:
        def take(array: Any) -> Any:
            check(array)
            return _address(array)
    else:
        def take(array: Any) -> Any:
            check(array)
            return (_address(array), *array.shape)
    return take


def _record_taker(kind: Any) -> Callable[[Any], int]:
    def take(record: Any) -> int:
        if record.__class__ is kind:
            return int(record._address or record.address)
        raise TypeError(f"a kernel takes a {kind.__name__}, not {type(record).__name__}")
    return take


def _address(array: Any) -> int:
    """Where an array stands; NumPy's own way to tell takes five times as long."""
    try:
        return addressof(c_char.from_buffer(array))
    except (TypeError, ValueError, BufferError):            # it is empty, or can only be read
        return int(array.ctypes.data)


def _looked_at(array: Any, kind: Array) -> tuple[int, tuple[int, ...]]:
    """The address of an array that is what a kernel takes it for, and its words; they are remembered while it lives."""
    kind.check(array)
    found = _KNOWN.get(id(array))
    if found is not None and found[0]() is array:
        found[1].add(id(kind))
        return found[2], found[3]
    if len(_KNOWN) >= _MOST_KNOWN:
        _KNOWN.clear()
    address = _address(array)
    words = (address, *array.shape)
    _KNOWN[id(array)] = (ref(array), {id(kind)}, address, words)
    return address, words
