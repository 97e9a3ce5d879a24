"""The fields of declared records: what stands beside an annotation, and where the field lies in memory.

A field is a number, an array of constant length, rows of constant count, something listed behind the head (as many as
there are; its start and count stand in two hidden words), or the address of another record or array.
"""

from enum import Enum, IntEnum
from typing import Any, Literal, NamedTuple, get_args

from quepu.engine.layout.array import Array

WORD = 8                    # bytes; parts that are listed and records as a whole are aligned so
Code = Literal["b", "B", "h", "H", "i", "I", "q"]        # the letters of `struct` for numbers
_CODES: dict[tuple[int, bool], Code] = {
    (8, True): "b", (8, False): "B", (16, True): "h", (16, False): "H", (32, True): "i", (32, False): "I",
    (64, True): "q"}


class Form(Enum):
    """What a field holds."""

    NUMBER = "number"
    ARRAY = "array"                     # of constant length, one or two dimensions
    ROWS = "rows"                       # of constant count
    LISTED = "listed numbers"
    LISTED_ROWS = "listed rows"
    RECORD = "address of a record"
    OUTSIDE = "address of an array"


class Field(NamedTuple):
    """One field; what is not said is said by its annotation."""

    form: Form = Form.NUMBER
    bits: int = 64
    signed: bool = True
    shape: tuple[int, ...] = ()         # of an array; the count of rows
    fixed: bool = False                 # it never changes while kernels run
    optional: bool = False              # an address that may be missing
    is_cell: bool = False               # holds an expression: its number, or -1 - constant
    name: str = ""
    row: Any = None                     # the class of the rows
    target: Any = None                  # the class of the record or the Array that is pointed to
    codes: type[IntEnum] | None = None  # what its numbers are called
    offset: int = 0
    size: int = 0
    align: int = 1

    @property
    def code(self) -> Code:
        """The letter of `struct` for its numbers."""
        return _CODES[self.bits, self.signed]

    @property
    def is_listed(self) -> bool:
        """Whether it stands behind the head."""
        return self.form in (Form.LISTED, Form.LISTED_ROWS)

    @property
    def is_address(self) -> bool:
        """Whether it stands elsewhere."""
        return self.form in (Form.RECORD, Form.OUTSIDE)

    @property
    def hidden(self) -> int:
        """How many words hold where it stands and how long it is; 0 if it stands here."""
        if self.form is Form.OUTSIDE:
            return 1 if self.target.is_sized else 1 + self.target.rank
        return 2 if self.is_listed else int(self.form is Form.RECORD)

    @property
    def item_size(self) -> int:
        """Bytes of one number or row."""
        return int(self.row.SIZE) if self.row is not None else self.bits // 8


def completed(name: str, field: Field, annotation: Any, offset: int, fixed: bool) -> Field:
    """A field with what its annotation says, and where it lies if all before it ends at this offset."""
    row = target = codes = None
    if field.form in (Form.ROWS, Form.LISTED_ROWS):
        row = get_args(annotation)[0]
    elif field.form is Form.RECORD:
        target = next((said for said in getattr(annotation, "__metadata__", ()) if isinstance(said, Array)), annotation)
    elif isinstance(annotation, type) and issubclass(annotation, IntEnum):
        codes = annotation
    form = Form.OUTSIDE if isinstance(target, Array) else field.form
    found = field._replace(name=name, form=form, row=row, target=target, codes=codes,
                           fixed=fixed or field.fixed or field.is_address)
    if found.hidden:
        size, align = WORD * found.hidden, WORD
    else:
        count = 1
        for length in field.shape:
            count *= length
        size, align = count * found.item_size, row.ALIGN if row is not None else field.bits // 8
    return found._replace(offset=-(-offset // align) * align, size=size, align=align)


# -- what is written beside an annotation --
def _numbers(bits: int, signed: bool, shape: tuple[int, ...], fixed: bool = False) -> Any:
    if len(shape) > 2 or any(length < 1 for length in shape):
        raise TypeError("an array has one or two dimensions")
    return Field(Form.ARRAY if shape else Form.NUMBER, bits, signed, shape, fixed)


def words(*shape: int) -> Any:
    """Numbers of 64 bits: an array of constant length, or a grid."""
    return _numbers(64, True, shape)


def u8(*shape: int) -> Any:
    """Numbers from 0 to 255."""
    return _numbers(8, False, shape)


def i8(*shape: int) -> Any:
    """Numbers from -128 to 127."""
    return _numbers(8, True, shape)


def u16(*shape: int) -> Any:
    """Numbers of 16 bits without a sign."""
    return _numbers(16, False, shape)


def i16(*shape: int) -> Any:
    """Numbers of 16 bits."""
    return _numbers(16, True, shape)


def u32(*shape: int) -> Any:
    """Numbers of 32 bits without a sign."""
    return _numbers(32, False, shape)


def i32(*shape: int) -> Any:
    """Numbers of 32 bits."""
    return _numbers(32, True, shape)


def kept(*shape: int) -> Any:
    """Numbers of 64 bits that never change while kernels run, in a record that is not fixed as a whole."""
    return _numbers(64, True, shape, fixed=True)


def cell() -> Any:
    """An expression of the rulebook: its number, or -1 - constant."""
    return Field(is_cell=True)


def rows(count: int) -> Any:
    """So many rows, inside the record."""
    return Field(Form.ROWS, shape=(count,))


def listed() -> Any:
    """As many rows as there are, behind the head."""
    return Field(Form.LISTED_ROWS)


def listed_words() -> Any:
    """As many numbers of 64 bits as there are, behind the head."""
    return Field(Form.LISTED)


def listed_i32() -> Any:
    """As many numbers of 32 bits as there are, behind the head."""
    return Field(Form.LISTED, 32)


def listed_u8() -> Any:
    """As many numbers from 0 to 255 as there are, behind the head."""
    return Field(Form.LISTED, 8, False)


def listed_u16() -> Any:
    """As many numbers of 16 bits without a sign as there are, behind the head."""
    return Field(Form.LISTED, 16, False)


def points(optional: bool = False) -> Any:
    """The address of another record, or of an array that its annotation describes; kernels never change it."""
    return Field(Form.RECORD, optional=optional)


def field_of(name: str, annotation: Any, said: Any) -> Field:
    """The field that an annotation, and what stands beside it, declares."""
    if isinstance(said, Field):
        return said
    if said is None and isinstance(annotation, type) and issubclass(annotation, int):
        return Field()
    raise TypeError(f"{name}: beside its annotation a field says what it is: words(...), listed(), points() ...")
