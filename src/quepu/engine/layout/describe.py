"""Declared records as text, for readers."""

from quepu.engine.layout.field import Field, Form
from quepu.engine.layout.record import Record, Row, Rows


def describe(record: Record | Row, indent: str = "") -> str:
    """All fields of a record with their values, a line each; numbers that have a name are called by it."""
    lines = [f"{indent}{type(record).__name__}"]
    for one in record.FIELDS.values():
        lines += _described(record, one, indent + "    ")
    return "\n".join(lines)


def _described(record: Record | Row, one: Field, indent: str) -> list[str]:
    if one.is_address:
        target = record._pointed.get(one.name)
        return [f"{indent}{one.name} -> {'nowhere' if target is None else type(target).__name__}"]
    value = getattr(record, one.name)
    if isinstance(value, Rows):
        return [f"{indent}{one.name}: {len(value)}", *(describe(row, indent + "    ") for row in value)]
    if one.form is not Form.NUMBER:
        return [f"{indent}{one.name} = {value.tolist()}"]
    if one.is_cell:
        return [f"{indent}{one.name} = {f'expression {value}' if value >= 0 else -1 - value}"]
    try:
        said = one.codes(value).name if one.codes is not None else str(value)
    except ValueError:
        said = f"{value} (not in {one.codes.__name__ if one.codes else ''})"
    return [f"{indent}{one.name} = {said}"]
