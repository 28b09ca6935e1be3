/** Facts to wire shapes: integer ticks become decimal strings, instants become ISO 8601 text, here and only here. */
import {
  byEventType,
  type ContractBar,
  DAY_MS,
  type DayFacts,
  dayString,
  type FlowEvent,
  type FlowEventType,
  formatAverageTicks,
  formatTicks,
  HOUR_MS,
  type Instrument,
  MINUTE_MS,
  NS_PER_MS,
  stateOf,
  utcDayOf,
} from '@undertow/market';
import type {
  EventCounts,
  MarketDataBar,
  OrderBookRow,
  OrderFlowEventDto,
  SessionFacts,
} from '#market/market-data.ts';
import type { TimeframeName } from '#shapes/primitives.ts';

/** A price level of the book. */
export interface EncodableLevel {
  readonly priceTicks: number;
  readonly size: number;
  readonly orders: number | null;
}

/** ISO 8601 in UTC with milliseconds of an instant in milliseconds since 1970 UTC; fractions are cut. */
export function instantOfMs(timeMs: number): string {
  const whole = Math.floor(timeMs);
  const day = utcDayOf(whole);
  const ofDay = whole - day * DAY_MS;
  const two = (value: number): string => (value < 10 ? `0${value}` : `${value}`);
  const hours = Math.floor(ofDay / HOUR_MS);
  const minutes = Math.floor(ofDay / MINUTE_MS) % 60;
  const seconds = Math.floor(ofDay / 1000) % 60;
  const millis = String(ofDay % 1000).padStart(3, '0');
  return `${dayString(day)}T${two(hours)}:${two(minutes)}:${two(seconds)}.${millis}Z`;
}

/** ISO 8601 in UTC with milliseconds of an instant in nanoseconds since 1970 UTC; fractions are cut. */
export function instantOfNs(timeNs: bigint): string {
  return instantOfMs(Number(timeNs / NS_PER_MS));
}

/** A bar of `timeframe` on the wire. `complete` is false while the bar is still forming. */
export function encodeBar(
  instrument: Instrument,
  bar: ContractBar,
  timeframe: TimeframeName,
  complete: boolean,
): MarketDataBar {
  return {
    instrumentId: instrument.id,
    contract: bar.contract,
    timestamp: instantOfMs(bar.startMs),
    open: formatTicks(instrument, bar.openTicks),
    high: formatTicks(instrument, bar.highTicks),
    low: formatTicks(instrument, bar.lowTicks),
    close: formatTicks(instrument, bar.closeTicks),
    volume: bar.volume,
    buyVolume: bar.buyVolume,
    sellVolume: bar.sellVolume,
    trades: bar.trades,
    vwap: bar.vwapTicks === null ? null : formatAverageTicks(instrument, bar.vwapTicks),
    timeframe,
    complete,
  };
}

/** The ten best bids, then the ten best asks, best first. `asOfMs` is the instant of this state. */
export function encodeBook(
  instrument: Instrument,
  bids: readonly EncodableLevel[],
  asks: readonly EncodableLevel[],
  asOfMs: number,
): OrderBookRow[] {
  const timestamp = instantOfMs(asOfMs);
  const rows: OrderBookRow[] = [];
  const push = (side: 'bid' | 'ask', level: EncodableLevel): void => {
    rows.push({
      side,
      price: formatTicks(instrument, level.priceTicks),
      size: level.size,
      orders: level.orders,
      timestamp,
    });
  };
  for (const level of bids.slice(0, 10)) push('bid', level);
  for (const level of asks.slice(0, 10)) push('ask', level);
  return rows;
}

/** An order-flow event on the wire. Its evidence is served only by the evidence route. */
export function encodeFlowEvent(instrument: Instrument, event: FlowEvent): OrderFlowEventDto {
  return {
    id: event.id,
    instrumentId: event.instrumentId,
    instrumentSymbol: instrument.symbol,
    eventType: event.type,
    price: formatTicks(instrument, event.priceTicks),
    size: event.size,
    confidence: event.confidence,
    metadata: {
      description: event.description,
      severity: event.severity,
      ...(event.zoneHeightTicks === null
        ? {}
        : { zoneHeight: formatTicks(instrument, event.zoneHeightTicks) }),
      sub: event.sub,
      side: event.side,
      priceLow: formatTicks(instrument, event.priceLowTicks),
      priceHigh: formatTicks(instrument, event.priceHighTicks),
      exact: event.exact,
      calibrator: event.calibrator,
      isWithdrawn: event.isWithdrawn === true,
      isNew: event.isNew === true,
      state: stateOf(event),
      existence: event.existence ?? null,
      // Events stored by an earlier release have no interval
      confidenceLow: event.confidenceLow ?? event.confidence,
      confidenceHigh: event.confidenceHigh ?? event.confidence,
      status: event.status,
      degraded: event.degraded,
      // Events stored by an earlier release have no rank and are shown
      perDay: event.perDay ?? 0,
      startedAt: instantOfNs(event.startNs),
      updatedAt: instantOfNs(event.updatedNs),
    },
    detectedAt: instantOfNs(event.detectedNs),
    expiresAt: instantOfNs(event.expiresNs),
  };
}

/** Counts by type, cut to the types that the viewer may see. */
export function encodeCounts(
  tradingDay: string,
  counts: ReadonlyMap<FlowEventType, number>,
  types: readonly FlowEventType[],
): EventCounts {
  const seen = { ...byEventType(() => 0) };
  let total = 0;
  for (const type of types) {
    const count = counts.get(type) ?? 0;
    seen[type] = count;
    total += count;
  }
  return { tradingDay, counts: seen, total };
}

/** What the exchange announced of a contract; null for what it has not announced. */
export interface AnnouncedFacts {
  /** Settlement of the trading day before the present one. */
  readonly priorTicks: number | null;
  /** The last settlement, of today once it is announced, and its trading day. */
  readonly newest: { readonly day: string; readonly ticks: number } | null;
  readonly openInterest: number | null;
}

type Change = Pick<SessionFacts, 'change' | 'changePercent' | 'changeFrom'>;

/** The day's change counts from the announced settlement of the day before, else from its last price, else from the day's first one. */
function changeOf(instrument: Instrument, facts: DayFacts, priorTicks: number | null): Change {
  const { lastTicks, changeTicks, changePercent, priorSettlementTicks } = facts;
  if (lastTicks !== null && priorTicks !== null) {
    const ticks = lastTicks - priorTicks;
    return {
      change: formatTicks(instrument, ticks),
      changePercent: priorTicks === 0 ? null : (ticks / Math.abs(priorTicks)) * 100,
      changeFrom: 'settlement',
    };
  }
  if (changeTicks === null) return { change: null, changePercent, changeFrom: null };
  const changeFrom = priorSettlementTicks === null ? 'first_price' : 'last_price';
  return { change: formatTicks(instrument, changeTicks), changePercent, changeFrom };
}

/**
 * Session levels, VWAP and volume profile on the wire, with what the exchange announced, if anything. `tradingDay` is used until
 * the market has reported one.
 */
export function encodeSessionFacts(
  instrument: Instrument,
  facts: DayFacts,
  tradingDay: string,
  announced: AnnouncedFacts | null,
): SessionFacts {
  const price = (ticks: number | null): string | null =>
    ticks === null ? null : formatTicks(instrument, ticks);
  return {
    instrumentId: instrument.id,
    tradingDay: facts.tradingDay ?? tradingDay,
    lastPrice: price(facts.lastTicks),
    ...changeOf(instrument, facts, announced?.priorTicks ?? null),
    dailyTrend: facts.dailyTrend,
    volume: facts.volume,
    vwap: facts.vwapTicks === null ? null : formatAverageTicks(instrument, facts.vwapTicks),
    priorHigh: price(facts.priorHighTicks),
    priorLow: price(facts.priorLowTicks),
    priorSettlement: price(announced?.priorTicks ?? facts.priorSettlementTicks),
    settlement: price(announced?.newest?.ticks ?? null),
    settlementDay: announced?.newest?.day ?? null,
    openInterest: announced?.openInterest ?? null,
    overnightHigh: price(facts.overnightHighTicks),
    overnightLow: price(facts.overnightLowTicks),
    openingRangeHigh: price(facts.openingRangeHighTicks),
    openingRangeLow: price(facts.openingRangeLowTicks),
    pointOfControl: price(facts.pointOfControlTicks),
    valueAreaHigh: price(facts.valueAreaHighTicks),
    valueAreaLow: price(facts.valueAreaLowTicks),
    profile: facts.profile
      .filter((row) => row.volume > 0)
      .map((row) => ({ price: formatTicks(instrument, row.priceTicks), volume: row.volume })),
  };
}
