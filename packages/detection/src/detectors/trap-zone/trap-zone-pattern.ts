/** Makes the pattern of a trap zone from its episode. */

import {
  type FlowEventStatus,
  formatAverageTicks,
  formatPrice,
  MINUTE_MS,
  NS_PER_MS,
  type OutcomeBarriers,
  type Pattern,
  SIDE_BID,
} from '@undertow/market';
import { eventId } from '#evidence/event-id.ts';
import { headlineFields } from '#evidence/judgement-fields.ts';
import { severityOf } from '#evidence/significance.ts';
import { bookSide, grouped, rule } from '#evidence/wording.ts';
import type { MarketView } from '#view/market-view.ts';
import type { TrapEpisode, TrapOutcome } from './trap-zone-episode.ts';

/** A trap is watched for half an hour. */
export const TRAP_LIFE_MS = 30 * MINUTE_MS;

const STATUS: Readonly<Record<TrapOutcome, FlowEventStatus>> = {
  pending: 'open',
  followed: 'confirmed',
  're-entered': 'failed',
  expired: 'expired',
  interrupted: 'expired',
};

const nsOf = (timeMs: number): bigint => BigInt(Math.round(timeMs)) * NS_PER_MS;

/** `barriers`: of its follow-through; `percentile`: share of earlier traps that were not larger. */
export function trapPattern(
  trap: TrapEpisode,
  view: MarketView,
  barriers: OutcomeBarriers,
  updatedMs: number,
  percentile: number,
): Pattern | null {
  const { raised } = trap;
  if (raised === null) return null;
  const { existence } = raised;
  const side = bookSide(trap.side);
  const price = (ticks: number): string => formatPrice(view.instrument, ticks);
  const who = trap.side === SIDE_BID ? 'bought above' : 'sold below';
  const entry = formatAverageTicks(view.instrument, trap.meanEntryTicks);
  return {
    id: eventId({
      detector: 'retail_trap_zone',
      instrumentId: view.instrument.id,
      side,
      priceTicks: trap.levelTicks,
      startNs: nsOf(trap.startMs),
      key: '',
    }),
    type: 'retail_trap_zone',
    sub: null,
    instrumentId: view.instrument.id,
    side,
    direction: trap.side === SIDE_BID ? 'down' : 'up',
    priceTicks: trap.raisedTicks,
    levels: [
      { label: 'zone', lowTicks: trap.lowTicks, highTicks: trap.highTicks },
      { label: 'target', lowTicks: barriers.winTicks, highTicks: barriers.winTicks },
    ],
    size: trap.trapped,
    timeframe: '10 min',
    tier: view.tier,
    exact: false,
    ...headlineFields(existence, raised.follow),
    status: STATUS[trap.outcome],
    startNs: nsOf(trap.startMs),
    detectedNs: nsOf(raised.atMs),
    updatedNs: nsOf(updatedMs),
    expiresNs: nsOf(trap.formedMs + TRAP_LIFE_MS),
    degraded: trap.degraded,
    description: `${grouped(trap.trapped)} contracts ${who} ${price(trap.levelTicks)} at ${entry} on average; price is back inside`,
    barriers,
    severity: severityOf(existence.confidence, percentile),
    evidence: evidenceOf(trap, view, barriers.winTicks),
  };
}

function evidenceOf(trap: TrapEpisode, view: MarketView, targetTicks: number): Pattern['evidence'] {
  const follow = trap.raised?.follow;
  return {
    zone: { lowTicks: trap.lowTicks, highTicks: trap.highTicks },
    levelTicks: trap.levelTicks,
    levelKind: trap.isZone ? 'zone' : 'swing or prior extreme',
    trappedContracts: trap.trapped,
    meanEntryTicks: trap.meanEntryTicks,
    smallClipShare: trap.clips === 0 ? null : trap.small / trap.clips,
    stopContracts: trap.stops,
    refilledContracts: view.tier === 'L1T' ? null : trap.refilled,
    overshootTicks: trap.overshootTicks,
    beyondMs: Math.round(trap.formedMs - trap.startMs),
    returnedNs: String(nsOf(trap.formedMs)),
    follow: follow === undefined ? null : { ...follow, targetTicks },
    outcome: trap.outcome,
    tier: view.tier,
    rules: [
      rule(
        'Delta beyond the level',
        trap.delta,
        `usually at least ${grouped(trap.neededDelta)} (90% of stretches as long stay below)`,
        trap.delta >= trap.neededDelta,
      ),
      rule('Ticks beyond the level', trap.overshootTicks, 'at least 2', trap.overshootTicks >= 2),
    ],
  };
}
