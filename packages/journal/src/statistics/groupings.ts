/** Which group each trade belongs to, by each of the ways in which trades are grouped. */
import { weekdayOf } from '@undertow/market';
import { quantileOfSorted } from '#inference/bootstrap.ts';
import type { JournalTrade } from '#trades/journal-trade.ts';
import { durationText } from './duration-text.ts';
import { HOUR_BANDS, hourBandOf } from './hour-bands.ts';
import { holdingMsOf } from './time-figures.ts';
import type { TradeDays } from './trade-days.ts';

export interface GroupName {
  readonly key: string;
  readonly label: string;
}

export interface Grouping {
  readonly names: readonly GroupName[];
  /** Index in `names` of each trade, in exit order. */
  readonly groupOf: Int32Array;
  /** True where `names` are in their natural order (hours, weekdays); false where the largest group comes first. */
  readonly natural: boolean;
}

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'].map(
  (label) => ({
    key: label.toLowerCase(),
    label,
  }),
);
const SIDES = [
  { key: 'long', label: 'Long' },
  { key: 'short', label: 'Short' },
];

/** Groups in a natural order, from the index of each trade's group. */
function ordered(
  { trades }: TradeDays,
  names: readonly GroupName[],
  indexOf: (trade: JournalTrade, at: number) => number,
) {
  const groupOf = new Int32Array(trades.length);
  for (let at = 0; at < trades.length; at++) groupOf[at] = indexOf(trades[at] as JournalTrade, at);
  return { names, groupOf, natural: true };
}

/** Groups that have the names that the trades give them; without a name they go by `unnamed`. */
function named(
  { trades }: TradeDays,
  nameOf: (trade: JournalTrade) => string | null,
  unnamed: string,
): Grouping {
  const indexOf = new Map<string, number>();
  const groupOf = new Int32Array(trades.length);
  for (let at = 0; at < trades.length; at++) {
    const name = nameOf(trades[at] as JournalTrade) ?? '';
    const known = indexOf.get(name) ?? indexOf.size;
    if (known === indexOf.size) indexOf.set(name, known);
    groupOf[at] = known;
  }
  const names = [...indexOf.keys()].map((key) => ({ key, label: key === '' ? unnamed : key }));
  return { names, groupOf, natural: false };
}

/** Own quartiles of the holding time, each up to and including its edge. */
function byHolding(days: TradeDays, sorted: Float64Array): Grouping {
  const [low, middle, high] = [0.25, 0.5, 0.75].map((probability) => quantileOfSorted(sorted, probability));
  const names = [
    { key: 'quarter-1', label: `Up to ${durationText(low as number)}` },
    { key: 'quarter-2', label: `${durationText(low as number)} to ${durationText(middle as number)}` },
    { key: 'quarter-3', label: `${durationText(middle as number)} to ${durationText(high as number)}` },
    { key: 'quarter-4', label: `Longer than ${durationText(high as number)}` },
    { key: 'unknown', label: 'Holding time unknown' },
  ];
  return ordered(days, names, (trade) => {
    const holdingMs = holdingMsOf(trade);
    if (holdingMs === null) return 4;
    if (holdingMs <= (middle as number)) return holdingMs <= (low as number) ? 0 : 1;
    return holdingMs <= (high as number) ? 2 : 3;
  });
}

/** All groupings. `holdingTimes`: known holding times, sorted. */
export function groupingsOf(days: TradeDays, holdingTimes: Float64Array) {
  const { dayNumbers, dayOf } = days;
  const bands = [...HOUR_BANDS, { key: 'unknown', label: 'Entry time unknown' }];
  return {
    hour: ordered(days, bands, ({ entryMs }) => (entryMs === null ? HOUR_BANDS.length : hourBandOf(entryMs))),
    weekday: ordered(days, WEEKDAYS, (_, at) => weekdayOf(dayNumbers[dayOf[at]!]!)),
    symbol: named(days, (trade) => trade.root, 'No symbol'),
    strategy: named(days, (trade) => trade.strategy, 'No strategy'),
    side: ordered(days, SIDES, (trade) => (trade.side === 'long' ? 0 : 1)),
    holding: byHolding(days, holdingTimes),
  };
}
