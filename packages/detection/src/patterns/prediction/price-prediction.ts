/**
 * Price predictions that score themselves: the direction of the next move, and moves within ten seconds and a minute.
 * Each is stated, kept, scored when its outcome is known, and only then learnt from. A kind is shown while its last
 * 2,000 were better than the base rates beyond doubt, one kind at a time; else it reports no edge. Reference: detection,
 * 11.3.
 */
import { type MatchEvent, MINUTE_MS, NS_PER_MS, ROUND_AUCTION, SECOND_MS } from '@undertow/market';
import { predictionThresholdTicks } from '#statistics/prediction-threshold.ts';
import type { Availability, Detector, DetectorContext, DetectorEntry } from '#view/detector.ts';
import type { MarketView } from '#view/market-view.ts';
import type { TargetScore } from '#view/target-score.ts';
import { midOf, PredictionFeatures } from './price-prediction-features.ts';
import { type LivePrediction, livePrediction, predictionPattern } from './price-prediction-pattern.ts';
import { PredictionTarget, TARGETS } from './price-prediction-target.ts';

/** How often the gate is looked at. */
const GATE_EVERY_MS = 10_000;
/** A live prediction is emitted again after this time, or when its probability has moved by this much. */
const EMIT_EVERY_MS = 5000;
const EMIT_STEP = 0.02;
/** The view's statistics need this long before their numbers mean anything. */
const WARM_MS = MINUTE_MS;
/** Where nothing has traded for this long, before an opening for example, a mid is no price that moves. */
const QUIET_MS = 5 * MINUTE_MS;
/** A side that is empty for longer than this is a hole: what comes after it does not settle earlier predictions. */
const MAX_GAP_MS = 5000;

class PricePredictions implements Detector {
  readonly #context: DetectorContext;
  readonly #features = new PredictionFeatures();
  readonly #targets = TARGETS.map((spec) => new PredictionTarget(spec));
  readonly #live: (LivePrediction | null)[] = TARGETS.map(() => null);
  #midTicks = Number.NaN;
  #secondMs = Number.NaN;
  #gateMs = Number.NaN;
  #startMs = Number.NaN;
  #tradedMs = Number.NaN;
  /** When both sides were last quoted. */
  #quotedMs = Number.NaN;

  constructor(context: DetectorContext) {
    this.#context = context;
    context.onPredictionScore?.(() => this.#score());
  }

  onMatch(event: MatchEvent, view: MarketView): void {
    if (event.rounds.count > 0 && event.rounds.kind[0] !== ROUND_AUCTION) this.#tradedMs = event.timeMs;
    // The view holds what was before the event: a change of the mid by the event before is seen here.
    this.#followMid(event.timeMs, midOf(view));
  }

  onClock(timeMs: number, view: MarketView): void {
    const midTicks = midOf(view);
    this.#followMid(timeMs, midTicks);
    if (Number.isNaN(midTicks)) return;
    if (Number.isNaN(this.#startMs)) this.#startMs = timeMs;
    for (const target of this.#targets) if (target.spec.horizonMs !== null) target.resolve(timeMs, midTicks);
    const isSecond = !(timeMs < this.#secondMs + SECOND_MS);
    if (isSecond) this.#everySecond(timeMs, midTicks, view);
    if (timeMs - this.#startMs < WARM_MS || !(timeMs - this.#tradedMs < QUIET_MS)) return;
    this.#predict(timeMs, midTicks, view);
    if (!isSecond) return;
    const isGate = !(timeMs < this.#gateMs + GATE_EVERY_MS);
    if (isGate) this.#gateMs = timeMs;
    if (isGate) for (const target of this.#targets) target.score.measureSkill();
    this.#showBest(timeMs, view);
  }

  onDiscontinuity(timeMs: number): void {
    for (const target of this.#targets) target.interrupt();
    for (let at = 0; at < this.#targets.length; at += 1) this.#hide(at, timeMs, this.#context.view);
    this.#features.interrupt();
    this.#midTicks = Number.NaN;
    this.#startMs = Number.NaN;
  }

  /** Settles the next move. While a side is empty there is no mid: the one that follows soon decides. */
  #followMid(timeMs: number, midTicks: number): void {
    if (Number.isNaN(midTicks)) return;
    const isLate = timeMs - this.#quotedMs > MAX_GAP_MS;
    this.#quotedMs = timeMs;
    if (midTicks === this.#midTicks) return;
    this.#midTicks = midTicks;
    const next = this.#targets[0]!;
    if (isLate) next.interrupt();
    else next.resolve(timeMs, midTicks);
  }

  #everySecond(timeMs: number, midTicks: number, view: MarketView): void {
    this.#secondMs = timeMs;
    this.#features.everySecond(timeMs, midTicks, view, this.#context.board);
    for (const target of this.#targets) target.onClock(timeMs);
  }

  #predict(timeMs: number, midTicks: number, view: MarketView): void {
    let isRead = false;
    for (const target of this.#targets) {
      if (!target.isDue(timeMs)) continue;
      if (!isRead) this.#features.read(midTicks, view);
      isRead = true;
      const theta = predictionThresholdTicks(view.sigma1Ticks, target.spec.horizonMs ?? 0);
      const imbalance = view.flow.imbalance(1);
      target.predict(timeMs, midTicks, theta, this.#features.values, Number.isNaN(imbalance) ? 0 : imbalance);
    }
  }

  /** One kind at a time: the one that is shown while it has an edge, then the most skilled. */
  #showBest(timeMs: number, view: MarketView): void {
    let best = -1;
    for (let at = 0; at < this.#targets.length; at += 1) {
      const { score } = this.#targets[at]!;
      if (!score.hasEdge) this.#hide(at, timeMs, view);
      else if (best < 0 || this.#live[at] !== null || score.skill.low > this.#targets[best]!.score.skill.low)
        best = this.#live[best] != null ? best : at;
    }
    if (best >= 0) this.#show(best, timeMs, view);
  }

  /** Shows a kind when its direction turns, when it has moved, and every few seconds. */
  #show(at: number, timeMs: number, view: MarketView): void {
    const target = this.#targets[at]!;
    const live = this.#live[at] ?? null;
    const emitted = target.up >= target.down ? target.up : -target.down;
    if (
      live !== null &&
      timeMs - live.emittedMs < EMIT_EVERY_MS &&
      Math.abs(emitted - live.emitted) < EMIT_STEP
    )
      return;
    const nowNs = BigInt(Math.round(timeMs)) * NS_PER_MS;
    const shown = live ?? livePrediction(target, view, nowNs);
    shown.emittedMs = timeMs;
    shown.emitted = emitted;
    this.#live[at] = shown;
    const pattern = predictionPattern(target, shown, nowNs, view, view.isDegraded);
    this.#context.emitPattern(pattern, live === null ? 'new' : 'update');
  }

  #hide(at: number, timeMs: number, view: MarketView): void {
    const live = this.#live[at] ?? null;
    if (live === null) return;
    this.#live[at] = null;
    const target = this.#targets[at]!;
    const nowNs = BigInt(Math.round(timeMs)) * NS_PER_MS;
    this.#context.emitPattern(predictionPattern(target, live, nowNs, view, view.isDegraded, true), 'update');
  }

  #score(): readonly TargetScore[] {
    return this.#targets.map((target, at) => target.read(this.#live[at] !== null));
  }
}

const ALWAYS: Availability = { available: true };

export const PRICE_PREDICTION: DetectorEntry = {
  type: 'price_prediction',
  sub: null,
  models: [],
  receives: ['trades', 'touch'],
  availability: () => ALWAYS,
  create: (context) => new PricePredictions(context),
};
