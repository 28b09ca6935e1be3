/** An inferred stop run: its episode, and the flow event made of it. */
import {
  expiryNs,
  type FlowEvent,
  type FlowEventStatus,
  formatPrice,
  joinNs,
  type MatchEvent,
  SIDE_BID,
} from '@undertow/market';
import type { Judgement } from '#calibration/judge.ts';
import { eventId } from '#evidence/event-id.ts';
import { severityOf } from '#evidence/significance.ts';
import { bookSide, grouped, rule } from '#evidence/wording.ts';
import type { MarketView } from '#view/market-view.ts';
import type { RunOutcome } from './stop-episode.ts';
import type { ReferenceLevel } from './stop-levels.ts';
import { reversalBarriers } from './stop-outcome.ts';

interface BurstFacts {
  readonly side: number;
  readonly prints: number;
  readonly contracts: number;
  readonly startMs: number;
  readonly startHi: number;
  readonly startLo: number;
  readonly firstTicks: number;
  readonly lowTicks: number;
  readonly highTicks: number;
  readonly thinning: number;
}

export class BurstEpisode {
  readonly side: number;
  readonly level: ReferenceLevel | null;
  readonly startNs: bigint;
  readonly startMs: number;
  readonly firstTicks: number;
  /** Depth ahead before the burst, in medians of it. */
  readonly thinning: number;
  prints = 0;
  contracts = 0;
  lowTicks: number;
  highTicks: number;
  lastMs: number;
  lastNs: bigint;
  volumeZ = 0;
  judgement: Judgement | null = null;
  raised = false;
  degraded = false;
  detectedNs = 0n;
  outcome: RunOutcome = 'running';
  outcomeMs: number | null = null;
  /** Its window is over. */
  expired = false;
  insideSinceMs = Number.NaN;

  constructor(burst: BurstFacts, level: ReferenceLevel | null) {
    this.side = burst.side;
    this.level = level;
    this.startNs = joinNs(burst.startHi, burst.startLo);
    this.startMs = burst.startMs;
    this.firstTicks = burst.firstTicks;
    this.thinning = Math.exp(burst.thinning);
    this.lowTicks = burst.lowTicks;
    this.highTicks = burst.highTicks;
    this.lastMs = burst.startMs;
    this.lastNs = this.startNs;
  }

  get anchorTicks(): number {
    return this.level?.priceTicks ?? this.firstTicks;
  }

  grow(burst: BurstFacts, event: MatchEvent): void {
    this.prints = burst.prints;
    this.contracts = burst.contracts;
    this.lowTicks = burst.lowTicks;
    this.highTicks = burst.highTicks;
    this.lastMs = event.timeMs;
    this.lastNs = joinNs(event.timeHi, event.timeLo);
    this.degraded = event.degraded;
    this.expired = false;
  }
}

export function burstId(episode: BurstEpisode, view: MarketView): string {
  return eventId({
    detector: 'stop_run/inferred',
    instrumentId: view.instrument.id,
    side: bookSide(episode.side),
    priceTicks: episode.firstTicks,
    startNs: episode.startNs,
    key: '',
  });
}

function statusOf({ outcome, expired }: BurstEpisode): FlowEventStatus {
  if (outcome === 'reversal' || outcome === 'continuation') return 'confirmed';
  return expired || outcome === 'interrupted' ? 'expired' : 'open';
}

function describe(episode: BurstEpisode, view: MarketView): string {
  const price = (ticks: number): string => formatPrice(view.instrument, ticks);
  const up = episode.side === SIDE_BID;
  const [from, to] = up ? [episode.lowTicks, episode.highTicks] : [episode.highTicks, episode.lowTicks];
  const level = episode.level ? `, beyond the ${episode.level.kind} ${price(episode.level.priceTicks)}` : '';
  return `Burst of ${episode.prints} ${up ? 'buys' : 'sells'} from ${price(from)} to ${price(to)}, ${grouped(episode.contracts)} traded${level}; stops inferred`;
}

/** `cap`: the most that the tier can prove; `percentile`: share of earlier bursts that were not larger. */
export function burstEvent(
  episode: BurstEpisode,
  view: MarketView,
  cap: number,
  percentile: number,
): FlowEvent {
  const { judgement, level, lowTicks, highTicks } = episode;
  const confidence = Math.min(cap, judgement?.confidence ?? 0);
  return {
    id: burstId(episode, view),
    type: 'stop_run',
    sub: 'inferred',
    instrumentId: view.instrument.id,
    side: bookSide(episode.side),
    priceTicks: episode.firstTicks,
    priceLowTicks: lowTicks,
    priceHighTicks: highTicks,
    size: episode.contracts,
    tier: view.tier,
    exact: false,
    confidence,
    confidenceLow: Math.min(cap, judgement?.low ?? 0),
    confidenceHigh: Math.min(cap, judgement?.high ?? 0),
    score: judgement?.score ?? null,
    calibrator: judgement?.calibrator ?? 'score',
    status: statusOf(episode),
    startNs: episode.startNs,
    detectedNs: episode.detectedNs,
    updatedNs: episode.lastNs,
    expiresNs: expiryNs('stop_run', episode.lastNs),
    degraded: episode.degraded,
    description: describe(episode, view),
    severity: severityOf(confidence, percentile),
    barriers: reversalBarriers(episode),
    zoneHeightTicks: highTicks - lowTicks,
    evidence: {
      prints: episode.prints,
      contracts: episode.contracts,
      level: level === null ? null : { ...level },
      atLevel: level !== null,
      rangeTicks: highTicks - lowTicks,
      durationMs: Math.round(episode.lastMs - episode.startMs),
      thinning: episode.thinning,
      volumeZ: episode.volumeZ,
      outcome: episode.outcome,
      outcomeMs: episode.outcomeMs === null ? null : Math.round(episode.outcomeMs - episode.startMs),
      tier: view.tier,
      rules: [
        rule('Prints in one direction', episode.prints, 'at least 3', true),
        rule('Ticks swept', highTicks - lowTicks, 'at least 2', true),
      ],
    },
  };
}
