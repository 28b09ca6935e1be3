/** One list of bars of five minutes from stored ones and those folded from executions. Pure. */
import { type Bar, type FlowBar, MINUTE_MS } from '@undertow/market';

/** Divides every period and every session. */
export const PROFILE_BAR_MS = 5 * MINUTE_MS;

export type ProfileBar = Bar | FlowBar;

export const isExactBar = (bar: ProfileBar): bar is FlowBar => 'prices' in bar;

/** Of a stored bar the end of its interval: when its last trade was is not known. */
export const barEndMs = (bar: ProfileBar): number =>
  isExactBar(bar) ? bar.endMs : bar.startMs + PROFILE_BAR_MS;

/**
 * Oldest first, one bar per start. Executions count where they are at least the volume of the stored bar: fewer means that some
 * are missing, and the stored bar has the whole range.
 */
export function mergeBars(
  stored: Iterable<ProfileBar>,
  ...flows: readonly Iterable<FlowBar>[]
): ProfileBar[] {
  const bars = new Map<number, ProfileBar>();
  for (const bar of stored) bars.set(bar.startMs, bar);
  for (const flow of flows)
    for (const bar of flow) {
      const known = bars.get(bar.startMs);
      if (known === undefined || bar.volume >= known.volume) bars.set(bar.startMs, bar);
    }
  return [...bars.values()].sort((one, other) => one.startMs - other.startMs);
}
