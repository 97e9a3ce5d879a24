"""Numbering what a table holds without sorting it: the same as np.unique."""

import numpy as np
import pytest

from quepu.packing.distance_tables import numbered
from quepu.packing.score_tables import numbered_edges


@pytest.mark.parametrize("different", [1, 7, 250, 40_000])
def test_profiles_are_numbered_as_by_sorting(different: int) -> None:
    """Few are told apart by a product; too many for that are sorted after all."""
    rng = np.random.default_rng(different)
    packed = rng.integers(0, 1 << 60, size=different)[rng.integers(0, different, size=50_000)]
    for found, wanted in zip(numbered(packed), np.unique(packed, return_inverse=True), strict=True):
        assert (found == wanted).all()


@pytest.mark.parametrize("different", [1, 300, 30_000])
def test_selections_are_numbered_as_by_sorting(different: int) -> None:
    """Three edges of twelve bits each; too many are sorted after all."""
    rng = np.random.default_rng(different)
    edges = rng.integers(0, 1 << 12, size=(different, 3))[rng.integers(0, different, size=40_000)]
    keys = edges[:, 0] << 24 | edges[:, 1] << 12 | edges[:, 2]
    for found, wanted in zip(numbered_edges(keys), np.unique(keys, return_inverse=True), strict=True):
        assert (found == wanted).all()
