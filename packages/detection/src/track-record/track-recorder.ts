/** Follows what the detectors of an instrument raise: declares the outcome at once and settles it when it is known. */
import { type FlowEvent, HOUR_MS, NO_PRICE, type Pattern } from '@undertow/market';
import { RollingQuantile } from '#statistics/rolling-quantile.ts';
import type { FlowEventChange } from '#view/detector.ts';
import type { MarketView } from '#view/market-view.ts';
import { BaseRates } from './base-rates.ts';
import { declareOutcome, isDecidedAtEnd, ownOutcome, settlesItself } from './outcome-rules.ts';
import { type Passage, passageOutcome } from './passage.ts';
import type { MarketCondition, TrackRow } from './track-row.ts';

type Signal = FlowEvent | Pattern;

interface Pending {
  readonly signal: Signal;
  /** Null where the detector settles it itself. */
  readonly passage: Passage | null;
}

const STEP_MS = 1000;
const HALF_LIFE_MS = 4 * HOUR_MS;
const HOURS = 24;
/** Ticks a second's root are small: the histogram counts whole thousandths. */
const SIGMA_SCALE = 1000;
const MAX_PENDING = 2048;

export class TrackRecorder {
  readonly #view: MarketView;
  readonly #onRow: (row: TrackRow) => void;
  readonly #sigmas = new RollingQuantile(HALF_LIFE_MS);
  readonly #base: BaseRates;
  readonly #pending = new Map<string, Pending>();
  #dueMs = Number.NEGATIVE_INFINITY;

  constructor(view: MarketView, onRow: (row: TrackRow) => void) {
    this.#view = view;
    this.#onRow = onRow;
    this.#base = new BaseRates(view.instrument.id, onRow);
  }

  onSignal(signal: Signal, change: FlowEventChange): void {
    if (change === 'new') this.#raise(signal);
    const pending = this.#pending.get(signal.id);
    if (pending === undefined || pending.passage !== null) return;
    const outcome = ownOutcome(signal);
    if (outcome === undefined) return;
    // An outcome by the clock leaves the signal's own last change where it was.
    const nowNs = nsOf(this.#view.timeMs);
    this.#settle(pending, outcome, nowNs > signal.updatedNs ? nowNs : signal.updatedNs);
  }

  /** Each 100 ms of exchange time; a second is fine enough for outcomes of a minute and more. */
  onClock(timeMs: number): void {
    if (timeMs < this.#dueMs) return;
    this.#dueMs = timeMs + STEP_MS;
    this.#sigmas.advance(timeMs);
    this.#sigmas.add(Math.round(this.#view.sigma1Ticks * SIGMA_SCALE));
    const mid = this.#mid();
    if (Number.isNaN(mid)) return;
    for (const pending of this.#pending.values()) {
      if (pending.passage === null) continue;
      const outcome = passageOutcome(pending.passage, timeMs, mid);
      if (outcome !== undefined) this.#settle(pending, outcome, nsOf(timeMs));
    }
    this.#base.onClock(timeMs, mid, this.#view, () => this.#condition(timeMs));
  }

  /** The price path is broken: what barriers were to decide will never be known. */
  onDiscontinuity(timeMs: number): void {
    for (const pending of [...this.#pending.values()])
      if (pending.passage !== null) this.#settle(pending, null, nsOf(timeMs));
    this.#base.interrupt();
  }

  #raise(signal: Signal): void {
    const mid = this.#mid();
    if (Number.isNaN(mid) || signal.degraded) return;
    const timeMs = Number(signal.detectedNs / 1_000_000n);
    const declared = declareOutcome(signal, this.#view);
    this.#onRow({
      kind: 'raised',
      signalId: signal.id,
      instrumentId: signal.instrumentId,
      atNs: String(signal.detectedNs),
      type: signal.type,
      sub: signal.sub,
      exact: signal.exact,
      confidence: signal.confidence,
      score: signal.score,
      calibrator: signal.calibrator,
      tier: signal.tier,
      midTicks: mid,
      condition: this.#condition(timeMs),
      declared,
    });
    if (declared.rule === null || this.#pending.size >= MAX_PENDING) return;
    const passage = settlesItself(signal)
      ? null
      : { fromMs: timeMs, midTicks: mid, ...declared, isAtEnd: isDecidedAtEnd(declared.rule) };
    this.#pending.set(signal.id, { signal, passage });
  }

  #settle({ signal }: Pending, hit: boolean | null, atNs: bigint): void {
    this.#pending.delete(signal.id);
    this.#onRow({
      kind: 'settled',
      signalId: signal.id,
      instrumentId: signal.instrumentId,
      atNs: String(atNs),
      type: signal.type,
      hit,
    });
  }

  /** Half ticks; NaN while a side is empty. */
  #mid(): number {
    const { bestBidTicks, bestAskTicks } = this.#view;
    if (bestBidTicks === NO_PRICE || bestAskTicks === NO_PRICE) return Number.NaN;
    return (bestBidTicks + bestAskTicks) / 2;
  }

  #condition(timeMs: number): MarketCondition {
    const sigma = this.#view.sigma1Ticks * SIGMA_SCALE;
    const isLow = sigma <= this.#sigmas.quantile(1 / 3);
    const isHigh = sigma > this.#sigmas.quantile(2 / 3);
    return {
      hour: Math.floor(timeMs / HOUR_MS) % HOURS,
      volatility: isLow ? 'low' : isHigh ? 'high' : 'middle',
    };
  }
}

function nsOf(timeMs: number): bigint {
  return BigInt(Math.floor(timeMs)) * 1_000_000n;
}
