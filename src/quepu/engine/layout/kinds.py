"""What the annotations of kernels mean to the compiler: arrays with their numbers and lengths, and the table.

An annotation is `Any` to the type checker, because a kernel also runs as plain Python over lists.  A length is a
number, or it is handed on beside the array.
"""

from typing import Annotated, Any

from quepu.engine.layout.array import Array

# of what a session has room for
SCRATCH_SIZE = 4096         # more answers than any rulebook within its limits has: `rulebook.file.limits`

#: any array of words: a list in the reference, an int64 array when compiled
Ints = Annotated[Any, Array()]
#: one that never changes while kernels run: numbers of a fixed record
FixedInts = Annotated[Any, Array(fixed=True)]
Halves = Annotated[Any, Array(32)]
Bytes = Annotated[Any, Array(8, signed=False)]
SmallInts = Annotated[Any, Array(8)]
Ints2D = Annotated[Any, Array(64, rank=2)]
Halves2D = Annotated[Any, Array(32, rank=2)]
Shorts2D = Annotated[Any, Array(16, rank=2)]
Bytes2D = Annotated[Any, Array(8, signed=False, rank=2)]
#: copies of each kind
Counts = Annotated[Any, Array(8, signed=False, length=42)]
#: packed wins: what their tiles add up to, melds, situations
Sums2D = Annotated[Any, Array(64, rank=2, columns=5)]
Melds2D = Annotated[Any, Array(8, signed=False, rank=2, columns=12)]
Situations2D = Annotated[Any, Array(16, rank=2, columns=12)]

#: W, what the functions of a rulebook tell the engine, see `engine.layout.workbench`
ANSWERS = 9
Answers = Annotated[Any, Array(length=ANSWERS, name="Workbench.answers")]
#: a list of actions
Scratch = Annotated[Any, Array(length=SCRATCH_SIZE)]
