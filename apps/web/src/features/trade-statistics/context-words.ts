/** Words about what the market did around a trade: why nothing is known, what its best and worst prices were. */
import type { TradeDto } from '@undertow/contracts';
import type { ContextTable, TradeContextAnswer } from '#api/journal/trade-statistics.ts';
import { alignPrices, formatAmount } from '#lib/format/formats.ts';
import type { Tone } from '#ui/marks/badge.tsx';

type Missing = NonNullable<TradeContextAnswer['missing']>;

/** One word for a cell, and the sentence behind it. */
export const MISSING_WORDS: Readonly<Record<Missing, { readonly short: string; readonly long: string }>> = {
  'no-record': {
    short: 'not recorded',
    long: 'The market was not recorded at that time.',
  },
  'unknown-instrument': {
    short: 'not known',
    long: 'This symbol is not a supported instrument.',
  },
  'not-entitled': {
    short: 'not active',
    long: 'This instrument is not one of your active ones: add it to see what was recorded.',
  },
  'not-licensed': {
    short: 'not licensed',
    long: 'The exchange does not license recorded data for your plan.',
  },
  'no-times': {
    short: 'no times',
    long: 'The file has no entry time, so the trade cannot be matched to the record.',
  },
  'not-yet': {
    short: 'not yet',
    long: 'Not yet: its last minute is not recorded yet, or your plan sees the market 15 minutes later.',
  },
};

export interface ContextFact {
  readonly label: string;
  readonly value: string;
}

/** Best and worst of a trade, money in its currency; what is not known is left out. */
export function contextFacts(
  trade: Pick<TradeDto, 'currency' | 'root'>,
  context: TradeContextAnswer,
): readonly ContextFact[] {
  const { bestPrice, worstPrice, mae, mfe, bestAfterExit } = context;
  const [best = '–', worst = '–', after = '–'] = alignPrices(
    trade.root,
    bestPrice,
    worstPrice,
    bestAfterExit,
  );
  const money = (amount: string | null): string =>
    amount === null ? '–' : formatAmount(amount, trade.currency);
  const facts = [
    { label: 'Best price while open', value: best, isKnown: bestPrice !== null },
    { label: 'Worst price while open', value: worst, isKnown: worstPrice !== null },
    { label: 'Best open profit (MFE)', value: money(mfe), isKnown: mfe !== null },
    { label: 'Worst open loss (MAE)', value: money(mae), isKnown: mae !== null },
    { label: 'Best price of the 30 minutes after', value: after, isKnown: bestAfterExit !== null },
  ];
  return facts.filter(({ isKnown }) => isKnown).map(({ label, value }) => ({ label, value }));
}

type Standing = ContextTable['rows'][number]['standing'];

export const CONTEXT_STANDINGS: Readonly<Record<Standing, { word: string; tone: Tone }>> = {
  proven: { word: 'Proven', tone: 'ok' },
  'to-watch': { word: 'To watch', tone: 'warn' },
  nothing: { word: 'Nothing shown', tone: 'plain' },
  'not-enough-data': { word: 'Not enough data', tone: 'plain' },
};

/** A probability of three decimals, never `0.000`. */
export function chanceText(value: number | null): string {
  if (value === null) return '–';
  return value < 0.001 ? '< 0.001' : value.toFixed(3);
}
