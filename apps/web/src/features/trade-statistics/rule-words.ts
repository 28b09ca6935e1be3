/** Words of a rule's state: the figure with what bounds it, the limit, what is left, when it was breached. */
import type { PropRules } from '#api/journal/trade-statistics.ts';
import { countOf, formatAmount, formatShare } from '#lib/format/formats.ts';
import { EXCHANGE_ZONE, formatDateTime } from '#lib/format/times.ts';
import type { Tone } from '#ui/marks/badge.tsx';

export type RuleState = PropRules['rules'][number];

export const STATE_LOOKS: Readonly<Record<RuleState['state'], { word: string; tone: Tone }>> = {
  ok: { word: 'OK', tone: 'ok' },
  warning: { word: 'Warning', tone: 'warn' },
  breached: { word: 'Breached', tone: 'bad' },
  unknown: { word: 'Cannot be determined', tone: 'plain' },
};

const BOUNDS: Readonly<Record<RuleState['bound'], string>> = {
  exact: '',
  'at-least': 'at least ',
  'at-most': 'at most ',
};

/** A figure of a rule in its unit; a dash where there is none. */
export function ruleFigure(value: string | null, unit: RuleState['unit'], currency: string): string {
  if (value === null) return '–';
  switch (unit) {
    case 'money':
      return formatAmount(value, currency);
    case 'percent':
      return `${Number(value).toFixed(1)}%`;
    case 'days':
      return countOf(Number(value), 'day');
    case 'contracts':
      return Number(value) === 1 ? '1 contract' : `${Number(value)} contracts`;
    case 'trades':
      return countOf(Number(value), 'trade');
  }
}

/** The figure now with the word that bounds it: `at least $840.00`. */
export function valueWords({ value, unit, bound }: RuleState, currency: string): string {
  return value === null ? '–' : `${BOUNDS[bound]}${ruleFigure(value, unit, currency)}`;
}

/** When it was breached, in the zone of exchange days as in the sentences of the rules; null while it was not. */
export function breachWords({ breachedAt }: Pick<RuleState, 'breachedAt'>): string | null {
  return breachedAt === null
    ? null
    : `Not later than ${formatDateTime(Date.parse(breachedAt), EXCHANGE_ZONE)} Chicago.`;
}

/** `34% (22% to 47%)` of attempts; why there is none otherwise. */
export function chanceWords(chance: PropRules['breachChance']): string {
  if (chance === null)
    return 'The chance of a breach before the target is shown from 20 days on, with a profit target and a loss limit.';
  const [low, high] = chance.ci95;
  return `With days like your past ${chance.days}, a new attempt breaches a loss limit before the target in ${formatShare(chance.value)} of cases (95% interval ${formatShare(low)} to ${formatShare(high)}). Past days, not a forecast.`;
}
