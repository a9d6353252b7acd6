"""What a player is, in words."""

from core.oracle.kinds import PlayerKind

KIND_WORDS: dict[PlayerKind, str] = {
    PlayerKind.HUMAN: "human",
    PlayerKind.AI_KEEPER: "the Keeper",
    PlayerKind.AI_AGGRESSIVE: "aggressive engine",
    PlayerKind.AI_DEFENSIVE: "defensive engine",
    PlayerKind.AI_BALANCED: "balanced engine",
    PlayerKind.AI_HEURISTIC: "heuristic engine",
    PlayerKind.AI_HYBRID: "hybrid engine",
}
