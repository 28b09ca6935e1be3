/** Figures of the journal on the wire: decimal text with the digits that a figure has. */
import type { StatisticDto } from '@undertow/contracts';
import { type FigureUnit, formatMicros, type Statistic } from '@undertow/journal';

/** Largest number that decimal text of the contract holds. */
const MAX_VALUE = 999_999_999_999_999;

/** Plain decimal text, never an exponent; beyond what the wire holds the nearest that it does. */
function plain(value: number, digits: number): string {
  const text = Math.min(MAX_VALUE, Math.max(-MAX_VALUE, value)).toFixed(digits);
  return text.startsWith('-') && !/[1-9]/.test(text) ? text.slice(1) : text;
}

/** Money in cents, rates in hundredths of a percent, durations in seconds. */
function valueText(unit: FigureUnit, value: number): string {
  switch (unit) {
    case 'money':
      return formatMicros(Math.round(value / 10_000) * 10_000);
    case 'rate':
    case 'ratio':
      return plain(value, 4);
    case 'count':
      return plain(value, Number.isInteger(value) ? 0 : 2);
    case 'duration':
      return plain(value / 1000, 0);
  }
}

export function statisticDto(unit: FigureUnit, statistic: Statistic): StatisticDto {
  const { value, n, ci95, reason, judged } = statistic;
  return {
    unit,
    value: value === null ? null : valueText(unit, value),
    n,
    ci95: ci95 === null ? null : [valueText(unit, ci95[0]), valueText(unit, ci95[1])],
    reason: reason ?? null,
    judged,
  };
}
