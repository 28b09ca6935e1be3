/** The equity curve in numbers of its drawing: paths, axis marks, the deepest fall. Pure. */
import { type Bounds, boundsOf, marksOf, shareOf } from '#lib/format/linear-scale.ts';

export interface EquityDay {
  readonly day: string;
  readonly equity: string;
  readonly drawdown: string;
}

export const EQUITY_BOX = {
  wide: 760,
  narrow: 360,
  height: 230,
  left: 62,
  right: 8,
  top: 10,
  bottom: 22,
} as const;

/** More points than this cannot be distinguished on any screen. */
const MAX_POINTS = 1500;
const VALUE_MARKS = 5;
/** Pixels that the name of a day needs. */
const DAY_ROOM = 110;

export interface EquityLine {
  /** SVG paths: the curve, and the band between it and its running peak. */
  readonly curve: string;
  readonly band: string;
  readonly zeroY: number;
  readonly values: readonly { readonly value: number; readonly y: number }[];
  readonly days: readonly { readonly day: string; readonly x: number }[];
  /** The day of the deepest fall from a peak; null without one. */
  readonly deepest: {
    readonly day: string;
    readonly drawdown: string;
    readonly x: number;
    readonly y: number;
  } | null;
}

/** Every n-th day, the last one and the marked one, so that a long journal draws as fast as a short one. */
function thinned(days: readonly EquityDay[], marked: EquityDay | null): readonly EquityDay[] {
  const step = Math.ceil(days.length / MAX_POINTS);
  return step <= 1
    ? days
    : days.filter((day, at) => at % step === 0 || at === days.length - 1 || day === marked);
}

function deepestOf(days: readonly EquityDay[]): EquityDay | null {
  let deepest: EquityDay | null = null;
  for (const day of days) if (Number(day.drawdown) > Number(deepest?.drawdown ?? 0)) deepest = day;
  return deepest;
}

/** Places of the curve in a box of `EQUITY_BOX` so wide; the path begins at 0 before the first day. */
export function equityLine(all: readonly EquityDay[], width: number): EquityLine {
  const { height, left, right, top, bottom } = EQUITY_BOX;
  const deepest = deepestOf(all);
  const days = thinned(all, deepest);
  const equities = days.map(({ equity }) => Number(equity));
  // At day ends, as the curve: the fall within a day can be deeper, and its own peak would make the edge jump
  let peak = 0;
  const peaks = equities.map((equity) => {
    peak = Math.max(peak, equity);
    return peak;
  });
  const bounds: Bounds = boundsOf([...equities, ...peaks, deepest === null ? 0 : Number(deepest.equity)]);
  const xOf = (at: number): number => left + (at / Math.max(1, days.length)) * (width - left - right);
  const yOf = (value: number): number => top + (1 - shareOf(value, bounds)) * (height - top - bottom);
  const point = (value: number, at: number): string => `${xOf(at).toFixed(1)} ${yOf(value).toFixed(1)}`;
  const forward = equities.map((value, at) => point(value, at + 1));
  const back = peaks.map((value, at) => point(value, at + 1)).reverse();
  const start = point(0, 0);
  const every = Math.max(1, Math.ceil((days.length * DAY_ROOM) / width));
  const places = new Map(days.map(({ day }, at) => [day, xOf(at + 1)]));
  return {
    curve: `M${start}L${forward.join('L')}`,
    band: `M${start}L${forward.join('L')}L${back.join('L')}Z`,
    zeroY: yOf(0),
    values: marksOf(bounds, VALUE_MARKS).map((value) => ({ value, y: yOf(value) })),
    days: days.filter((_, at) => at % every === 0).map(({ day }) => ({ day, x: places.get(day) ?? left })),
    deepest:
      deepest === null
        ? null
        : {
            day: deepest.day,
            drawdown: deepest.drawdown,
            x: xOf(days.indexOf(deepest) + 1),
            y: yOf(Number(deepest.equity)),
          },
  };
}
