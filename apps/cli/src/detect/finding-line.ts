/** Lines of `undertow detect`: an event, a pattern or an election with decimal prices and times as decimal strings. */
import type { StopElection } from '@undertow/detection';
import { type FlowEvent, formatTicks, type Instrument, type Pattern } from '@undertow/market';

/** What lines name their instrument by. */
export interface Named {
  readonly instrument: Instrument;
  readonly symbol: string;
}

/** An elected stop is an exact fact of its own, printed whether or not it became part of a run. */
export function electionLine({ instrument, symbol }: Named, election: StopElection): object {
  const price = (ticks: number): string => formatTicks(instrument, ticks);
  return {
    id: election.id,
    symbol,
    eventType: 'stop_election',
    side: election.side,
    price: price(election.firstTicks),
    priceLow: price(election.lowTicks),
    priceHigh: price(election.highTicks),
    size: election.contracts,
    confidence: 1,
    exact: true,
    detectedAt: election.timeNs.toString(),
    metadata: { stops: election.stops },
  };
}

export function eventLine({ instrument, symbol }: Named, event: FlowEvent, detectedNs: bigint): object {
  const price = (ticks: number): string => formatTicks(instrument, ticks);
  const { zoneHeightTicks } = event;
  return {
    id: event.id,
    symbol,
    eventType: event.type,
    side: event.side,
    price: price(event.priceTicks),
    priceLow: price(event.priceLowTicks),
    priceHigh: price(event.priceHighTicks),
    size: event.size,
    confidence: event.confidence,
    exact: event.exact,
    detectedAt: detectedNs.toString(),
    metadata: {
      ...sharedMetadata(event),
      zoneHeight: zoneHeightTicks === null ? null : price(zoneHeightTicks),
      evidence: event.evidence,
    },
  };
}

export function patternLine({ instrument, symbol }: Named, pattern: Pattern, detectedNs: bigint): object {
  const price = (ticks: number): string => formatTicks(instrument, ticks);
  const lows = pattern.levels.map(({ lowTicks }) => lowTicks);
  const highs = pattern.levels.map(({ highTicks }) => highTicks);
  return {
    id: pattern.id,
    symbol,
    eventType: pattern.type,
    side: pattern.side,
    price: price(pattern.priceTicks),
    priceLow: price(Math.min(...lows, ...(lows.length === 0 ? [pattern.priceTicks] : []))),
    priceHigh: price(Math.max(...highs, ...(highs.length === 0 ? [pattern.priceTicks] : []))),
    size: pattern.size,
    confidence: pattern.confidence,
    exact: pattern.exact,
    detectedAt: detectedNs.toString(),
    metadata: {
      ...sharedMetadata(pattern),
      direction: pattern.direction,
      timeframe: pattern.timeframe,
      levels: pattern.levels.map((level) => ({
        label: level.label,
        low: price(level.lowTicks),
        high: price(level.highTicks),
      })),
      evidence: pattern.evidence,
    },
  };
}

function sharedMetadata(finding: FlowEvent | Pattern): object {
  return {
    description: finding.description,
    severity: finding.severity,
    sub: finding.sub,
    status: finding.status,
    tier: finding.tier,
    calibrator: finding.calibrator,
    score: finding.score,
    confidenceLow: finding.confidenceLow,
    confidenceHigh: finding.confidenceHigh,
    degraded: finding.degraded,
    startedAt: finding.startNs.toString(),
    updatedAt: finding.updatedNs.toString(),
  };
}
