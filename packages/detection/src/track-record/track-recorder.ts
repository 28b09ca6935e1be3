/** Follows what the detectors of an instrument raise: declares the outcome at once and settles it when it is known. */
import { type FlowEvent, HOUR_MS, NO_PRICE, NS_PER_MS, type Pattern } from '@undertow/market';
import { RollingQuantile } from '#statistics/rolling-quantile.ts';
import type { FlowEventChange } from '#view/detector.ts';
import type { MarketView } from '#view/market-view.ts';
import { declareOutcome, isDecidedAtEnd, ownBaseRate, ownOutcome, settlesItself } from './outcome-rules.ts';
import { type Passage, PassageWatch } from './passage.ts';
import { PastInstants } from './past-instants.ts';
import type { BaseRate, DeclaredOutcome, TrackRow, VolatilityThird } from './track-row.ts';

type Signal = FlowEvent | Pattern;

interface Pending {
  readonly signal: Signal;
  /** Null where the detector settles it itself. */
  readonly followed: { readonly passage: Passage; readonly watch: PassageWatch } | null;
  readonly volatility: VolatilityThird;
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
  readonly #past = new PastInstants();
  readonly #pending = new Map<string, Pending>();
  #dueMs = Number.NEGATIVE_INFINITY;

  constructor(view: MarketView, onRow: (row: TrackRow) => void) {
    this.#view = view;
    this.#onRow = onRow;
  }

  onSignal(signal: Signal, change: FlowEventChange): void {
    if (change === 'new') this.#raise(signal);
    const pending = this.#pending.get(signal.id);
    if (pending === undefined || pending.followed !== null) return;
    const outcome = ownOutcome(signal);
    if (outcome === undefined) return;
    // An outcome by the clock leaves the signal's own last change where it was.
    const nowNs = nsOf(this.#view.timeMs);
    const atNs = nowNs > signal.updatedNs ? nowNs : signal.updatedNs;
    this.#settle(pending, outcome, outcome === null ? null : ownBaseRate(signal), atNs);
  }

  /** Each 100 ms of exchange time; a second is fine enough for outcomes of a minute and more. */
  onClock(timeMs: number): void {
    if (timeMs < this.#dueMs) return;
    this.#dueMs = timeMs + STEP_MS;
    this.#sigmas.advance(timeMs);
    this.#sigmas.add(Math.round(this.#view.sigma1Ticks * SIGMA_SCALE));
    const mid = this.#mid();
    if (Number.isNaN(mid)) return;
    this.#past.add(timeMs, mid, () => this.#volatility());
    for (const pending of this.#pending.values()) {
      const { followed, volatility } = pending;
      if (followed === null) continue;
      const outcome = followed.watch.outcomeAt(timeMs, mid);
      if (outcome === undefined) continue;
      const base = outcome === null ? null : this.#past.baseRate(followed.passage, volatility, timeMs);
      this.#settle(pending, outcome, base, nsOf(timeMs));
    }
  }

  /** The price path is broken: what barriers were to decide will never be known. */
  onDiscontinuity(timeMs: number): void {
    for (const pending of [...this.#pending.values()])
      if (pending.followed !== null) this.#settle(pending, null, null, nsOf(timeMs));
    this.#past.clear();
  }

  #raise(signal: Signal): void {
    const mid = this.#mid();
    if (Number.isNaN(mid) || signal.degraded) return;
    const timeMs = Number(signal.detectedNs / NS_PER_MS);
    const declared = declareOutcome(signal, this.#view, mid);
    const volatility = this.#volatility();
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
      condition: { hour: Math.floor(timeMs / HOUR_MS) % HOURS, volatility },
      declared,
    });
    if (declared.rule === null || this.#pending.size >= MAX_PENDING) return;
    const followed = settlesItself(signal) ? null : follow(declared, timeMs, mid);
    this.#pending.set(signal.id, { signal, followed, volatility });
  }

  #settle({ signal }: Pending, hit: boolean | null, base: BaseRate | null, atNs: bigint): void {
    this.#pending.delete(signal.id);
    this.#onRow({
      kind: 'settled',
      signalId: signal.id,
      instrumentId: signal.instrumentId,
      atNs: String(atNs),
      type: signal.type,
      hit,
      base,
    });
  }

  /** Half ticks; NaN while a side is empty. */
  #mid(): number {
    const { bestBidTicks, bestAskTicks } = this.#view;
    if (bestBidTicks === NO_PRICE || bestAskTicks === NO_PRICE) return Number.NaN;
    return (bestBidTicks + bestAskTicks) / 2;
  }

  #volatility(): VolatilityThird {
    const sigma = this.#view.sigma1Ticks * SIGMA_SCALE;
    if (sigma <= this.#sigmas.quantile(1 / 3)) return 'low';
    return sigma > this.#sigmas.quantile(2 / 3) ? 'high' : 'middle';
  }
}

function follow(
  declared: DeclaredOutcome,
  fromMs: number,
  midTicks: number,
): NonNullable<Pending['followed']> {
  const { rule, stayMs = 0, isMissAtEnd = false } = declared;
  const passage = { ...declared, fromMs, midTicks, stayMs, isMissAtEnd, isAtEnd: isDecidedAtEnd(rule) };
  return { passage, watch: new PassageWatch(passage) };
}

function nsOf(timeMs: number): bigint {
  return BigInt(Math.floor(timeMs)) * NS_PER_MS;
}
