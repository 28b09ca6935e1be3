/** The newest gap of a feed, as instants. */
import type { InstrumentState } from '#live/instrument-state.ts';

export interface FeedGap {
  readonly fromMs: number;
  readonly toMs: number | null;
}

/** The newest gap of the day; null without one. */
export function feedGap({ status }: InstrumentState): FeedGap | null {
  const gap = status?.lastGap ?? null;
  if (gap === null) return null;
  return { fromMs: Date.parse(gap.from), toMs: gap.to === null ? null : Date.parse(gap.to) };
}
