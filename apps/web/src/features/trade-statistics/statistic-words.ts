/**
 * Words of a figure: its value in its unit, its interval, its sample, why there is none, and whether one may judge by
 * it.
 */

import type { StatisticDto } from '@undertow/contracts';
import { FIGURES, type NoValueReason } from '@undertow/journal';
import { DAY_S, HOUR_S } from '@undertow/market';
import { countOf, formatAmount, formatShare, formatSize } from '#lib/format/formats.ts';

const MINUS = '\u2212';
const MINUTE_S = 60;

/** `45 s`, `12 min 5 s`, `3 h 20 min`, `2 d 4 h`. */
export function durationText(seconds: number): string {
  const [large, small, words] =
    seconds < MINUTE_S
      ? [1, 1, ['s', '']]
      : seconds < HOUR_S
        ? [MINUTE_S, 1, ['min', 's']]
        : seconds < DAY_S
          ? [HOUR_S, MINUTE_S, ['h', 'min']]
          : [DAY_S, HOUR_S, ['d', 'h']];
  const whole = Math.floor(seconds / large);
  const rest = large === small ? 0 : Math.floor((seconds - whole * large) / small);
  return rest === 0 ? `${whole} ${words[0]}` : `${whole} ${words[0]} ${rest} ${words[1]}`;
}

/** A value in its unit: `+$64.00`, `53.4%`, `1.24`, `12`, `3 min 20 s`. */
export function valueText(unit: StatisticDto['unit'], value: string, currency: string | null): string {
  switch (unit) {
    case 'money':
      return formatAmount(value, currency);
    case 'rate':
      return formatShare(Number(value), 1);
    case 'ratio':
      return Number(value).toFixed(2).replace('-', MINUS);
    case 'count':
      return formatSize(Number(value));
    case 'duration':
      return durationText(Number(value));
  }
}

/** `44.4% to 62.1%`; a dash where there is no interval. */
export function intervalText({ unit, ci95 }: StatisticDto, currency: string | null): string {
  return ci95 === null ? '–' : ci95.map((bound) => valueText(unit, bound, currency)).join(' to ');
}

type FigureName = keyof typeof FIGURES;

/** Figures whose sample is one of days. */
const OF_DAYS: ReadonlySet<string> = new Set<FigureName>([
  'sharpe',
  'sortino',
  'calmar',
  'longestDrawdown',
  'riskOfRuin',
  'exposure',
]);
/** What a figure counts besides trades and days. */
const SAMPLE_WORDS: Readonly<Partial<Record<string, readonly [string, string]>>> = {
  averageWin: ['winner', 'winners'],
  averageLoss: ['loser', 'losers'],
  mfeCapture: ['winner', 'winners'],
  expectancyR: ['with a stop', 'with a stop'],
  sqn: ['with a stop', 'with a stop'],
};

/** `41 trades`, `18 days`. */
export function sampleText(name: string, n: number): string {
  const [one, many] = SAMPLE_WORDS[name] ?? (OF_DAYS.has(name) ? ['day', 'days'] : ['trade', 'trades']);
  return countOf(n, one, many);
}

function lookOf(name: string): (typeof FIGURES)[FigureName] | null {
  return name in FIGURES ? FIGURES[name as FigureName] : null;
}

const REASONS: Readonly<Record<Exclude<NoValueReason, 'too-few'>, string>> = {
  'no-trades': 'no closed trades yet',
  'too-few-days': 'too few days for an interval',
  'no-losses': 'no losing trades yet',
  'no-wins': 'no winning trades yet',
  'no-variation': 'all results are alike',
  'no-balance': 'needs a start balance: set one for the account',
  'no-stops': 'no trade has a planned stop',
  'no-excursions': 'no trade has its worst and best open result',
  'costs-unknown': 'fees are not in the files',
  'no-drawdown': 'no drawdown so far',
  'not-positive': 'no edge shown',
  'mixed-currencies': 'several currencies: choose one',
};

function isReason(reason: string): reason is keyof typeof REASONS {
  return reason in REASONS;
}

/** Why there is no value; for too small a sample, how large it must be. */
export function reasonText(name: string, reason: string): string {
  if (isReason(reason)) return REASONS[reason];
  const look = lookOf(name);
  if (reason === 'too-few' && look !== null) return `shown from ${sampleText(name, look.show)} on`;
  return 'not enough data';
}

/** The note beside a figure: why it is missing, that the sample is too small, or nothing. */
export function noteText(name: string, { value, reason, judged }: StatisticDto): string {
  // Without a value the days are too few for the figure itself, with one for its interval only
  if (value === null && reason === 'too-few-days') return reasonText(name, 'too-few');
  if (reason !== null && reason !== 'too-few-days') return reasonText(name, reason);
  const look = lookOf(name);
  if (!judged && look !== null) return `sample too small to judge: ${sampleText(name, look.judge)}`;
  return reason === null ? '' : reasonText(name, reason);
}

/** Sections of the table of figures, in the order of reading. Figures that are not named here are at the end. */
const SECTIONS: readonly (readonly [string, readonly FigureName[]])[] = [
  [
    'Result',
    [
      'totalTrades',
      'winRate',
      'winRateWithoutZeros',
      'profitFactor',
      'totalNet',
      'grossProfit',
      'grossLoss',
      'averageWin',
      'averageLoss',
      'payoff',
      'expectancy',
      'expectancyR',
      'sqn',
      'kelly',
    ],
  ],
  [
    'Drawdown and days',
    [
      'maxDrawdown',
      'maxDrawdownShare',
      'drawdownMedian',
      'drawdown95',
      'openDrawdown',
      'longestDrawdown',
      'recoveryFactor',
      'sharpe',
      'sortino',
      'calmar',
      'riskOfRuin',
    ],
  ],
  ['Streaks', ['longestWinStreak', 'winStreakByChance', 'longestLossStreak', 'lossStreakByChance']],
  ['Costs', ['totalCosts', 'costDrag', 'turnedByCosts']],
  [
    'Time and open results',
    ['holdingMedian', 'holdingLower', 'holdingUpper', 'exposure', 'averageMae', 'averageMfe', 'mfeCapture'],
  ],
];

export interface Figure {
  readonly name: string;
  readonly label: string;
  readonly statistic: StatisticDto;
}

export interface FigureSection {
  readonly title: string;
  readonly figures: readonly Figure[];
}

/** The figures under their headings; none is lost when the server names a new one. */
export function sectionsOf(figures: readonly Figure[]): readonly FigureSection[] {
  const known = new Set<string>(SECTIONS.flatMap(([, names]) => names));
  const rest = figures.filter(({ name }) => !known.has(name));
  const sections = SECTIONS.map(([title, names]) => ({
    title,
    figures: names.flatMap((name) => figures.find((figure) => figure.name === name) ?? []),
  }));
  return [...sections, { title: 'Further figures', figures: rest }].filter(
    ({ figures: found }) => found.length > 0,
  );
}
