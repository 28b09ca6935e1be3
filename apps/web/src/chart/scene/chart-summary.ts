/** The chart in words (label of the figure) and in rows (the table behind H). */
import { formatPrice, type Instrument } from '@undertow/market';
import type { ChartInput } from '#chart/data/chart-input.ts';
import { windowLeft } from '#chart/data/event-windows.ts';
import { watermarkOf } from '#chart/data/feed-words.ts';
import { activeSignals } from '#chart/data/signals.ts';
import { signedText, sizeText } from '#chart/data/size-text.ts';
import { zoneClock } from '#chart/data/time-labels.ts';
import { countOf, formatConfidence } from '#lib/format/formats.ts';
import { formatAge } from '#lib/format/times.ts';
import { EVENT_LOOKS } from '#lib/words/event-looks.ts';
import { certaintyText } from './ai-tags.ts';

/** What is active on the live chart; for a past moment, where nothing is active any more, what was found then. */
function eventsText(input: ChartInput, nowMs: number, price: (ticks: number) => string): string {
  const isPast = input.activeEvents.most === 0;
  const shown = isPast
    ? input.events
    : activeSignals(input.events, nowMs, input.activeEvents.most).map(({ event }) => event);
  const state = isPast ? '' : 'active ';
  if (!input.layers.events || shown.length === 0) return `No ${state}signals`;
  const words = shown.map(({ type, priceTicks }) => `${EVENT_LOOKS[type].title} at ${price(priceTicks)}`);
  return `${countOf(shown.length, `${state}signal`)}: ${words.join(', ')}`;
}

function rollTexts(
  { rolls, isAdjusted, timeZone }: ChartInput,
  price: (ticks: number) => string,
): readonly string[] {
  const clock = zoneClock(timeZone);
  return rolls.map(({ atMs, from, to, offsetTicks }) => {
    const shift = isAdjusted
      ? `earlier prices shifted by ${price(offsetTicks)}`
      : `offset ${price(offsetTicks)}`;
    return `Rolled from ${from} to ${to} on ${clock.day(atMs)}, ${shift}`;
  });
}

/** ` of 10 minutes`, ` of 15 seconds`; nothing for bars that no time ends. */
function lengthWords(minutes: number): string {
  if (minutes === 0) return '';
  return minutes < 1 ? ` of ${countOf(Math.round(minutes * 60), 'second')}` : ` of ${minutes} minutes`;
}

/** One sentence per fact; read out when the chart gets the focus. `nowMs` is the server's clock. */
export function chartSummary(input: ChartInput, nowMs: number): string {
  const { instrument, bars } = input;
  const first = bars[0];
  const last = bars.at(-1);
  if (instrument === null) return 'Chart. No instrument selected.';
  if (first === undefined || last === undefined) return `${instrument.name} chart. Loading market data.`;
  const clock = zoneClock(input.timeZone);
  const price = (ticks: number): string => formatPrice(instrument, ticks);
  const high = bars.reduce((peak, bar) => Math.max(peak, bar.highTicks), first.highTicks);
  const low = bars.reduce((least, bar) => Math.min(least, bar.lowTicks), first.lowTicks);
  const marks = input.marks.map(
    ({ text, priceTicks, timeMs }) => `${text} at ${price(priceTicks)}, ${clock.minute(timeMs)}`,
  );
  return [
    `${instrument.name} chart`,
    `${bars.length} candles${lengthWords(input.timeframeMinutes)} from ${clock.minute(first.startMs)} to ${clock.minute(last.startMs)} ${clock.zone(last.startMs)}`,
    `Last price ${price(input.lastPriceTicks ?? last.closeTicks)}, high ${price(high)}, low ${price(low)}`,
    eventsText(input, nowMs, price),
    ...marks,
    ...rollTexts(input, price),
    ...(watermarkOf(input.feed) === null ? [] : [watermarkOf(input.feed) as string]),
  ].join('. ');
}

export interface ChartTable {
  /** Newest first: time, open, high, low, close, volume, delta, VWAP. */
  readonly bars: readonly (readonly string[])[];
  /** Active first: event, price, confidence, age, state. */
  readonly events: readonly (readonly string[])[];
  /** Name and price. */
  readonly levels: readonly (readonly [name: string, price: string])[];
}

export const BAR_COLUMNS = ['Time', 'Open', 'High', 'Low', 'Close', 'Volume', 'Delta', 'VWAP'] as const;
export const EVENT_COLUMNS = ['Event', 'Price', 'Confidence', 'Age', 'State'] as const;

/** Rows of the table of bars. */
const MAX_ROWS = 200;

function barRows(input: ChartInput, instrument: Instrument): string[][] {
  const clock = zoneClock(input.timeZone);
  const price = (ticks: number): string => formatPrice(instrument, ticks);
  return input.bars
    .slice(-MAX_ROWS)
    .map((bar) => [
      `${clock.day(bar.startMs)} ${clock.minute(bar.startMs)}`,
      price(bar.openTicks),
      price(bar.highTicks),
      price(bar.lowTicks),
      price(bar.closeTicks),
      sizeText(bar.volume),
      signedText(bar.buyVolume - bar.sellVolume),
      bar.vwapTicks === null ? '' : price(Math.round(bar.vwapTicks)),
    ])
    .reverse();
}

function eventRows(input: ChartInput, instrument: Instrument, nowMs: number): string[][] {
  return [...input.events]
    .sort((a, b) => b.updatedMs - a.updatedMs)
    .map((event) => {
      const ageMs = Math.max(0, nowMs - event.updatedMs);
      return [
        EVENT_LOOKS[event.type].title,
        formatPrice(instrument, event.priceTicks),
        formatConfidence(event.confidence, event.exact),
        formatAge(ageMs),
        `${windowLeft(event.type, ageMs) > 0 ? 'active' : 'expired'}${event.degraded ? ', degraded' : ''}`,
      ];
    });
}

function levelRows(input: ChartInput, instrument: Instrument): [string, string][] {
  const session = input.sessionLevels;
  const profile = input.profile;
  const rows: [string, number | null | undefined][] = [
    ['Prior high', session?.priorHighTicks],
    ['Prior low', session?.priorLowTicks],
    ['Prior settlement', session?.priorSettlementTicks],
    ['Overnight high', session?.overnightHighTicks],
    ['Overnight low', session?.overnightLowTicks],
    ['Opening range high', session?.openingRangeHighTicks],
    ['Opening range low', session?.openingRangeLowTicks],
    ['Point of control', profile?.pointOfControlTicks],
    ['Value area high', profile?.valueAreaHighTicks],
    ['Value area low', profile?.valueAreaLowTicks],
    ...input.aiLevels.map((level): [string, number] => [
      `AI ${level.label} ${certaintyText(level)}`,
      level.priceTicks,
    ]),
  ];
  return rows.flatMap(([name, ticks]) =>
    ticks === null || ticks === undefined ? [] : [[name, formatPrice(instrument, ticks)] as [string, string]],
  );
}

/** The same data as the canvas shows, as text. `nowMs` is the server's clock. */
export function chartTable(input: ChartInput, nowMs: number): ChartTable {
  const { instrument } = input;
  if (instrument === null) return { bars: [], events: [], levels: [] };
  return {
    bars: barRows(input, instrument),
    events: eventRows(input, instrument, nowMs),
    levels: levelRows(input, instrument),
  };
}
