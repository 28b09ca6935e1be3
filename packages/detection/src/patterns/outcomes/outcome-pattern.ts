/** Makes the pattern of a bet on where price goes: momentum exhaustion, smart reversal, triple convergence. */

import type { EvidenceValue, FlowEventStatus, Pattern, PatternLevel, PatternType } from '@undertow/market';
import { EMIT_CONFIDENCE, type Judgement } from '#calibration/judge.ts';
import type { MarketView } from '#view/market-view.ts';
import type { BarrierBet } from './barrier-watch.ts';
import { eventId } from '#evidence/event-id.ts';
import { severityOf } from '#evidence/significance.ts';
import { toldJudgement } from '#evidence/judgement-fields.ts';

const NS_PER_MS = 1_000_000n;

/** A bet on price says something only where it is likelier by this than such bets are anyway. */
const ABOVE_BASE = 0.1;

export function isWorthRaising({ confidence, base }: Judgement): boolean {
  return confidence >= Math.max(EMIT_CONFIDENCE, base + ABOVE_BASE);
}

/** A bet that was shown; it becomes true or not. */
export interface PatternBet extends BarrierBet {
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
  bet: PatternBet,
  view: MarketView,
  won: boolean | null | undefined,
  updatedMs: number,
): Pattern {
  const side = bet.sign > 0 ? 'bid' : 'ask';
  const { judgement } = bet;
  return {
    id: eventId({
      detector: bet.type,
      instrumentId: view.instrument.id,
      side,
      priceTicks: bet.priceTicks,
      startNs: millisToNs(bet.startMs),
      key: bet.key,
    }),
    type: bet.type,
    sub: null,
    instrumentId: view.instrument.id,
    side,
    direction: bet.sign > 0 ? 'up' : 'down',
    priceTicks: bet.priceTicks,
    levels: levelsOf(bet),
    size: bet.size,
    timeframe: bet.timeframe,
    tier: view.tier,
    exact: false,
    ...toldJudgement(judgement),
    status: statusOf(won),
    startNs: millisToNs(bet.startMs),
    detectedNs: millisToNs(bet.detectedMs),
    updatedNs: millisToNs(updatedMs),
    expiresNs: millisToNs(bet.dueMs),
    degraded: bet.degraded,
    description: bet.description,
    severity: severityOf(judgement.confidence, bet.percentile),
    evidence: {
      ...bet.evidence,
      baseRateShare: judgement.base,
      targetTicks: bet.winTicks,
      invalidTicks: bet.loseTicks,
      withinMs: Math.round(bet.dueMs - bet.detectedMs),
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

function levelsOf(bet: PatternBet): PatternLevel[] {
  return [
    { label: 'zone', lowTicks: bet.zoneLowTicks, highTicks: bet.zoneHighTicks },
    { label: 'target', lowTicks: bet.winTicks, highTicks: bet.winTicks },
    { label: 'invalid', lowTicks: bet.loseTicks, highTicks: bet.loseTicks },
  ];
}
