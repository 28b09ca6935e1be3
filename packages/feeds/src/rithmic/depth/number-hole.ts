/** Numbers of messages among which some never came. */
export interface NumberHole {
  readonly first: number;
  readonly last: number;
}

/** From the first to the last of both. */
export function joinedHole(hole: NumberHole | null, { first, last }: NumberHole): NumberHole {
  return { first: Math.min(hole?.first ?? first, first), last: Math.max(hole?.last ?? last, last) };
}

/** What a snapshot with everything up to this number leaves of it. */
export function holeBeyond(hole: NumberHole | null, sequence: number): NumberHole | null {
  if (hole === null || hole.last <= sequence) return null;
  return { first: Math.max(hole.first, sequence + 1), last: hole.last };
}
