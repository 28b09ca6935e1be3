/** The declared outcomes of one pattern type: judged once, shown from a confidence on, settled by the market. */
import type { EvidenceValue, PatternType } from '@undertow/market';
import { SIDE_ASK, SIDE_BID } from '@undertow/market';
import type { ModelSpec } from '#calibration/judge.ts';
import { SizeRank } from '#evidence/significance.ts';
import type { DetectorContext } from '#view/detector.ts';
import { isOpening } from '#view/opening.ts';
import { type Barriers, BarrierWatch } from './barrier-watch.ts';
import { isWorthRaising, outcomePattern, type RaisedOutcome } from './outcome-pattern.ts';

/** Which price is expected first; words and evidence are made only when it is shown. */
export interface DeclaredOutcome extends Barriers {
  readonly startMs: number;
  readonly zoneLowTicks: number;
  readonly zoneHighTicks: number;
  /** Contracts it rests on; 0 where size means nothing. */
  readonly size: number;
  readonly describe: () => string;
  readonly evidence: () => { readonly [key: string]: EvidenceValue };
}

export class DeclaredOutcomes {
  readonly #context: DetectorContext;
  readonly #model: ModelSpec;
  readonly #type: PatternType;
  readonly #timeframe: string;
  readonly #sizes = new SizeRank();
  /** Outcomes that were shown, by key. */
  readonly #shown = new Map<string, RaisedOutcome>();
  readonly #watch = new BarrierWatch<DeclaredOutcome>((declared, won, timeMs) =>
    this.#settle(declared, won, timeMs),
  );

  constructor(context: DetectorContext, model: ModelSpec, type: PatternType, timeframe: string) {
    this.#context = context;
    this.#model = model;
    this.#type = type;
    this.#timeframe = timeframe;
  }

  /** Those not settled yet. */
  get open(): readonly DeclaredOutcome[] {
    return this.#watch.open;
  }

  /** Whether one in this direction is not settled yet. */
  isOpen(sign: number): boolean {
    for (const declared of this.#watch.open) if (declared.sign === sign) return true;
    return false;
  }

  /** Judges an outcome, follows it until it is settled and shows it where it is likely enough; none in an opening. */
  declare(declared: DeclaredOutcome, features: ArrayLike<number>, degraded: boolean): void {
    if (isOpening(this.#context.view)) return;
    this.#watch.add(declared);
    this.look(declared, features, degraded);
  }

  /** Another look at an open one, when more became known. */
  look(declared: DeclaredOutcome, features: ArrayLike<number>, degraded: boolean): void {
    const { view, judge, emitPattern } = this.#context;
    const judgement = judge.judge(this.#model, {
      key: declared.key,
      side: declared.sign > 0 ? SIDE_BID : SIDE_ASK,
      timeMs: view.timeMs,
      priceLowTicks: declared.zoneLowTicks,
      priceHighTicks: declared.zoneHighTicks,
      features,
    });
    if (!isWorthRaising(judgement) || this.#shown.has(declared.key)) return;
    const pattern: RaisedOutcome = {
      ...declared,
      type: this.#type,
      timeframe: this.#timeframe,
      detectedMs: view.timeMs,
      priceTicks: view.lastTicks,
      description: declared.describe(),
      evidence: declared.evidence(),
      judgement,
      percentile: this.#sizes.percentile(declared.size),
      degraded,
    };
    this.#sizes.remember(declared.size);
    this.#shown.set(declared.key, pattern);
    emitPattern(outcomePattern(pattern, view, undefined, view.timeMs), 'new');
  }

  onClock(timeMs: number): void {
    if (this.#watch.open.length > 0) this.#watch.onClock(timeMs, this.#context.view.lastTicks);
  }

  interrupt(timeMs: number): void {
    this.#watch.interrupt(timeMs);
  }

  #settle(declared: DeclaredOutcome, won: boolean | null, timeMs: number): void {
    const { view, judge, emitPattern } = this.#context;
    judge.resolve(this.#model, declared.key, won, timeMs);
    const pattern = this.#shown.get(declared.key);
    if (pattern === undefined) return;
    this.#shown.delete(declared.key);
    emitPattern(outcomePattern(pattern, view, won, timeMs), 'update');
  }
}

/** Makes features finite and bounded, in place. */
export function boundFeatures(features: Float64Array, limit: number): Float64Array {
  for (let at = 0; at < features.length; at += 1) {
    const value = features[at]!;
    features[at] = Number.isFinite(value) ? Math.max(-limit, Math.min(limit, value)) : 0;
  }
  return features;
}
