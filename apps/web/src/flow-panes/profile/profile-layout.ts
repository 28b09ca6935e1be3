/** Parts of the pane: names of facts at the left, sessions, prices at the right, facts below. Pure; pixels. */

export interface ProfileLayout {
  readonly width: number;
  readonly height: number;
  /** Of the sessions. */
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** Rows of facts below, from the first of `SESSION_FACTS` on. */
  readonly facts: number;
  /** The names of the facts have no column of their own. */
  readonly isNarrow: boolean;
}

export const FACT_HEIGHT = 19;
const AXIS = 66;
const NAMES = 98;
const NARROW = 700;
const HEAD = 30;
/** Less than this is no picture: facts give way. */
const MIN_PICTURE = 220;
/** A session with letters and volume. */
const MIN_COLUMN = 158;

export function profileLayout(width: number, height: number, facts: number): ProfileLayout {
  const isNarrow = width < NARROW;
  const fitting = Math.floor((height - MIN_PICTURE) / FACT_HEIGHT);
  const rows = Math.max(0, Math.min(facts, fitting));
  return {
    ...{ width, height, isNarrow },
    left: isNarrow ? 4 : NAMES,
    right: width - AXIS,
    top: HEAD,
    bottom: height - rows * FACT_HEIGHT - 6,
    facts: rows,
  };
}

/** How many sessions fit beside each other, at most `most`. */
export function columnsOf({ left, right }: ProfileLayout, most: number): number {
  return Math.max(1, Math.min(most, Math.floor((right - left) / MIN_COLUMN)));
}
