"""What a run is, in half a line, for those who look at it in a notebook."""

from __future__ import annotations

from simulate.dataset.provenance import Provenance


def in_short(provenance: Provenance, tricks: bool) -> str:
    """Return a run in half a line, such as ``1_000 hands of normal/club, rules standard, seed 1, tricks``.

    Parameters
    ----------
    provenance
        What was simulated or imported.
    tricks
        Whether there are tricks.
    """
    specs = [player.spec for player in provenance.players]
    players = ", ".join(specs[:1] if len(set(specs)) == 1 else specs)
    source = players if provenance.file is None else provenance.file.name
    parts = [f"{provenance.hands:_} hands of {source}", f"rules {provenance.rules.get('name')}"]
    if provenance.seed is not None:
        parts.append(f"seed {provenance.seed}")
    if provenance.assign is not None:
        parts.append(f"assign {provenance.assign}")
    if tricks:
        parts.append("tricks")
    return ", ".join(parts)
