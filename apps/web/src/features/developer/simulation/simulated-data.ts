/**
 * The exported form of the simulated data: decimal strings and instants, for the export and as the structure to copy.
 */
import { instantOfMs } from '@undertow/contracts';
import { type Bar, formatTicks, type Instrument } from '@undertow/market';
import type { SimulatedEvent } from './simulated-events.ts';
import type { SimulatedLevel } from './simulated-market.ts';
import type { SimulationState } from './simulation.ts';
import { SIMULATION_SEED } from './simulation-settings.ts';

/** Specification, section 3. */
export function marketTick(instrument: Instrument, bar: Bar) {
  const price = (ticks: number): string => formatTicks(instrument, ticks);
  return {
    timestamp: instantOfMs(bar.startMs),
    open: price(bar.openTicks),
    high: price(bar.highTicks),
    low: price(bar.lowTicks),
    close: price(bar.closeTicks),
    volume: bar.volume,
    timeframe: '1m',
  };
}

export function orderFlowEvent(instrument: Instrument, event: SimulatedEvent) {
  const price = (ticks: number): string => formatTicks(instrument, ticks);
  return {
    eventType: event.eventType,
    price: price(event.priceTicks),
    size: event.size,
    confidence: event.confidence,
    metadata: {
      side: event.side,
      low: price(event.lowTicks),
      high: price(event.highTicks),
      startedAt: instantOfMs(event.startedMs),
      label: event.label,
      observability: String(event.observability),
    },
    detectedAt: instantOfMs(event.detectedMs),
    expiresAt: instantOfMs(event.expiresMs),
  };
}

export function orderBookLevel(instrument: Instrument, { side, priceTicks, size }: SimulatedLevel) {
  return { side, price: formatTicks(instrument, priceTicks), size };
}

/** Everything that is kept, oldest first, with what it takes to make the same market again. */
export function simulationExport(state: SimulationState, exportedMs: number) {
  const { instrument, intervalMs, updates, ticks, events, book } = state;
  return {
    source: 'simulated',
    instrument: instrument.symbol,
    seed: SIMULATION_SEED,
    intervalMs,
    updates,
    exportedAt: instantOfMs(exportedMs),
    ticks: ticks.map((bar) => marketTick(instrument, bar)),
    events: events.toReversed().map((event) => orderFlowEvent(instrument, event)),
    orderBook: book.map((level) => orderBookLevel(instrument, level)),
  };
}

/** What Copy Code Structure puts into the clipboard. */
export const CODE_STRUCTURE = `interface MarketTick {
  timestamp: string; // instant, UTC
  open: string; // decimal price
  high: string;
  low: string;
  close: string;
  volume: number; // contracts
  timeframe: '1m';
}

interface OrderFlowEvent {
  eventType:
    | 'iceberg_detection'
    | 'absorption_pattern'
    | 'support_resistance'
    | 'stop_run'
    | 'market_spoofing'
    | 'large_order'
    | 'momentum_shift'
    | 'retail_trap_zone'
    | 'liquidity_hunt'
    | 'smart_money_entry';
  price: string;
  size: number;
  confidence: number; // 0 to 1
  metadata: {
    side: 'bid' | 'ask' | null;
    low: string;
    high: string;
    startedAt: string;
    label: string; // the simulator's own words
    observability: 'exact' | 'strong' | 'weak';
  };
  detectedAt: string;
  expiresAt: string;
}

interface OrderBookLevel {
  side: 'bid' | 'ask';
  price: string;
  size: number;
}
`;
