/** The growth of users in numbers of its drawing: two curves, marks of both axes. Pure. */
import type { UserGrowth } from '@undertow/contracts';
import { type Bounds, marksOf, shareOf } from '#lib/format/linear-scale.ts';

export const GROWTH_BOX = {
  wide: 580,
  narrow: 360,
  height: 220,
  left: 48,
  right: 8,
  top: 10,
  bottom: 22,
} as const;

const VALUE_MARKS = 4;
/** Pixels that the name of a day needs. */
const DAY_ROOM = 110;

export type GrowthDay = UserGrowth['days'][number];

export interface GrowthLine {
  readonly registered: string;
  readonly withTier: string;
  /** Where both end: of a single day there is no curve to see. */
  readonly end: { readonly x: number; readonly registeredY: number; readonly withTierY: number } | null;
  readonly values: readonly { readonly value: number; readonly y: number }[];
  readonly days: readonly { readonly day: string; readonly x: number }[];
}

/** Places of both curves in a box of `GROWTH_BOX` so wide; counts begin at 0. */
export function growthLine(days: readonly GrowthDay[], width: number): GrowthLine {
  const { height, left, right, top, bottom } = GROWTH_BOX;
  const most = Math.max(1, ...days.map(({ registered }) => registered));
  const bounds: Bounds = { low: 0, high: most * 1.06 };
  const xOf = (at: number): number => left + (at / Math.max(1, days.length - 1)) * (width - left - right);
  const yOf = (value: number): number => top + (1 - shareOf(value, bounds)) * (height - top - bottom);
  const path = (countOf: (day: GrowthDay) => number): string =>
    days
      .map((day, at) => `${at === 0 ? 'M' : 'L'}${xOf(at).toFixed(1)} ${yOf(countOf(day)).toFixed(1)}`)
      .join('');
  const last = days.at(-1);
  const every = Math.max(1, Math.ceil((days.length * DAY_ROOM) / width));
  return {
    registered: path(({ registered }) => registered),
    withTier: path(({ withTier }) => withTier),
    end:
      last === undefined
        ? null
        : {
            x: xOf(days.length - 1),
            registeredY: yOf(last.registered),
            withTierY: yOf(last.withTier),
          },
    // People are whole: a mark between two of them says nothing
    values: marksOf(bounds, VALUE_MARKS)
      .filter(Number.isInteger)
      .map((value) => ({ value, y: yOf(value) })),
    days: days.flatMap(({ day }, at) =>
      at % every === 0 && days.length - at > every / 2 ? [{ day, x: xOf(at) }] : [],
    ),
  };
}
