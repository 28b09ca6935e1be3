/** What a profile on screen needs to be loaded, and what it shows. Pure. */
import { isExactBar } from '#flow-panes/sessions/merge-bars.ts';
import { barsWithin, daysBack } from '#flow-panes/sessions/session-profiles.ts';
import type { ProfileInput, ProfileShown } from './profile-input.ts';
import type { ProfileScene } from './profile-scene.ts';
import type { ProfileView } from './profile-view.ts';
import type { RangeScene } from './range-scene.ts';

export interface NeededBars {
  /** Bars from this instant on; volume by price from `volumeFromMs` on, Infinity: none. */
  readonly fromMs: number;
  readonly volumeFromMs: number;
}

/** One day more than is shown: levels come from the day before. */
export function neededBars({ market, choices }: ProfileInput, { skip }: ProfileView): NeededBars | null {
  const days = [...daysBack(market, choices)].slice(0, skip + choices.sessions + 1);
  const oldest = days.at(-1);
  const shown = days[Math.min(days.length, skip + choices.sessions) - 1];
  if (oldest === undefined || shown === undefined) return null;
  const isCounted = choices.view !== 'tpo' || choices.hasVolume || choices.valueFrom === 'volume';
  return {
    fromMs: market.calendar.sessionBounds(oldest.day).openMs,
    volumeFromMs: isCounted ? shown.bounds.openMs : Number.POSITIVE_INFINITY,
  };
}

/** Of sessions or of stretches of time, whichever is on screen. */
export function shownOf(
  { market: { bars } }: ProfileInput,
  scene: ProfileScene | RangeScene | null,
  { skip, zoom, centreTicks }: ProfileView,
): ProfileShown {
  const windows =
    scene === null
      ? []
      : 'columns' in scene
        ? scene.columns.map(({ session: { day, bounds } }) => ({
            day,
            fromMs: bounds.openMs,
            toMs: bounds.closeMs,
          }))
        : scene.stretches;
  const isSpread = (fromMs: number, toMs: number): boolean =>
    barsWithin(bars, fromMs, toMs).some((bar) => !isExactBar(bar));
  return {
    days: windows.map(({ day }) => day),
    spreadDays: windows.filter(({ fromMs, toMs }) => isSpread(fromMs, toMs)).map(({ day }) => day),
    isLatest: skip === 0 && zoom === 1 && centreTicks === null,
  };
}
