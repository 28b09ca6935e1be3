/**
 * The signals that a reversal is made of, read from the board: who was run over, trapped, absorbed or turned, and
 * where.
 */
import {
  type BookSide,
  type EvidenceValue,
  existenceOf,
  type FlowEvent,
  MS_NS,
  type Pattern,
} from '@undertow/market';
import type { SignalBoard } from '#view/signal-board.ts';

export type SignalKind = 'stop run' | 'trap' | 'absorption' | 'level';

/** One signal in favour of a direction. */
export interface ReversalSignal {
  readonly kind: SignalKind;
  readonly id: string;
  /** 1 where price is expected to rise. */
  readonly sign: number;
  readonly timeMs: number;
  readonly lowTicks: number;
  readonly highTicks: number;
  readonly size: number;
  /** Probability that it holds or turns, 0 to 1. */
  readonly confidence: number;
}

/** All signals of the last milliseconds, oldest first within a kind. */
export function reversalSignals(board: SignalBoard, sinceMs: number): ReversalSignal[] {
  const signals: ReversalSignal[] = [];
  // Buy stops drive price up, trapped buyers hold it there: the reversal goes down.
  for (const run of board.events('stop_run', sinceMs)) {
    signals.push(signalOf('stop run', run, -signOf(run.side), forecastOf(run.evidence['pReversal'])));
  }
  for (const trap of board.patterns('retail_trap_zone', sinceMs)) {
    if (trap.status === 'open') signals.push(signalOf('trap', trap, -signOf(trap.side), existenceOf(trap)));
  }
  for (const one of board.events('absorption', sinceMs)) {
    if (one.status !== 'failed')
      signals.push(signalOf('absorption', one, signOf(one.side), existenceOf(one)));
  }
  for (const type of ['support', 'resistance'] as const) {
    for (const level of board.events(type, sinceMs)) {
      const { outcome } = level.evidence;
      if (outcome !== 'touched' && outcome !== 'bounced') continue;
      signals.push(signalOf('level', level, signOf(level.side), forecastOf(level.evidence['bounce'])));
    }
  }
  return signals;
}

function signOf(side: BookSide | null): number {
  return side === 'bid' ? 1 : -1;
}

function signalOf(
  kind: SignalKind,
  from: FlowEvent | Pattern,
  sign: number,
  confidence: number,
): ReversalSignal {
  const zone = 'levels' in from ? from.levels.find(({ label }) => label === 'zone') : undefined;
  const low = 'priceLowTicks' in from ? from.priceLowTicks : from.priceTicks;
  const high = 'priceHighTicks' in from ? from.priceHighTicks : from.priceTicks;
  return {
    kind,
    id: from.id,
    sign,
    timeMs: Number(from.updatedNs) / MS_NS,
    lowTicks: zone?.lowTicks ?? low,
    highTicks: zone?.highTicks ?? high,
    size: from.size,
    confidence,
  };
}

/** Probability of an evidence value `{ p }` or `{ confidence }`; even odds where there is none. */
function forecastOf(value: EvidenceValue | undefined): number {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 0.5;
  const { p, confidence } = value as { readonly [key: string]: EvidenceValue };
  return typeof p === 'number' ? p : typeof confidence === 'number' ? confidence : 0.5;
}
