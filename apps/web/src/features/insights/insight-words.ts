/** Words and places of an insight: what its badge says, its effect with interval, and how sure one may be. */
import type { InsightDto } from '@undertow/contracts';
import type { InsightRun } from '#api/journal/insights.ts';
import { countOf, formatAmount, formatShare } from '#lib/format/formats.ts';
import { type Bounds, boundsOf } from '#lib/format/linear-scale.ts';
import { formatDateTime } from '#lib/format/times.ts';
import type { Tone } from '#ui/marks/badge.tsx';

type Effect = NonNullable<InsightDto['effect']>;

const MINUS = '\u2212';

export const TYPE_LOOKS: Readonly<Record<InsightDto['insightType'], { word: string; tone: Tone }>> = {
  strength: { word: 'Strength', tone: 'ok' },
  weakness: { word: 'Weakness', tone: 'bad' },
  recommendation: { word: 'Recommendation', tone: 'info' },
  other: { word: 'Data', tone: 'plain' },
};

/** A finding that is not proven is labelled so in place of a type; what is counted is data. */
export function badgeOf({ insightType, standing }: InsightDto): { word: string; tone: Tone } {
  if (standing === 'not-enough-data') return { word: 'Not enough data', tone: 'plain' };
  if (standing === 'to-watch') return { word: 'To watch', tone: 'warn' };
  return TYPE_LOOKS[insightType];
}

const PRIORITY_WORDS: Readonly<Record<InsightDto['priority'], string>> = {
  critical: 'Critical',
  high: 'High',
  medium: 'Medium',
  low: 'Low',
};

/** `Critical`, `Critical, read`, `Critical, implemented`. What cannot be distinguished from chance has no priority. */
export function stateWords({ priority, standing, isRead, isImplemented }: InsightDto): string {
  const state = isImplemented ? 'implemented' : isRead ? 'read' : '';
  const words = standing === 'not-enough-data' ? [state] : [PRIORITY_WORDS[priority], state];
  return words.filter((word) => word !== '').join(', ');
}

/** A figure of the effect in its unit: `+$64.00`, `61.0%`, `1.24`. Changes of money carry their sign. */
export function figureText(unit: Effect['unit'], value: string, currency: string | null): string {
  switch (unit) {
    case 'money-per-trade':
    case 'money':
      return formatAmount(value, currency, { signed: true });
    case 'rate':
      return formatShare(Number(value), 1);
    case 'ratio':
      return Number(value).toFixed(2).replace('-', MINUS);
    case 'count':
      return value.replace('-', MINUS);
  }
}

const isPerTrade = ({ unit }: Effect): boolean => unit === 'money-per-trade';

/** `−$50.00 a trade against your other trades, 95% interval −$83.00 to −$18.00`. */
export function effectText({ effect, currency }: InsightDto): string {
  if (effect === null) return '';
  const text = (value: string): string => figureText(effect.unit, value, currency);
  const against = effect.baseline === null ? '' : ' against your other trades';
  const interval =
    effect.ci95 === null ? '' : `, 95% interval ${text(effect.ci95[0])} to ${text(effect.ci95[1])}`;
  return `${text(effect.value)}${isPerTrade(effect) ? ' a trade' : ''}${against}${interval}`;
}

export function sampleText({ effect }: InsightDto): string {
  return effect === null ? '' : `n = ${countOf(effect.n, 'trade')}, ${countOf(effect.days, 'day')}`;
}

/** Position of the effect on a line: a difference counts from the average of the other trades. */
export interface EffectPlaces {
  readonly value: number;
  readonly interval: readonly [number, number];
  readonly mark: number;
  readonly markText: string;
  readonly bounds: Bounds;
}

/** Null where there is no interval to draw. */
export function effectPlaces({ effect, currency }: InsightDto): EffectPlaces | null {
  if (effect === null || effect.ci95 === null) return null;
  const base = effect.baseline === null ? 0 : Number(effect.baseline);
  const value = base + Number(effect.value);
  const interval = [base + Number(effect.ci95[0]), base + Number(effect.ci95[1])] as const;
  const markText =
    effect.baseline === null
      ? 'zero'
      : `your average otherwise, ${figureText(effect.unit, effect.baseline, currency)}`;
  const all = [value, ...interval, base];
  const low = Math.min(...all);
  const high = Math.max(...all);
  const margin = (high - low || 1) * 0.15;
  const bounds = effect.unit === 'rate' ? { low: low - margin, high: high + margin } : boundsOf(all, 0.1);
  return { value, interval, mark: base, markText, bounds };
}

/** How often it was found; null where it was not looked for again. */
export function sightingWords({ seenAgain, standing }: InsightDto): string | null {
  if (seenAgain === null || standing === 'not-enough-data') return null;
  return seenAgain ? 'Seen again later' : 'Seen once';
}

/** `q 0.012`: the chance of such a finding after correction for everything tested. */
export function qWords({ q }: InsightDto): string | null {
  if (q === null) return null;
  return q < 0.001 ? 'q < 0.001' : `q ${q.toFixed(3)}`;
}

export const CONFIDENCE_MEANING =
  'Share of resampled sets of your days in which the effect has this sign and at least half this size; less where it was seen once or depends on one trade. It is not a chance of future profit.';

export const Q_MEANING =
  'How often chance alone would show such a finding, corrected for everything that was tested. A strength or weakness needs 0.05 or less, or a second sighting; up to 0.10 is shown as to watch.';

/** `2 of 14 tested proven`; nothing before the first generation. */
/** Trades that insights look at: open ones are in the total of the journal, not in this count. */
export function closedTrades(
  analysis: { readonly totalTrades: number; readonly open: number } | undefined,
): number {
  return analysis === undefined ? 0 : analysis.totalTrades - analysis.open;
}

export function standWords(run: InsightRun, insights: readonly InsightDto[]): string {
  if (run.state === 'never' || run.generatedAt === null) return '';
  const proven = insights.filter(({ standing }) => standing === 'proven').length;
  return `${proven} of ${run.tested} tested ${proven === 1 ? 'is confirmed' : 'are confirmed'}`;
}

/** When it was generated and from what. */
export function runWords({ generatedAt, trades, days }: InsightRun): string {
  if (generatedAt === null) return '';
  return `Generated on ${formatDateTime(Date.parse(generatedAt))} from ${countOf(trades, 'trade')} on ${countOf(days, 'day')}.`;
}

/** Tests that gave nothing to show: everything tested less what is shown. */
export function footWords(run: InsightRun, insights: readonly InsightDto[]): string {
  const shown = insights.filter(({ p }) => p !== null).length;
  const further = Math.max(0, run.tested - shown);
  return `Intervals by resampling whole trading days. ${countOf(further, 'further comparison')} showed no effect.`;
}
