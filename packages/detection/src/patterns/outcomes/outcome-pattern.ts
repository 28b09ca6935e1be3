/** Makes the pattern of a declared outcome: momentum exhaustion, smart reversal, triple convergence. */

import {
  type EvidenceValue,
  type FlowEventStatus,
  NS_PER_MS,
  type Pattern,
  type PatternLevel,
  type PatternType,
} from '@undertow/market';
import { EMIT_CONFIDENCE, type Judgement } from '#calibration/judge.ts';
import { eventId } from '#evidence/event-id.ts';
import { judgementFields } from '#evidence/judgement-fields.ts';
import { severityOf } from '#evidence/significance.ts';
import type { MarketView } from '#view/market-view.ts';
import type { Barriers } from './barrier-watch.ts';

/** A declared outcome is informative only where it is likelier by this than such outcomes are anyway. */
const ABOVE_BASE = 0.1;

export function isWorthRaising({ confidence, base }: Judgement): boolean {
  return confidence >= Math.max(EMIT_CONFIDENCE, base + ABOVE_BASE);
}

/** A declared outcome that was shown; it becomes true or not. */
export interface RaisedOutcome extends Barriers {
  readonly type: PatternType;
  readonly startMs: number;
  readonly detectedMs: number;
  readonly priceTicks: number;
  readonly zoneLowTicks: number;
  readonly zoneHighTicks: number;
  readonly size: number;
  readonly timeframe: string;
  readonly description: string;
  readonly evidence: { readonly [key: string]: EvidenceValue };
  readonly judgement: Judgement;
  readonly percentile: number;
  readonly degraded: boolean;
}

function millisToNs(timeMs: number): bigint {
  return BigInt(Math.round(timeMs)) * NS_PER_MS;
}

/** `won`: undefined while it is open, null when it was interrupted. */
export function outcomePattern(
  raised: RaisedOutcome,
  view: MarketView,
  won: boolean | null | undefined,
  updatedMs: number,
): Pattern {
  const side = raised.sign > 0 ? 'bid' : 'ask';
  const { judgement } = raised;
  return {
    id: eventId({
      detector: raised.type,
      instrumentId: view.instrument.id,
      side,
      priceTicks: raised.priceTicks,
      startNs: millisToNs(raised.startMs),
      key: raised.key,
    }),
    type: raised.type,
    sub: null,
    instrumentId: view.instrument.id,
    side,
    direction: raised.sign > 0 ? 'up' : 'down',
    priceTicks: raised.priceTicks,
    levels: levelsOf(raised),
    size: raised.size,
    timeframe: raised.timeframe,
    tier: view.tier,
    exact: false,
    ...judgementFields(judgement),
    status: statusOf(won),
    startNs: millisToNs(raised.startMs),
    detectedNs: millisToNs(raised.detectedMs),
    updatedNs: millisToNs(updatedMs),
    expiresNs: millisToNs(raised.dueMs),
    degraded: raised.degraded,
    description: raised.description,
    barriers: {
      winTicks: raised.winTicks,
      loseTicks: raised.loseTicks,
      withinMs: Math.round(raised.dueMs - raised.detectedMs),
      stayMs: 0,
    },
    severity: severityOf(judgement.confidence, raised.percentile),
    evidence: {
      ...raised.evidence,
      baseRateShare: judgement.base,
      targetTicks: raised.winTicks,
      invalidTicks: raised.loseTicks,
      withinMs: Math.round(raised.dueMs - raised.detectedMs),
      outcome: won === undefined ? 'pending' : won === null ? 'interrupted' : won ? 'reached' : 'not reached',
      tier: view.tier,
    },
  };
}

function statusOf(won: boolean | null | undefined): FlowEventStatus {
  if (won === undefined) return 'open';
  if (won === null) return 'expired';
  return won ? 'confirmed' : 'failed';
}

function levelsOf(raised: RaisedOutcome): PatternLevel[] {
  return [
    { label: 'zone', lowTicks: raised.zoneLowTicks, highTicks: raised.zoneHighTicks },
    { label: 'target', lowTicks: raised.winTicks, highTicks: raised.winTicks },
    { label: 'invalid', lowTicks: raised.loseTicks, highTicks: raised.loseTicks },
  ];
}
