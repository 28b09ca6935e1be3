/** Figures of a backtest as text: in R and in dollars, with the middle 95 % of their resampled days. */
import type { BacktestDto } from '@undertow/contracts';
import { formatAmount, formatSize } from '#lib/format/formats.ts';

export type Estimate = NonNullable<BacktestDto['expectancyR']>;

const MINUS = '\u2212';

/** `+0.04`, `−0.08`; what rounds to nothing has no sign. */
export function signedText(value: number, decimals = 2): string {
  const text = Math.abs(value).toFixed(decimals);
  if (Number(text) === 0) return text;
  return `${value < 0 ? MINUS : '+'}${text}`;
}

/** `.30`, `.002`: a probability without its zero; three decimals below .05. */
export function probabilityText(value: number): string {
  if (value < 0.001) return '< .001';
  const text = value.toFixed(value < 0.05 ? 3 : 2);
  return text.startsWith('1') ? text : text.slice(1);
}

/** `p = .30`, `p < .001`. */
export function namedProbability(name: string, value: number): string {
  const text = probabilityText(value);
  return text.startsWith('<') ? `${name} ${text}` : `${name} = ${text}`;
}

export function usdText(value: number): string {
  return formatAmount(value.toFixed(2), 'USD', { signed: true, whole: true });
}

/** `−0.08 to +0.15`; null where there is too little to say it. */
export function intervalText(
  { low, high }: Pick<Estimate, 'low' | 'high'>,
  textOf: (value: number) => string = signedText,
): string | null {
  return low === null || high === null ? null : `${textOf(low)} to ${textOf(high)}`;
}

/** `+0.04 R (−0.08 to +0.15), n = 412`. */
export function expectancyText(estimate: Estimate): string {
  const { value, n } = estimate;
  const interval = intervalText(estimate);
  const count = `n = ${formatSize(n)}`;
  if (value === null) return count;
  return `${signedText(value)} R${interval === null ? '' : ` (${interval})`}, ${count}`;
}
