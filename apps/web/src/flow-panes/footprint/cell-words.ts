/** A footprint in words: the cell under the crosshair, the whole as a summary, and bars and rows as tables. */
import { formatPrice } from '@undertow/market';
import { signedText, sizeText } from '#chart/data/size-text.ts';
import { type ZoneClock, zoneClock } from '#chart/data/time-labels.ts';
import { EVENT_LOOKS } from '#lib/words/event-looks.ts';
import { BUY_IMBALANCE, cellAt, SELL_IMBALANCE } from './bar-cells.ts';
import type { FootprintBar, FootprintFacts } from './footprint-facts.ts';
import type { FootprintEvent, FootprintInput } from './footprint-input.ts';

const clocks = new Map<string, ZoneClock>();

/** Making one is expensive. */
function clockOf(timeZone: string): ZoneClock {
  const clock = clocks.get(timeZone) ?? zoneClock(timeZone);
  clocks.set(timeZone, clock);
  return clock;
}

type Named = Pick<FootprintInput, 'instrument' | 'timeZone'>;

/** `4,570.25` of a row, `4570.00 to 4570.75` of one of several ticks. */
function rowName({ instrument }: Named, lowTicks: number, rowTicks: number): string {
  if (instrument === null) return '';
  const low = formatPrice(instrument, lowTicks);
  return rowTicks === 1 ? low : `${low} to ${formatPrice(instrument, lowTicks + rowTicks - 1)}`;
}

function markWords(mark: number): string[] {
  return [
    ...((mark & BUY_IMBALANCE) === 0 ? [] : ['buy imbalance']),
    ...((mark & SELL_IMBALANCE) === 0 ? [] : ['sell imbalance']),
  ];
}

/** `16:25 · 4570.25 · bid 303 × ask 186 · delta −117 · buy imbalance · Iceberg`. */
export function cellWords(
  input: Named,
  { bar, cells }: FootprintBar,
  priceTicks: number,
  events: readonly FootprintEvent[],
): string {
  const row = Math.floor((priceTicks - cells.lowTicks) / cells.rowTicks);
  const lowTicks = cells.lowTicks + row * cells.rowTicks;
  const volumes = cellAt(cells, priceTicks);
  const parts = [clockOf(input.timeZone).minute(bar.startMs), rowName(input, lowTicks, cells.rowTicks)];
  if (volumes === null) return [...parts, 'not traded'].join(' · ');
  const { bidVolume, askVolume } = volumes;
  parts.push(
    `bid ${sizeText(bidVolume)} × ask ${sizeText(askVolume)}`,
    `delta ${signedText(askVolume - bidVolume)}`,
    ...markWords(cells.marks[row] ?? 0),
  );
  if (row === cells.mostRow) parts.push('most volume of the bar');
  if (cells.unfinishedHigh && row === cells.bids.length - 1) parts.push('unfinished high');
  if (cells.unfinishedLow && row === 0) parts.push('unfinished low');
  return [...parts, ...events.map(({ type }) => EVENT_LOOKS[type].title)].join(' · ');
}

/** The label of the picture for screen readers. */
export function footprintSummary(input: FootprintInput, facts: FootprintFacts): string {
  const newest = facts.at(facts.length - 1);
  if (input.instrument === null || newest === undefined) return 'Footprint without bars';
  const { bar, statistics } = newest;
  return [
    `Footprint of ${input.instrument.name}, ${facts.length} bars`,
    `newest from ${clockOf(input.timeZone).minute(bar.startMs)}`,
    `last price ${formatPrice(input.instrument, bar.closeTicks)}`,
    `volume ${sizeText(statistics.volume)}`,
    `delta ${signedText(statistics.delta)}`,
    input.isOld ? 'values are old' : '',
  ]
    .filter((part) => part !== '')
    .join(', ');
}

export const BAR_COLUMNS = [
  'Bar',
  'High',
  'Low',
  'Close',
  'Volume',
  'Delta',
  'Delta %',
  'Max delta',
  'Min delta',
  'CVD',
  'Most volume at',
  'Stacked',
  'Unfinished',
] as const;

export function barRow(input: Named, { bar, cells, statistics, isForming }: FootprintBar): readonly string[] {
  const price = (ticks: number): string =>
    input.instrument === null ? '' : formatPrice(input.instrument, ticks);
  const open = [cells.unfinishedHigh ? 'high' : '', cells.unfinishedLow ? 'low' : ''].filter(
    (end) => end !== '',
  );
  return [
    `${clockOf(input.timeZone).minute(bar.startMs)}${isForming ? ' (forming)' : ''}`,
    price(bar.highTicks),
    price(bar.lowTicks),
    price(bar.closeTicks),
    sizeText(statistics.volume),
    signedText(statistics.delta),
    `${signedText(Math.round(statistics.deltaPercent))}%`,
    signedText(statistics.maxDelta),
    signedText(statistics.minDelta),
    signedText(statistics.cumulativeDelta),
    rowName(input, cells.lowTicks + cells.mostRow * cells.rowTicks, cells.rowTicks),
    cells.stacks.map(({ side, rows }) => `${rows} ${side}s`).join(', '),
    open.join(', '),
  ];
}

export const CELL_COLUMNS = ['Price', 'Bid', 'Ask', 'Delta', 'Volume', 'Marks'] as const;

/** Rows of a bar from the highest price down. */
export function cellRowsInWords(input: Named, { cells }: FootprintBar): readonly (readonly string[])[] {
  return Array.from({ length: cells.bids.length }, (_, at) => {
    const row = cells.bids.length - 1 - at;
    const [bid, ask] = [cells.bids[row]!, cells.asks[row]!];
    return [
      rowName(input, cells.lowTicks + row * cells.rowTicks, cells.rowTicks),
      sizeText(bid),
      sizeText(ask),
      signedText(ask - bid),
      sizeText(bid + ask),
      [...markWords(cells.marks[row]!), ...(row === cells.mostRow ? ['most volume'] : [])].join(', '),
    ];
  });
}
