/** Makes the flow event of a stop run from its episode. */
import {
  type EvidenceValue,
  expiryNs,
  type FlowEvent,
  type FlowEventStatus,
  formatPrice,
  SIDE_BID,
} from '@undertow/market';
import { isRaised } from '#calibration/judge.ts';
import { eventId } from '#evidence/event-id.ts';
import { probabilityRule } from '#evidence/judgement-fields.ts';
import { severityOf } from '#evidence/significance.ts';
import { bookSide, grouped, rule } from '#evidence/wording.ts';
import type { MarketView } from '#view/market-view.ts';
import type { StopEpisode } from './stop-episode.ts';
import { probabilityEvidence } from './stop-models.ts';
import { reversalBarriers } from './stop-outcome.ts';

/** Runs shorter than this count as this long when their speed is measured. */
const MIN_SECONDS = 0.1;
/** Lesser round numbers are evidence, but no news. */
const NAMED_ROUND_TICKS = 25;

function statusOf(run: StopEpisode): FlowEventStatus {
  if (run.outcome === 'reversal' || run.outcome === 'continuation') return 'confirmed';
  return run.expired || run.outcome === 'interrupted' ? 'expired' : 'open';
}

function rulesOf({ openedOn: opened, forecast }: StopEpisode): EvidenceValue {
  const isImprobable = opened.tailProbability < opened.neededProbability;
  const byLevel = forecast === null || isImprobable ? [] : [probabilityRule(forecast.levelDriven)];
  return [
    rule(
      'Stops elected in 5 s',
      opened.stops,
      `at least ${opened.neededStops}, or`,
      opened.stops >= opened.neededStops,
    ),
    rule(
      'Contracts of those stops',
      opened.contracts,
      `at least ${grouped(opened.neededContracts)}`,
      opened.contracts >= opened.neededContracts,
    ),
    rule(
      'Chance of as many at this time of day',
      opened.tailProbability.toExponential(1),
      `below ${opened.neededProbability}${isImprobable ? '' : ', or'}`,
      isImprobable,
    ),
    ...byLevel,
  ];
}

function describe(run: StopEpisode, view: MarketView): string {
  const price = (ticks: number): string => formatPrice(view.instrument, ticks);
  const up = run.side === SIDE_BID;
  const range = up
    ? `from ${price(run.lowTicks)} to ${price(run.highTicks)}`
    : `from ${price(run.highTicks)} to ${price(run.lowTicks)}`;
  const where = run.rangeTicks === 0 ? `at ${price(run.highTicks)}` : range;
  const stops = `${grouped(run.stops)} ${up ? 'buy' : 'sell'} ${run.stops === 1 ? 'stop' : 'stops'}`;
  const isNamed = run.level && (run.level.roundTicks ?? NAMED_ROUND_TICKS) >= NAMED_ROUND_TICKS;
  const level = run.level && isNamed ? `, beyond the ${run.level.kind} ${price(run.level.priceTicks)}` : '';
  return `${stops} elected ${where}, ${grouped(run.contracts)} traded${level}`;
}

/** Stable id of a run. */
export function stopRunId(run: StopEpisode, view: MarketView): string {
  return eventId({
    detector: 'stop_run',
    instrumentId: view.instrument.id,
    side: bookSide(run.side),
    priceTicks: run.triggerTicks,
    startNs: run.startNs,
    key: '',
  });
}

/** `percentile`: share of earlier runs that were not larger. */
export function stopRunEvent(run: StopEpisode, view: MarketView, percentile: number): FlowEvent {
  const side = bookSide(run.side);
  const confidence = 1 - view.gapRate;
  const seconds = Math.max(MIN_SECONDS, (run.lastMs - run.startMs) / 1000);
  return {
    id: stopRunId(run, view),
    type: 'stop_run',
    sub: run.forecast !== null && isRaised(run.forecast.levelDriven) ? 'level_driven' : 'burst',
    instrumentId: view.instrument.id,
    side,
    priceTicks: run.triggerTicks,
    priceLowTicks: run.lowTicks,
    priceHighTicks: run.highTicks,
    size: run.contracts,
    tier: view.tier,
    exact: true,
    confidence,
    confidenceLow: confidence,
    confidenceHigh: confidence,
    score: null,
    calibrator: 'exact',
    status: statusOf(run),
    startNs: run.startNs,
    detectedNs: run.detectedNs,
    updatedNs: run.lastNs,
    expiresNs: expiryNs('stop_run', run.lastNs),
    degraded: run.degraded,
    description: describe(run, view),
    severity: severityOf(confidence, percentile),
    barriers: reversalBarriers(run),
    zoneHeightTicks: run.rangeTicks === 0 ? null : run.rangeTicks,
    evidence: {
      stops: run.stops,
      contracts: run.contracts,
      level: run.level === null ? null : { ...run.level },
      atLevel: run.level !== null,
      rangeTicks: run.rangeTicks,
      overshootTicks: run.overshootTicks,
      levelsSwept: run.levelsSwept,
      durationMs: Math.round(run.lastMs - run.startMs),
      speed: run.rangeTicks / (run.openedOn.sigma1Ticks * Math.sqrt(seconds)),
      thinning: run.openedOn.thinning,
      stopShare: run.sameSideContracts === 0 ? null : run.contracts / run.sameSideContracts,
      baselineWarm: run.openedOn.baselineWarm,
      firstNs: String(run.startNs),
      lastNs: String(run.lastNs),
      outcome: run.outcome,
      outcomeMs: run.outcomeMs === null ? null : Math.round(run.outcomeMs - run.startMs),
      levelDriven: run.forecast === null ? null : probabilityEvidence(run.forecast.levelDriven),
      pReversal: run.forecast === null ? null : probabilityEvidence(run.forecast.reversal),
      elections: run.elections.map((election) => ({
        timeNs: String(election.timeNs),
        stops: election.stops,
        contracts: election.contracts,
        lowTicks: election.lowTicks,
        highTicks: election.highTicks,
      })),
      tier: view.tier,
      rules: rulesOf(run),
    },
  };
}
