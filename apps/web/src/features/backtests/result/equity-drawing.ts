/** Equity, drawdown and the band of random entries in numbers of their drawing. Pure. */
import type { BacktestResultDto } from '@undertow/contracts';
import { type Bounds, boundsOf, marksOf, shareOf } from '#lib/format/linear-scale.ts';

export const EQUITY = {
  height: 360,
  left: 14,
  right: 66,
  top: 12,
  /** Where the equity ends and the drawdown begins. */
  middle: 262,
  drawdownTop: 282,
  bottom: 334,
} as const;

export interface EquityDrawing {
  readonly curve: string;
  /** Area between 5 and 95 % of random entries, and their median; empty without a base line. */
  readonly band: string;
  readonly median: string;
  readonly drawdown: string;
  readonly values: readonly { readonly value: number; readonly y: number }[];
  readonly months: readonly { readonly day: string; readonly x: number }[];
  readonly end: { readonly x: number; readonly y: number; readonly value: number };
  readonly deepest: { readonly x: number; readonly y: number; readonly value: number };
}

type Result = Pick<BacktestResultDto, 'equity' | 'baseLine'>;

/** Pixels that the name of a month needs. */
const MONTH_ROOM = 48;

function monthsOf(days: readonly string[], xOf: (at: number) => number) {
  const shown: { day: string; x: number }[] = [];
  for (const [at, day] of days.entries()) {
    const isFirst = day.slice(0, 7) !== days[at - 1]?.slice(0, 7);
    const x = xOf(at + 1);
    if (isFirst && x - (shown.at(-1)?.x ?? -MONTH_ROOM) >= MONTH_ROOM) shown.push({ day, x });
  }
  return shown;
}

/** The lines begin at 0 before the first session. */
export function equityDrawing({ equity, baseLine }: Result, width: number): EquityDrawing {
  const net = equity.map(({ netUsd }) => netUsd);
  const falls = equity.map(({ drawdownUsd }) => drawdownUsd);
  const { low = [], high = [], median = [] } = baseLine?.band ?? {};
  const bounds = boundsOf([...net, ...low, ...high]);
  const fallBounds: Bounds = { low: 0, high: Math.max(1, ...falls) };
  const xOf = (at: number): number =>
    EQUITY.left + (at / Math.max(1, equity.length)) * (width - EQUITY.left - EQUITY.right);
  const yOf = (value: number): number =>
    EQUITY.top + (1 - shareOf(value, bounds)) * (EQUITY.middle - EQUITY.top);
  const fallY = (value: number): number =>
    EQUITY.drawdownTop + shareOf(value, fallBounds) * (EQUITY.bottom - EQUITY.drawdownTop);
  const places = (values: readonly number[], toY: (value: number) => number): string[] =>
    [0, ...values].map((value, at) => `${xOf(at).toFixed(1)} ${toY(value).toFixed(1)}`);
  const lineOf = (values: readonly number[]): string => `M${places(values, yOf).join('L')}`;
  const deepest = Math.max(0, ...falls);
  const end = net.at(-1) ?? 0;
  return {
    curve: lineOf(net),
    band: high.length === 0 ? '' : `${lineOf(high)}L${places(low, yOf).toReversed().join('L')}Z`,
    median: median.length === 0 ? '' : lineOf(median),
    drawdown: `M${places(falls, fallY).join('L')}L${xOf(equity.length).toFixed(1)} ${EQUITY.drawdownTop}Z`,
    values: marksOf(bounds, 5).map((value) => ({ value, y: yOf(value) })),
    months: monthsOf(
      equity.map(({ tradingDay }) => tradingDay),
      xOf,
    ),
    end: { x: xOf(net.length), y: yOf(end), value: end },
    deepest: { x: xOf(falls.indexOf(deepest) + 1), y: fallY(deepest), value: deepest },
  };
}
