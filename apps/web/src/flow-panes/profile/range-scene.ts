/** Where everything of one profile over time is: bars of the sessions on screen, the range, its profile. Pure. */

import { type WindowProfile, windowProfile } from '@undertow/market';
import type { ProfileBar } from '#flow-panes/sessions/merge-bars.ts';
import { PROFILE_BAR_MS } from '#flow-panes/sessions/merge-bars.ts';
import type { TimeRange } from '#flow-panes/sessions/profile-choices.ts';
import { barsWithin, daysBack, type ProfileMarket } from '#flow-panes/sessions/session-profiles.ts';
import { type PriceRows, priceRows } from './price-rows.ts';
import type { ProfileInput } from './profile-input.ts';
import { type ProfileLayout, profileLayout } from './profile-layout.ts';
import type { SceneRequest } from './profile-scene.ts';

/** Hours of a session, as wide as they are long. */
export interface RangeStretch {
  readonly day: string;
  readonly fromMs: number;
  readonly toMs: number;
  readonly x: number;
  readonly width: number;
}

export interface RangeScene {
  readonly layout: ProfileLayout;
  readonly rows: PriceRows;
  readonly stretches: readonly RangeStretch[];
  /** Bars of `barMs`, oldest first. */
  readonly bars: readonly RangeBar[];
  readonly barMs: number;
  /** What the profile is of: the chosen range, or all that is visible. Null before one is chosen. */
  readonly range: TimeRange | null;
  readonly profile: WindowProfile | null;
  readonly lastTicks: number | null;
}

export type RangeBar = Pick<ProfileBar, 'startMs' | 'openTicks' | 'highTicks' | 'lowTicks' | 'closeTicks'>;

/** Facts of the profile: one row below. */
const FACT_ROWS = 1;
/** Sessions of a day beside each other are at least this wide. */
const MIN_STRETCH = 70;
const MIN_BAR = 4;
const BAR_STEPS = [1, 2, 3, 6, 12];
const PROFILE_ROOM = 0.94;

function stretchesOf(input: ProfileInput, skip: number, layout: ProfileLayout): RangeStretch[] {
  const { market, choices } = input;
  const count = Math.min(
    choices.sessions,
    Math.max(1, Math.floor((layout.right - layout.left) / MIN_STRETCH)),
  );
  const firstMs = market.bars[0]?.startMs ?? Number.POSITIVE_INFINITY;
  const found: { day: string; fromMs: number; toMs: number }[] = [];
  let left = skip;
  for (const { day, bounds } of daysBack(market, choices)) {
    if (bounds.closeMs <= firstMs || found.length >= count) break;
    const bars = barsWithin(market.bars, bounds.openMs, bounds.closeMs);
    if (bars.length === 0) continue;
    if (left > 0) left -= 1;
    // The hours that traded: a session that has just begun is narrow, not empty
    else
      found.unshift({
        day,
        fromMs: bars[0]!.startMs,
        toMs: bars[bars.length - 1]!.startMs + PROFILE_BAR_MS,
      });
  }
  const total = found.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0);
  const room = (layout.right - layout.left) * PROFILE_ROOM;
  let x = layout.left;
  return found.map((one) => {
    const width = ((one.toMs - one.fromMs) / Math.max(1, total)) * room;
    const stretch = { ...one, x, width };
    x += width;
    return stretch;
  });
}

function joinedBars(bars: readonly ProfileBar[], barMs: number): RangeBar[] {
  const joined: RangeBar[] = [];
  for (const bar of bars) {
    const startMs = Math.floor(bar.startMs / barMs) * barMs;
    const last = joined.at(-1);
    if (last?.startMs !== startMs) joined.push({ ...bar, startMs });
    else
      joined[joined.length - 1] = {
        startMs,
        openTicks: last.openTicks,
        highTicks: Math.max(last.highTicks, bar.highTicks),
        lowTicks: Math.min(last.lowTicks, bar.lowTicks),
        closeTicks: bar.closeTicks,
      };
  }
  return joined;
}

/** The whole range that a profile is of, cut to what is stored; null where nothing is in it. */
export function profileOfRange(
  market: ProfileMarket,
  stretches: readonly RangeStretch[],
  { fromMs, toMs }: TimeRange,
  rowTicks: number,
  valuePercent: number,
): WindowProfile | null {
  const bars = stretches.flatMap((stretch) =>
    barsWithin(market.bars, Math.max(fromMs, stretch.fromMs), Math.min(toMs, stretch.toMs)),
  );
  if (bars.length === 0) return null;
  return windowProfile(bars, { fromMs, toMs, rowTicks, valueShare: valuePercent / 100 });
}

/** `range`: the one that is being chosen; null: none. */
export function rangeScene(
  { input, view, width, height }: Omit<SceneRequest, 'profiles'>,
  range: TimeRange | null,
): RangeScene | null {
  const { market, choices } = input;
  const layout = profileLayout(width, height, FACT_ROWS);
  const stretches = stretchesOf(input, view.skip, { ...layout, left: 8 });
  const bars = stretches.flatMap(({ fromMs, toMs }) => barsWithin(market.bars, fromMs, toMs));
  if (bars.length === 0) return null;
  const extremes = bars.reduce(
    (all, bar) => ({
      lowTicks: Math.min(all.lowTicks, bar.lowTicks),
      highTicks: Math.max(all.highTicks, bar.highTicks),
    }),
    { lowTicks: Number.POSITIVE_INFINITY, highTicks: Number.NEGATIVE_INFINITY },
  );
  const rows = priceRows(extremes, layout, view, choices.rowTicks);
  const [first, last] = [stretches[0]!, stretches[stretches.length - 1]!];
  const pixelsPerBar = (first.width / (first.toMs - first.fromMs)) * PROFILE_BAR_MS;
  const barMs = (BAR_STEPS.find((step) => step * pixelsPerBar >= MIN_BAR) ?? 12) * PROFILE_BAR_MS;
  const used = choices.view === 'visible' ? { fromMs: first.fromMs, toMs: last.toMs } : range;
  return {
    ...{ layout, rows, stretches, barMs },
    bars: joinedBars(bars, barMs),
    range: used,
    profile:
      used === null ? null : profileOfRange(market, stretches, used, rows.rowTicks, choices.valuePercent),
    lastTicks: market.bars.at(-1)?.closeTicks ?? null,
  };
}

/** An instant between sessions is at the edge of the later one. */
export function xOfMs({ stretches }: RangeScene, atMs: number): number {
  const stretch = stretches.find(({ toMs }) => atMs <= toMs) ?? stretches[stretches.length - 1]!;
  const share = (atMs - stretch.fromMs) / (stretch.toMs - stretch.fromMs);
  return stretch.x + Math.min(1, Math.max(0, share)) * stretch.width;
}

/** Start of the bar at a place, or at the nearest one. */
export function msAtX({ stretches, barMs }: RangeScene, x: number): number {
  const stretch = stretches.findLast((one) => x >= one.x) ?? stretches[0]!;
  const share = Math.min(1, Math.max(0, (x - stretch.x) / stretch.width));
  const ms = stretch.fromMs + share * (stretch.toMs - stretch.fromMs);
  return Math.floor(Math.min(ms, stretch.toMs - 1) / barMs) * barMs;
}

/** So many bars further, over the breaks between sessions. */
export function steppedMs({ bars }: RangeScene, atMs: number, steps: number): number {
  const at = bars.findLastIndex(({ startMs }) => startMs <= atMs);
  const next = Math.min(bars.length - 1, Math.max(0, at + steps));
  return bars[next]?.startMs ?? atMs;
}
