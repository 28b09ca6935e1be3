/** The bets of one pattern type: judged once, shown from a confidence on, answered by the market. */
import type { EvidenceValue, PatternType } from '@undertow/market';
import { SIDE_ASK, SIDE_BID } from '@undertow/market';
import type { DetectorContext } from '#view/detector.ts';
import type { ModelSpec } from '#calibration/judge.ts';
import { type BarrierBet, BarrierWatch } from './barrier-watch.ts';
import { isWorthRaising, outcomePattern, type PatternBet } from './outcome-pattern.ts';
import { SizeRank } from '#evidence/significance.ts';

/** What is bet on; words and evidence are made only when it is shown. */
export interface PlacedBet extends BarrierBet {
  readonly startMs: number;
  readonly zoneLowTicks: number;
  readonly zoneHighTicks: number;
  /** Contracts it rests on; 0 where size means nothing. */
  readonly size: number;
  readonly describe: () => string;
  readonly evidence: () => { readonly [key: string]: EvidenceValue };
}

export class PatternBets {
  private readonly context: DetectorContext;
  private readonly model: ModelSpec;
  private readonly type: PatternType;
  private readonly timeframe: string;
  private readonly sizes = new SizeRank();
  /** Bets that were shown, by key. */
  private readonly shown = new Map<string, PatternBet>();
  private readonly watch = new BarrierWatch<PlacedBet>((bet, won, timeMs) => this.settle(bet, won, timeMs));

  constructor(context: DetectorContext, model: ModelSpec, type: PatternType, timeframe: string) {
    this.context = context;
    this.model = model;
    this.type = type;
    this.timeframe = timeframe;
  }

  /** Bets without an outcome. */
  get open(): readonly PlacedBet[] {
    return this.watch.open;
  }

  /** Whether a bet in this direction has no outcome yet. */
  isOpen(sign: number): boolean {
    for (const bet of this.watch.open) if (bet.sign === sign) return true;
    return false;
  }

  /** Judges a bet, follows it to its outcome and shows it where it is likely enough. */
  place(bet: PlacedBet, features: ArrayLike<number>, degraded: boolean): void {
    this.watch.add(bet);
    this.look(bet, features, degraded);
  }

  /** Another look at an open bet, when more became known. */
  look(bet: PlacedBet, features: ArrayLike<number>, degraded: boolean): void {
    const { view, judge, emitPattern } = this.context;
    const judgement = judge.judge(this.model, {
      key: bet.key,
      side: bet.sign > 0 ? SIDE_BID : SIDE_ASK,
      timeMs: view.timeMs,
      priceLowTicks: bet.zoneLowTicks,
      priceHighTicks: bet.zoneHighTicks,
      features,
    });
    if (!isWorthRaising(judgement) || this.shown.has(bet.key)) return;
    const pattern: PatternBet = {
      ...bet,
      type: this.type,
      timeframe: this.timeframe,
      detectedMs: view.timeMs,
      priceTicks: view.lastTicks,
      description: bet.describe(),
      evidence: bet.evidence(),
      judgement,
      percentile: this.sizes.percentile(bet.size),
      degraded,
    };
    this.sizes.remember(bet.size);
    this.shown.set(bet.key, pattern);
    emitPattern(outcomePattern(pattern, view, undefined, view.timeMs), 'new');
  }

  onClock(timeMs: number): void {
    if (this.watch.open.length > 0) this.watch.onClock(timeMs, this.context.view.lastTicks);
  }

  interrupt(timeMs: number): void {
    this.watch.interrupt(timeMs);
  }

  private settle(bet: PlacedBet, won: boolean | null, timeMs: number): void {
    const { view, judge, emitPattern } = this.context;
    judge.resolve(this.model, bet.key, won, timeMs);
    const pattern = this.shown.get(bet.key);
    if (pattern === undefined) return;
    this.shown.delete(bet.key);
    emitPattern(outcomePattern(pattern, view, won, timeMs), 'update');
  }
}

/** Makes features finite and bounded, in place. */
export function boundFeatures(features: Float64Array, limit: number): Float64Array {
  for (let at = 0; at < features.length; at += 1) {
    const value = features[at] as number;
    features[at] = Number.isFinite(value) ? Math.max(-limit, Math.min(limit, value)) : 0;
  }
  return features;
}
