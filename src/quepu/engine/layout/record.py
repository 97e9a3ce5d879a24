"""Declared records: a class with annotated fields is a layout of memory, and everything else follows from it.

    class Claim(Row, fixed=True):
        sets: int                           # a word of 64 bits unless more is said
        when: int = cell()

    class PlayRules(Record, fixed=True):    # never changes while kernels run
        copies: Ints = words(42)
        claims: Rows[Claim] = listed()      # as many as the rulebook has

An instance is a view of bytes: with the compiler off kernels read and write it through properties that give Python's
own numbers and refuse what does not fit; compiled kernels get the address of the same bytes.  NumPy sees them by
`np.frombuffer(record.raw, Table.dtype())`; copying is copying bytes.
"""

from array import array
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from operator import index
from struct import Struct, error
from typing import Any, ClassVar, Generic, NamedTuple, Self, TypeAlias, TypeVar

from quepu.engine.layout.field import WORD, Code, Field, Form, completed, field_of
from quepu.engine.layout.properties import is_kept, kept_name, property_of

#: arrays of a record as kernels see them: `copies[kind]`, `held[seat, kind]`
Ints: TypeAlias = memoryview
Grid: TypeAlias = memoryview
_SLOTS = {"b": "_b", "B": "_B", "h": "_h", "H": "_H", "i": "_i", "I": "_I", "q": "_q"}


class Layout(type):
    """Makes the layout of a class from its annotations."""

    FIELDS: Mapping[str, Field]
    SIZE: int
    ALIGN: int
    FIXED: bool
    CODES: tuple[Code, ...]
    KEPT: Mapping[str, tuple[Field, slice | None]]
    LISTED: tuple[Field, ...]
    PACKED: Struct | None

    def __new__(cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any], fixed: bool = False) -> "Layout":
        """The class, its fields turned into properties."""
        if not bases or bases[0] is _Memory:                # Record and Row themselves
            return super().__new__(cls, name, bases, namespace)
        said = {key: value for key, value in namespace.items() if isinstance(value, Field)}
        rest = {key: value for key, value in namespace.items() if key not in said}
        slots = tuple(f"_of_{key}" for key in namespace["__annotations__"])
        made = super().__new__(cls, name, bases, {"__slots__": slots, **rest})
        fields: dict[str, Field] = {}
        end = 0
        for key, annotation in made.__annotations__.items():
            if key.startswith("_") or key in _TAKEN:
                raise TypeError(f"{name}.{key}: a field has another name")
            one = completed(key, field_of(f"{name}.{key}", annotation, said.get(key)), annotation, end, fixed)
            if issubclass(made, Row) and (one.is_listed or one.is_address or one.row is not None):
                raise TypeError(f"{name}.{key}: a row holds numbers")
            if one.row is not None and one.row.FIXED != fixed:
                raise TypeError(f"{name}.{key}: rows of a fixed record are fixed, and no others")
            fields[key], end = one, one.offset + one.size
        if set(said) - set(fields) or not fields:
            raise TypeError(f"{name}: every field is annotated")
        made.FIELDS, made.FIXED = fields, fixed
        made.ALIGN = max(one.align for one in fields.values())
        made.SIZE = -(-end // made.ALIGN) * made.ALIGN
        made.CODES = tuple(dict.fromkeys(one.code for one in fields.values() if one.form is Form.NUMBER))
        made.KEPT = {kept_name(one): (one, _plain_words(made, one)) for one in fields.values() if is_kept(made, one)}
        made.LISTED = tuple(one for one in fields.values() if one.is_listed)
        made.PACKED = _struct(fields.values(), made.SIZE) if issubclass(made, Row) else None
        for key, one in fields.items():
            setattr(made, key, property_of(made, one))
        return made


class _Memory(metaclass=Layout):
    """A view of memory by the fields of a class."""

    __slots__ = ("_B", "_H", "_I", "__weakref__", "_address", "_b", "_h", "_i", "_pointed", "_q", "raw")
    FIELDS: ClassVar[Mapping[str, Field]]
    SIZE: ClassVar[int]
    ALIGN: ClassVar[int]
    FIXED: ClassVar[bool]
    CODES: ClassVar[tuple[Code, ...]]
    KEPT: ClassVar[Mapping[str, tuple[Field, slice | None]]]    # slot -> field and, if it is that, a stretch of words
    LISTED: ClassVar[tuple[Field, ...]]     # what stands behind the head
    PACKED: ClassVar[Struct | None]     # of rows: all their numbers at once
    raw: memoryview                  # all bytes, writable if the bytes are
    _address: int
    _pointed: dict[str, Any]

    def __init__(self, /, **fields: Any) -> None:
        """Made anew from values of all its fields; whatever is missing or unknown is refused by name."""
        _check_names(type(self), fields)
        content = _packed(type(self), fields) if self.PACKED is not None else None
        if content is not None:
            self._see(memoryview(content), {})
            return
        lists = {one.name: _listed_bytes(one, fields[one.name]) for one in self.FIELDS.values() if one.is_listed}
        size = -(-self.SIZE // WORD) * WORD if lists else self.SIZE
        starts = {}
        for name, listed in lists.items():
            starts[name], size = size, size + -(-len(listed) // WORD) * WORD
        memory = bytearray(size)
        for name, listed in lists.items():
            one, start = self.FIELDS[name], starts[name]
            memory[start:start + len(listed)] = listed
            hidden = memoryview(memory)[one.offset:one.offset + 2 * WORD].cast("q")
            hidden[0], hidden[1] = start, len(listed) // one.item_size
        self._see(memoryview(memory), {})
        for one in self.FIELDS.values():
            if one.is_address:
                if fields[one.name] is not None:            # else it points nowhere, which compiled code never sees
                    self._point(one, fields[one.name])
            elif not one.is_listed:
                self._fill(one, fields[one.name])

    @classmethod
    def build(cls, /, **fields: Any) -> Self:
        """Made anew from values of all its fields."""
        return cls(**fields)

    @classmethod
    def zeros(cls) -> Self:
        """All numbers 0, all lists empty, pointing nowhere."""
        return cls.over(bytearray(cls.SIZE))

    @classmethod
    def over(cls, memory: Any, pointed: Mapping[str, Any] | None = None) -> Self:
        """A view of bytes that somebody else holds; what it points to is named."""
        found = cls.__new__(cls)
        found._see(memoryview(memory).cast("B"), {})
        for name, target in (pointed or {}).items():
            found._point(cls.FIELDS[name], target)
        return found

    def _see(self, memory: memoryview, pointed: dict[str, Any]) -> None:
        if len(memory) < self.SIZE or (len(memory) > self.SIZE and not issubclass(type(self), Record)):
            raise ValueError(f"{type(self).__name__} has {self.SIZE} bytes, not {len(memory)}")
        self.raw, self._address, self._pointed = memory, 0, pointed
        seen = memory.toreadonly() if self.FIXED else memory
        for code in self.CODES:
            setattr(self, _SLOTS[code], seen.cast(code))
        self.verify()

    def verify(self) -> None:
        """Refuse lists that do not lie inside the bytes."""
        for one in self.LISTED:
            start, count = self._span(one)
            if count and (start < self.SIZE or start % WORD or count < 0
                          or start + count * one.item_size > len(self.raw)):
                raise ValueError(f"{type(self).__name__}.{one.name} does not lie inside the record")

    def _span(self, one: Field) -> tuple[int, int]:
        """Where a list begins, and how many it has."""
        words = self.raw[one.offset:one.offset + 2 * WORD].cast("q")
        return words[0], words[1]

    def __getattr__(self, name: str) -> Any:
        """What is kept of a field, asked for the first time."""
        part = self.KEPT.get(name)
        if part is None:
            raise AttributeError(f"{type(self).__name__}.{name} points nowhere" if name in self.FIELDS else
                                 f"{type(self).__name__} has no field {name}")
        one, plain = part
        found = self._q[plain] if plain is not None else self._part(one) if one.form is not Form.NUMBER else \
            self.raw[one.offset:one.offset + one.size].cast(one.code)[0]
        setattr(self, name, found)
        return found

    def _part(self, one: Field) -> Any:
        """The array or the rows of a field."""
        start, count = self._span(one) if one.is_listed else (one.offset, one.shape[0])
        seen = self.raw.toreadonly() if self.FIXED or one.fixed else self.raw
        if one.row is not None:
            return Rows(one.row, seen[start:start + count * one.row.SIZE], count)
        if one.is_listed:
            return seen[start:start + count * one.item_size].cast(one.code)
        return seen[start:start + one.size].cast(one.code, one.shape)

    def _fill(self, one: Field, value: Any) -> None:
        """Put a value into a field when the record is made."""
        seen = self.raw[one.offset:one.offset + one.size]
        if one.form is Form.ROWS:
            seen[:] = _listed_bytes(one, value)
            return
        if one.form is Form.ARRAY and getattr(value, "dtype", None) == one.code and value.shape == one.shape:
            seen[:] = value.tobytes()
            return
        plain, count = seen.cast(one.code), one.size // one.item_size
        given = [value] if one.form is Form.NUMBER else _flat(value, one.shape)
        if given is None or len(given) != count:
            raise ValueError(f"{type(self).__name__}.{one.name} holds {' x '.join(map(str, one.shape))} numbers")
        for place, number in enumerate(given):
            plain[place] = _fitting(type(self), one, number)

    def _point(self, one: Field, target: Any) -> None:
        """Let a field point to something."""
        if target is None and one.optional:
            self._pointed.pop(one.name, None)
            self.raw[one.offset:one.offset + one.size] = bytes(one.size)
            return
        if target is None or (one.form is Form.RECORD and type(target) is not one.target):
            raise TypeError(f"{type(self).__name__}.{one.name} points to {getattr(one.target, '__name__', one.target)}")
        self._pointed[one.name] = target
        if self._address:
            self._write_address(one)

    def _write_address(self, one: Field) -> None:
        """Put the address of what a field points to into its words, where compiled code finds it."""
        target = self._pointed.get(one.name)
        if target is None:
            if one.optional:
                return
            raise ValueError(f"{type(self).__name__}.{one.name} points nowhere")
        words = self.raw[one.offset:one.offset + one.size].cast("q")
        if one.form is Form.RECORD:
            words[0] = target.address
        else:
            one.target.check(target)
            words[0] = target.ctypes.data
            for axis in range(one.hidden - 1):
                words[1 + axis] = target.shape[axis]

    @property
    def address(self) -> int:
        """Where the bytes stand, for compiled code: lists have been verified, and all it points to is there."""
        if not self._address:
            if self.raw.readonly and not self.FIXED:
                raise ValueError(f"the bytes of this {type(self).__name__} cannot be written to")
            address = self._stands_at()
            self.verify()
            for one in self.FIELDS.values():
                if one.is_address:
                    self._write_address(one)
            self._address = address
        return self._address

    def _stands_at(self) -> int:
        import numpy as np
        address = int(np.frombuffer(self.raw, dtype=np.uint8).ctypes.data)
        if address % WORD:
            raise ValueError(f"{type(self).__name__} stands at an odd address")
        return address

    def copy(self) -> Self:
        """The same numbers in memory of their own; what it points to is shared."""
        found = type(self).__new__(type(self))
        found._see(memoryview(bytearray(self.raw)), dict(self._pointed))
        if self._address:               # where all it points to stands is among the bytes
            found._address = found._stands_at()
        return found

    def changed(self, **fields: Any) -> Self:
        """The same with other values of some fields that are numbers or arrays."""
        found = self.copy()
        for name, value in fields.items():
            one = self.FIELDS.get(name)
            if one is None or one.form not in (Form.NUMBER, Form.ARRAY):
                raise TypeError(f"{type(self).__name__}: there is no number or array {name}")
            found._fill(one, value)
        return found

    def restore(self, content: bytes | memoryview) -> None:
        """Put all bytes back as they were."""
        self.raw[:] = content

    def tobytes(self) -> bytes:
        """All bytes; addresses mean nothing to anybody else."""
        return self.raw.tobytes()

    @classmethod
    def dtype(cls) -> Any:
        """The head as a structured dtype of NumPy."""
        return _dtype(cls)


class Record(_Memory):
    """A declared record; subclasses say `fixed=True` if nothing in it changes while kernels run."""

    __slots__ = ()


class Row(_Memory):
    """A declared row: numbers that stand in a list of a record."""

    __slots__ = ()

    @classmethod
    def columns(cls, /, **fields: Any) -> "Columns":
        """Many rows at once, each field given for all of them; a row made by itself takes ten times as long."""
        _check_names(cls, fields)
        if any(one.bits != 8 * WORD or len(one.shape) > 1 for one in cls.FIELDS.values()):
            raise TypeError(f"{cls.__name__}: only words are given by columns")
        width, count = cls.SIZE // WORD, len(next(iter(fields.values())))
        numbers = array("q", bytes(cls.SIZE * count))
        for one in cls.FIELDS.values():
            given = fields[one.name]
            column = given.tolist() if hasattr(given, "tolist") else given
            if len(column) != count or (one.shape and any(len(line) != one.shape[0] for line in column)):
                raise ValueError(f"{cls.__name__}.{one.name}: a number for each of {count} rows is wanted")
            parts = [[line[place] for line in column] for place in range(one.shape[0])] if one.shape else [column]
            for place, part in enumerate(parts, one.offset // WORD):
                numbers[place::width] = array("q", part)
        return Columns(cls, numbers.tobytes(), count)


class Columns(NamedTuple):
    """Rows as they stand in memory, for who builds a record."""

    row: type[Row]
    content: bytes
    size: int


_TAKEN = {name for name in dir(_Memory) if not name.startswith("__")} | {
    "FIELDS", "SIZE", "ALIGN", "FIXED", "CODES", "KEPT", "LISTED", "PACKED"}
R = TypeVar("R", bound=Row)


class Rows(Generic[R]):
    """The rows of a list; each view is made when it is first asked for."""

    __slots__ = ("_memory", "_numbers", "_row", "_rows")

    def __init__(self, row: type[R], memory: memoryview, count: int) -> None:
        self._row, self._memory = row, memory
        self._numbers = memory.cast("q") if row.CODES == ("q",) and row.SIZE else None
        self._rows: list[R | None] = [None] * count

    def __getitem__(self, place: int) -> R:
        if place < 0:                   # as compiled code has it
            raise IndexError("a row before the first")
        found = self._rows[place]
        if found is None:
            found = self._rows[place] = self._made(place * self._row.SIZE, (place + 1) * self._row.SIZE)
        return found

    def _made(self, start: int, end: int) -> R:
        """A view of the row between two bytes; `over` does the same for any bytes and takes longer."""
        found = self._row.__new__(self._row)
        found.raw, found._address, found._pointed = self._memory[start:end], 0, {}
        if self._numbers is None:
            found._see(found.raw, {})
        else:
            setattr(found, _SLOTS["q"], self._numbers[start // WORD:end // WORD])
        return found

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[R]:
        return (self[place] for place in range(len(self._rows)))


# -- values of fields --
def _plain_words(layout: Any, one: Field) -> slice | None:
    """Which words of a record an array of words is, if it is no more than that."""
    is_plain = one.form is Form.ARRAY and one.code == "q" and len(one.shape) == 1 and not one.fixed
    return slice(one.offset // WORD, (one.offset + one.size) // WORD) if is_plain and "q" in layout.CODES else None


def _struct(fields: Iterable[Field], size: int) -> Struct:
    """The numbers of a row, and the gaps between them."""
    text, end = "=", 0
    for one in fields:
        text += f"{one.offset - end}x{one.size // one.item_size}{one.code}"
        end = one.offset + one.size
    return Struct(f"{text}{size - end}x")


def _packed(layout: type[_Memory], given: Mapping[str, Any]) -> bytearray | None:
    """A row from values of all its fields; None if one has no room, which is then told by name."""
    values: list[Any] = []
    for one in layout.FIELDS.values():
        value = given[one.name]
        if one.form is Form.NUMBER:
            values.append(value)
        elif len(one.shape) == 1 and len(value) == one.shape[0]:
            values += value
        else:
            return None
    assert layout.PACKED is not None
    try:
        return bytearray(layout.PACKED.pack(*values))
    except error:
        return None


def _check_names(layout: type[_Memory], given: Mapping[str, Any]) -> None:
    missing = [name for name in layout.FIELDS if name not in given]
    unknown = [name for name in given if name not in layout.FIELDS]
    faults = ([f"{', '.join(missing)} {'is' if len(missing) == 1 else 'are'} missing"] if missing else []) + (
        [f"there is no {', '.join(unknown)}"] if unknown else [])
    if faults:
        raise TypeError(f"{layout.__name__}: {'; '.join(faults)}")


def _fitting(layout: type[_Memory], one: Field, number: Any) -> int:
    low = -(1 << one.bits - 1) if one.signed else 0
    value = index(number)
    if not low <= value < low + (1 << one.bits):
        raise ValueError(f"{layout.__name__}.{one.name}: {value} has no room in {one.bits} bits")
    return value


def _flat(value: Any, shape: tuple[int, ...]) -> list[Any] | None:
    """The numbers of an array or grid in one list; None if a line has another length."""
    lines = value.tolist() if hasattr(value, "tolist") else list(value)
    if len(shape) == 1:
        return lines
    if len(lines) != shape[0] or any(len(line) != shape[1] for line in lines):
        return None
    return [number for line in lines for number in line]


def _listed_bytes(one: Field, values: Any) -> bytes:
    """The bytes of a list."""
    if isinstance(values, Columns) and one.row is values.row and one.shape in ((), (values.size,)):
        return values.content
    if one.row is not None:
        if isinstance(values, Columns) or any(type(row) is not one.row for row in values) \
                or (one.form is Form.ROWS and len(values) != one.shape[0]):
            raise TypeError(f"{one.name} lists rows of {one.row.__name__}"
                            f"{f', {one.shape[0]} of them' if one.shape else ''}")
        return b"".join(row.raw for row in values)
    if hasattr(values, "astype"):       # an array of NumPy: large tables at once
        made = values.astype(one.code)
        if values.dtype.kind not in "iu" or not (made == values).all():
            raise ValueError(f"{one.name}: a number has no room in {one.bits} bits")
        return bytes(made.tobytes())
    numbers = list(values)
    found = bytearray(len(numbers) * one.item_size)
    plain = memoryview(found).cast(one.code)
    for place, number in enumerate(numbers):
        plain[place] = index(number)    # which refuses what does not fit
    return bytes(found)


@cache
def _dtype(layout: type[_Memory]) -> Any:
    import numpy as np
    names, formats, offsets = [], [], []
    for one in layout.FIELDS.values():
        base: Any = _dtype(one.row) if one.row is not None else np.dtype(one.code)
        parts: list[tuple[str, Any, int]] = [(one.name, (base, one.shape) if one.shape else base, one.offset)]
        if one.hidden:
            words = ("start", "count") if one.is_listed else ("address", "size", "columns")
            parts = [(f"{one.name}_{word}", np.dtype("q"), one.offset + WORD * place)
                     for place, word in enumerate(words[:one.hidden])]
        for name, kind, offset in parts:
            names.append(name)
            formats.append(kind)
            offsets.append(offset)
    return np.dtype({"names": names, "formats": formats, "offsets": offsets, "itemsize": layout.SIZE})


# -- arrays, for those who are no kernels --
def line(grid: memoryview, place: int) -> memoryview:
    """One line of a grid, as an array."""
    assert grid.shape is not None
    columns = grid.shape[1]
    flat: memoryview = grid.cast("B").cast(grid.format)     # type: ignore[call-overload]
    return flat[place * columns:(place + 1) * columns]


def fill(array: memoryview, values: Iterable[int]) -> None:
    """Set the numbers of an array from its first on."""
    for place, value in enumerate(values):
        array[place] = value
