"""What a run is, in half a line, for those who look at it in a notebook."""

from __future__ import annotations

from simulate.dataset.provenance import Provenance


def in_short(provenance: Provenance) -> str:
    """Return what was simulated or imported, such as ``1_000 hands of normal/club, rules standard, seed 1, tricks``."""
    specs = [player.spec for player in provenance.players]
    players = ", ".join(specs[:1] if len(set(specs)) == 1 else specs)
    source = players if provenance.file is None else provenance.file.name
    parts = [f"{provenance.hands:_} hands of {source}", f"rules {provenance.rules.get('name')}"]
    if provenance.seed is not None:
        parts.append(f"seed {provenance.seed}")
    if provenance.assign is not None:
        parts.append(f"assign {provenance.assign}")
    if provenance.trick_hands:
        every = provenance.trick_hands == provenance.hands
        parts.append("tricks" if every else f"tricks of the first {provenance.trick_hands:_}")
    return ", ".join(parts)
