/** Makes the pattern of a price prediction. */
import { formatPrice, NS_PER_MS, type Pattern } from '@undertow/market';
import { eventId } from '#evidence/event-id.ts';
import { logitOf } from '#learning/logistic.ts';
import { wilsonInterval, Z_80 } from '#statistics/wilson.ts';
import type { MarketView } from '#view/market-view.ts';
import { midOf } from './price-prediction-features.ts';
import type { PredictionTarget } from './price-prediction-target.ts';

/** Shown for as long as its horizon and a little more; the next second renews it. */
const SHOWN_MS = 10_000;

/** An aim as near as this to the last price is no level to draw. */
const DRAWN_FROM_TICKS = 2;

/** One stretch in which a kind of prediction is shown. */
export interface LivePrediction {
  readonly id: string;
  readonly startNs: bigint;
  readonly startTicks: number;
  /** Last emitted: when, and the probability, negative for down. */
  emittedMs: number;
  emitted: number;
}

export function livePrediction(target: PredictionTarget, view: MarketView, startNs: bigint): LivePrediction {
  const startTicks = Math.round(midOf(view));
  const id = eventId({
    detector: `price_prediction/${target.spec.name}`,
    instrumentId: view.instrument.id,
    side: '',
    priceTicks: startTicks,
    startNs,
    key: '',
  });
  return { id, startNs, startTicks, emittedMs: Number.NEGATIVE_INFINITY, emitted: 0 };
}

function describe(target: PredictionTarget, up: boolean, probability: number, price: string): string {
  const percent = Math.round(100 * probability);
  if (target.spec.horizonMs === null)
    return `The next move from ${price} is ${up ? 'up' : 'down'}: ${percent}%`;
  const seconds = target.spec.horizonMs / 1000;
  const theta = Math.round(target.thetaTicks * 10) / 10;
  const ticks = `${theta} ${theta === 1 ? 'tick' : 'ticks'}`;
  return `From ${price} at least ${ticks} ${up ? 'up' : 'down'} after ${seconds} s: ${percent}%`;
}

/** `isOver`: the gate closed, there is no edge now. */
export function predictionPattern(
  target: PredictionTarget,
  live: LivePrediction,
  nowNs: bigint,
  view: MarketView,
  degraded: boolean,
  isOver = false,
): Pattern {
  const { spec } = target;
  const isUp = target.up >= target.down;
  const confidence = Math.max(target.up, target.down);
  const { low, high } = wilsonInterval(confidence, target.score.countNear(confidence), Z_80);
  const mid = midOf(view);
  const priceTicks = Number.isNaN(mid) ? live.startTicks : Math.round(mid);
  const theta = Math.ceil(Math.max(1, target.thetaTicks));
  const aimTicks = priceTicks + (isUp ? theta : -theta);
  const { skill } = target.score;
  const shownMs = (spec.horizonMs ?? 0) + SHOWN_MS;
  return {
    id: live.id,
    type: 'price_prediction',
    sub: spec.name,
    instrumentId: view.instrument.id,
    side: null,
    direction: isOver ? null : isUp ? 'up' : 'down',
    priceTicks,
    levels:
      isOver || theta <= DRAWN_FROM_TICKS ? [] : [{ label: 'aim', lowTicks: aimTicks, highTicks: aimTicks }],
    size: 0,
    timeframe: spec.timeframe,
    tier: view.tier,
    exact: false,
    confidence,
    confidenceLow: low,
    confidenceHigh: high,
    score: logitOf(confidence),
    calibrator: 'online',
    status: isOver ? 'expired' : 'open',
    startNs: live.startNs,
    detectedNs: live.startNs,
    updatedNs: nowNs,
    expiresNs: isOver ? nowNs : nowNs + BigInt(shownMs) * NS_PER_MS,
    degraded,
    description: isOver
      ? `No edge now for the ${spec.timeframe}: the last 2,000 predictions were not surely better than the base rates`
      : describe(target, isUp, confidence, formatPrice(view.instrument, priceTicks)),
    severity: 'low',
    evidence: {
      up: target.up,
      down: target.down,
      thetaTicks: target.thetaTicks,
      skill: skill.value,
      skillLow: skill.low,
      skillHigh: skill.high,
      resolved: target.score.resolved,
      tier: view.tier,
    },
  };
}
