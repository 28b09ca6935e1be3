/** Days of the calendar in words and strengths of colour. Pure. */
import { formatDay } from '#lib/format/exchange-days.ts';
import { countOf, formatAmount } from '#lib/format/formats.ts';

export interface CalendarDay {
  readonly day: string;
  readonly net: string;
  readonly trades: number;
  readonly wins: number;
}

const MINUS = '\u2212';

/** A short result, always with its sign: `+120`, `−1.2k`, `0`. */
export function shortAmount(net: string): string {
  const value = Number(net);
  const size = Math.abs(value);
  const text =
    size >= 999_500
      ? `${(size / 1e6).toFixed(1)}M`
      : size >= 9999.5
        ? `${Math.round(size / 1000)}k`
        : size >= 999.5
          ? `${(size / 1000).toFixed(1)}k`
          : size.toFixed(0);
  return `${value > 0 ? '+' : value < 0 ? MINUS : ''}${text}`;
}

/** Three strengths: a third, two thirds and more of the largest result of the month. */
export function strengthOf(net: number, most: number): 0 | 1 | 2 | 3 {
  if (net === 0 || most === 0) return 0;
  const share = Math.abs(net) / most;
  return share > 2 / 3 ? 3 : share > 1 / 3 ? 2 : 1;
}

/** What a screen reader says: `1 Oct 2026: +$120.00, 3 trades, 2 won. Show them`. */
export function dayWords({ day, net, trades, wins }: CalendarDay, currency: string | null): string {
  const amount = formatAmount(net, currency, { signed: true });
  return `${formatDay(day)}: ${amount}, ${countOf(trades, 'trade')}, ${wins} won. Show them`;
}

/** Sum of the results as decimal text in cents. */
export function sumOf(days: readonly CalendarDay[]): string {
  const cents = days.reduce((sum, { net }) => sum + Math.round(Number(net) * 100), 0);
  return (cents / 100).toFixed(2);
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -5,
  ArrowDown: 5,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/** How many days with trades a key moves; null for other keys. */
export function stepOf(key: string): number | null {
  return STEPS[key] ?? null;
}
