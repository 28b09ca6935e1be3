/**
 * The ten simulated event types, mapped from the real vocabulary: what the simulator itself says that its agents did,
 * nothing else.
 */

import { type BookSide, type FlowEventType, NS_PER_MS, type PatternType } from '@undertow/market';
import type { Label } from '@undertow/simulator';
import { lifetimeMs } from '#chart/data/event-windows.ts';

interface TypeRow {
  readonly name: string;
  /** The product's own types of the same thing; none where the product has no such type. */
  readonly real: readonly (FlowEventType | PatternType)[];
  /** Whether a label of the simulator is one of these. */
  readonly holds: (label: Label) => boolean;
  /** What the chart draws it as; null: it is in lists only. */
  readonly drawnAs: (side: BookSide | null) => FlowEventType | null;
}

const ofType =
  (...types: readonly Label['type'][]) =>
  ({ type }: Label): boolean =>
    types.includes(type);

const always = (type: FlowEventType) => (): FlowEventType => type;
const listOnly = (): null => null;

/** Specification, section 3. The first row that holds a label names it. */
export const SIMULATED_TYPES = [
  {
    name: 'iceberg_detection',
    real: ['iceberg'],
    holds: ofType('iceberg'),
    drawnAs: always('iceberg'),
  },
  {
    name: 'absorption_pattern',
    real: ['absorption'],
    holds: ofType('absorption'),
    drawnAs: always('absorption'),
  },
  {
    name: 'support_resistance',
    real: ['support', 'resistance'],
    holds: ofType('support', 'resistance'),
    drawnAs: (side) => (side === 'ask' ? 'resistance' : 'support'),
  },
  // A run that a trader brought about is a hunt; every other one is a stop run.
  {
    name: 'liquidity_hunt',
    real: ['stop_run'],
    holds: ({ type, sub }) => type === 'stop_run' && sub === 'hunted',
    drawnAs: always('stop_run'),
  },
  {
    name: 'stop_run',
    real: ['stop_run'],
    holds: ofType('stop_run'),
    drawnAs: always('stop_run'),
  },
  {
    name: 'market_spoofing',
    real: ['spoofing'],
    holds: ofType('spoofing'),
    drawnAs: always('spoofing'),
  },
  // A large resting order that is meant to trade: the product reports no such thing.
  {
    name: 'large_order',
    real: [],
    holds: ({ type, sub }) => type === 'neg' && sub === 'bigHonest',
    drawnAs: listOnly,
  },
  // The market begins to drift.
  {
    name: 'momentum_shift',
    real: ['market_structure'],
    holds: ({ type, sub }) => type === 'regime' && sub.startsWith('trend-'),
    drawnAs: listOnly,
  },
  // Trapped buyers (the bid side) bought above: their price is in the way of the next rise.
  {
    name: 'retail_trap_zone',
    real: ['retail_trap_zone'],
    holds: ofType('trap'),
    drawnAs: (side) => (side === 'bid' ? 'resistance' : 'support'),
  },
  {
    name: 'smart_money_entry',
    real: ['institutional_activity'],
    holds: ofType('institutional'),
    drawnAs: listOnly,
  },
] as const satisfies readonly TypeRow[];

export type SimulatedType = (typeof SIMULATED_TYPES)[number]['name'];

/** Lifetime of what the chart does not draw (specification, section 9: every other type). */
const OTHER_LIFETIME_MS = 120_000;

/**
 * One thing that happened in the simulated market. Prices in ticks, times in milliseconds since 1970 UTC of market
 * time.
 */
export interface SimulatedEvent {
  readonly id: string;
  readonly eventType: SimulatedType;
  readonly drawnAs: FlowEventType | null;
  readonly side: BookSide | null;
  readonly priceTicks: number;
  readonly lowTicks: number;
  readonly highTicks: number;
  /** Contracts that were executed, of a large order those that it shows; 0 where none is counted. */
  readonly size: number;
  /** 0 to 1. A label is the truth of its market, not a finding: always 1. */
  readonly confidence: number;
  readonly startedMs: number;
  /** When the simulator emitted it: after the pattern is over. */
  readonly detectedMs: number;
  readonly expiresMs: number;
  /** The simulator's own words, for example `iceberg/native`. */
  readonly label: string;
  /** How far the feed can show it. */
  readonly observability: Label['observability'];
}

const msOf = (timeNs: bigint): number => Number(timeNs / NS_PER_MS);

/** Null for what the feed never showed, and for labels that none of the ten types means. */
export function simulatedEventOf(label: Label): SimulatedEvent | null {
  const { id, type, sub, side, observability, tEvidentNs, priceLowTicks, priceHighTicks } = label;
  const rows: readonly TypeRow[] = SIMULATED_TYPES;
  const row = rows.find(({ holds }) => holds(label));
  if (row === undefined || observability === 'none' || tEvidentNs === null) return null;
  const drawnAs = row.drawnAs(side);
  const detectedMs = msOf(label.t1Ns);
  return {
    id,
    eventType: row.name as SimulatedType,
    drawnAs,
    side,
    priceTicks: side === 'ask' ? priceLowTicks : priceHighTicks,
    lowTicks: priceLowTicks,
    highTicks: priceHighTicks,
    size: row.name === 'large_order' ? Number(label.params['size']) : label.qty,
    confidence: 1,
    startedMs: msOf(label.t0Ns),
    detectedMs,
    expiresMs: detectedMs + (drawnAs === null ? OTHER_LIFETIME_MS : lifetimeMs(drawnAs)),
    label: `${type}/${sub}`,
    observability,
  };
}
