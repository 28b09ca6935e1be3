/** Made-up sessions: a random walk of the best prices with events in it, after which price drifts by a given distance. */
import {
  CME_CALENDAR,
  INSTRUMENTS,
  type Instrument,
  MINUTE_MS,
  SECOND_MS,
  seededDraws,
  TRENDS,
  type UnitDraw,
} from '@undertow/market';
import { NO_ASK, NO_BID, type QuoteColumns } from '#facts/quote-columns.ts';
import {
  FACTS_VERSION,
  type FactSpan,
  FINDING_EXACT,
  FINDING_TYPES,
  LEVEL_COUNT,
  NO_LEVEL,
  type SessionFacts,
} from '#facts/session-facts.ts';
import { SessionQuotes } from '#facts/session-quotes.ts';

export const ES = INSTRUMENTS.find(({ symbol }) => symbol === 'ES') as Instrument;
export const CALENDAR = CME_CALENDAR;
const BASE_TICKS = 20_000;

export interface MadeEvent {
  readonly atSecond: number;
  readonly side: 1 | -1;
  readonly id?: string;
  readonly type?: (typeof FINDING_TYPES)[number];
  readonly size?: number;
  /** Thousandths. */
  readonly confidence?: number;
  readonly flags?: number;
  /** Whole milliseconds after the beginning of the second. */
  readonly plusMs?: number;
}

export interface MadeSession {
  readonly tradingDay: string;
  readonly seed: number;
  readonly events?: readonly MadeEvent[];
  /** Seconds of the record, from the open. */
  readonly seconds?: number;
  /** Chance of a tick in the direction of an event in each of the 60 seconds after it, beyond the walk. */
  readonly edge?: number;
  readonly spans?: readonly FactSpan[];
  readonly contract?: string;
  readonly isLastOfContract?: boolean;
  /** Prices of the best bid by second instead of a walk. */
  readonly bids?: readonly number[];
}

interface Seconds {
  readonly bid: Int32Array;
  readonly traded: Int32Array;
}

function walk({ seconds = 14_400, bids, events = [], edge = 0 }: MadeSession, draw: UnitDraw): Seconds {
  const bid = new Int32Array(seconds);
  const traded = new Int32Array(seconds);
  let ticks = BASE_TICKS;
  for (let second = 0; second < seconds; second += 1) {
    const step = draw();
    if (step < 0.2) ticks += step < 0.1 ? 1 : -1;
    const recent = events.find(({ atSecond }) => second > atSecond && second <= atSecond + 60);
    if (draw() < edge && recent !== undefined) ticks += recent.side;
    bid[second] = bids === undefined ? ticks : bids[Math.min(second, bids.length - 1)]!;
    traded[second] = bid[second]! + (draw() < 0.5 ? 0 : 1);
  }
  return { bid, traded };
}

function quotesOf({ bid, traded }: Seconds): QuoteColumns {
  const before = bid.map((ticks, second) => (second === 0 ? ticks : bid[second - 1]!));
  const bidLow = bid.map((ticks, second) => Math.min(ticks, before[second]!));
  const bidHigh = bid.map((ticks, second) => Math.max(ticks, before[second]!));
  return {
    count: bid.length,
    second: Int32Array.from(bid.keys()),
    bidLow,
    askHigh: bidHigh.map((ticks) => ticks + 1),
    bidClose: bid,
    askClose: bid.map((ticks) => ticks + 1),
    tradeLow: traded,
    tradeHigh: traded,
    tradeLast: traded,
    bidSize: bid.map(() => 40),
    askSize: bid.map(() => 40),
    bidDepth: bid.map(() => 400),
    askDepth: bid.map(() => 400),
  };
}

function minutesOf({ traded }: Seconds): SessionFacts['minutes'] {
  const count = Math.floor(traded.length / 60);
  const of = (read: (prices: Int32Array) => number): Int32Array =>
    Int32Array.from({ length: count }, (_, minute) => read(traded.subarray(minute * 60, minute * 60 + 60)));
  return {
    count,
    minute: Int32Array.from({ length: count }, (_, minute) => minute),
    openTicks: of((prices) => prices[0]!),
    highTicks: of((prices) => Math.max(...prices)),
    lowTicks: of((prices) => Math.min(...prices)),
    closeTicks: of((prices) => prices[prices.length - 1]!),
    volume: of(() => 600),
    trend: of(() => TRENDS.indexOf('consolidating')),
    levels: new Int32Array(count * LEVEL_COUNT).fill(NO_LEVEL),
  };
}

function findingsOf(
  events: readonly MadeEvent[],
  { bid }: Seconds,
  openMs: number,
): SessionFacts['findings'] {
  const ids = [...new Set(events.map((event, at) => event.id ?? `event-${at}`))];
  const of = (read: (event: MadeEvent, at: number) => number): Int32Array => Int32Array.from(events, read);
  const price = of(({ atSecond }) => bid[Math.min(atSecond, bid.length - 1)]!);
  return {
    count: events.length,
    knownMs: Float64Array.from(events, ({ atSecond, plusMs = 0 }) => openMs + atSecond * SECOND_MS + plusMs),
    finding: of((event, at) => ids.indexOf(event.id ?? `event-${at}`)),
    type: of(({ type = 'iceberg' }) => FINDING_TYPES.indexOf(type)),
    side: of(({ side }) => side),
    priceTicks: price,
    lowTicks: price,
    highTicks: price,
    size: of(({ size = 300 }) => size),
    confidence: of(({ confidence = 1000 }) => confidence),
    flags: of(({ flags = FINDING_EXACT }) => flags),
    perDay: of(() => -1),
    ids,
  };
}

export function madeSession(made: MadeSession): SessionFacts {
  const { tradingDay, seed, events = [], spans = [], contract = 'ESZ6', isLastOfContract = false } = made;
  const session = CALENDAR.sessionBounds(tradingDay);
  const seconds = walk(made, seededDraws(seed));
  return {
    version: FACTS_VERSION,
    instrumentId: ES.id,
    symbol: ES.symbol,
    tradingDay,
    contract,
    detectors: '2.3.0',
    tier: 'L3',
    source: 'simulated',
    session,
    recorded: { openMs: session.openMs, closeMs: session.openMs + seconds.bid.length * SECOND_MS },
    regular: CALENDAR.regularHours(ES, tradingDay),
    isLastOfContract,
    spans,
    findings: findingsOf(events, seconds, session.openMs),
    minutes: minutesOf(seconds),
    quotes: SessionQuotes.of(quotesOf(seconds)),
  };
}

/** So many trading days from 2 March 2026 on. */
export function tradingDays(count: number): string[] {
  const days: string[] = [];
  let atMs = CALENDAR.sessionBounds('2026-03-02').openMs;
  while (days.length < count) {
    days.push(CALENDAR.tradingDayOf(atMs));
    atMs = CALENDAR.nextOpenMs(atMs + MINUTE_MS);
  }
  return days;
}

/** Events at random seconds that are far enough apart, on random sides. */
export function randomEvents(draw: UnitDraw, count: number, seconds = 14_400): MadeEvent[] {
  const part = Math.floor((seconds - 3600) / count);
  return Array.from({ length: count }, (_, at) => ({
    atSecond: 600 + at * part + Math.floor(draw() * (part - 120)),
    side: draw() < 0.5 ? 1 : -1,
  }));
}

/** With other quotes. */
export function withQuotes(
  facts: SessionFacts,
  change: (quotes: QuoteColumns) => Partial<QuoteColumns>,
): SessionFacts {
  const quotes = facts.quotes.columns();
  return { ...facts, quotes: SessionQuotes.of({ ...quotes, ...change(quotes) }) };
}

/** Without trades in these seconds. */
export function withoutTrades(facts: SessionFacts, from: number, to: number): SessionFacts {
  const isQuiet = (at: number): boolean => at >= from && at < to;
  return withQuotes(facts, ({ tradeLow, tradeHigh }) => ({
    tradeLow: tradeLow.map((ticks, at) => (isQuiet(at) ? NO_ASK : ticks)),
    tradeHigh: tradeHigh.map((ticks, at) => (isQuiet(at) ? NO_BID : ticks)),
  }));
}
