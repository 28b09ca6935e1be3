/**
 * Regimes: how many orders wait is compared with the minutes before, and a step far beyond its usual scatter that lasts
 * is a change. Its name follows from half minutes of the market as a vector (Adams and MacKay 2007). Reference:
 * detection, 11.8.
 */
import { type MatchEvent, NO_PRICE, NS_PER_MS, SIDE_NONE } from '@undertow/market';
import { isRaised, type Judgement } from '#calibration/judge.ts';
import type { Availability, Detector, DetectorContext, DetectorEntry } from '#view/detector.ts';
import type { MarketView } from '#view/market-view.ts';
import { isOpening } from '#view/opening.ts';
import { RestingOrders } from './market-structure-liquidity.ts';
import { StructureMeasures } from './market-structure-measures.ts';
import { type RaisedRegime, regimePattern } from './market-structure-pattern.ts';
import { REGIME, RegimeState } from './market-structure-regime.ts';

/** A change is looked at from this many usual deviations of resting orders on, and is over below the second. */
const LOOK_AT = 3;
const OVER_AT = 1.5;
/**
 * Samples of ten seconds from the first sign to the first look and to the last: who withdraws before news is back
 * within a minute, and later features would include what followed.
 */
const FIRST_LOOK = 3;
const LAST_LOOK = 12;
const UPDATE_EVERY = 4;

class RegimeDetector implements Detector {
  readonly #context: DetectorContext;
  readonly #measures = new StructureMeasures();
  readonly #state = new RegimeState();
  readonly #resting = new RestingOrders();
  /** Instant of the first sign of the current change, the sign of its step, and samples since. */
  #candidateMs = Number.NaN;
  #candidateSign = 0;
  #samples = 0;
  #raised: RaisedRegime | null = null;
  #sinceUpdate = 0;
  #isDegraded = false;
  /** What was before the open is forgotten. */
  #isOpening = false;

  constructor(context: DetectorContext) {
    this.#context = context;
  }

  onMatch(event: MatchEvent): void {
    this.#isDegraded = event.degraded;
    this.#measures.countEvent();
  }

  onClock(timeMs: number, view: MarketView): void {
    if (isOpening(view)) {
      if (!this.#isOpening) this.onDiscontinuity();
      this.#isOpening = true;
      return;
    }
    this.#isOpening = false;
    if (this.#measures.onClock(timeMs, view)) {
      this.#state.observe(this.#measures);
      this.#updateRaised(timeMs, view);
    }
    if (!this.#resting.onClock(timeMs, view)) return;
    const { widest } = this.#resting;
    const deviations = Math.abs(widest);
    const isOpen = !Number.isNaN(this.#candidateMs);
    const isTurned = isOpen && widest * this.#candidateSign < 0;
    if (deviations >= LOOK_AT && (!isOpen || isTurned)) {
      this.#candidateMs = timeMs;
      this.#candidateSign = Math.sign(widest);
      this.#samples = 0;
    } else if (isOpen && (deviations < OVER_AT || isTurned)) {
      // The step has left the windows: what comes now is another change.
      this.#candidateMs = Number.NaN;
    }
    if (Number.isNaN(this.#candidateMs)) return;
    this.#samples += 1;
    if (this.#samples >= FIRST_LOOK && this.#samples <= LAST_LOOK) this.#look(timeMs, view);
  }

  onDiscontinuity(): void {
    if (this.#raised !== null) this.#emit(this.#raised, this.#context.view, 'expired', 'update');
    this.#raised = null;
    this.#measures.interrupt();
    this.#state.reset();
    this.#resting.reset();
    this.#candidateMs = Number.NaN;
  }

  #look(timeMs: number, view: MarketView): void {
    if (view.bestBidTicks === NO_PRICE || view.bestAskTicks === NO_PRICE) return;
    const judgement = this.#context.judge.judge(REGIME, {
      key: String(this.#candidateMs),
      side: SIDE_NONE,
      timeMs,
      priceLowTicks: view.bestBidTicks,
      priceHighTicks: view.bestAskTicks,
      features: this.#state.features(this.#resting),
    });
    if (this.#raised?.candidateMs === this.#candidateMs) {
      if (judgement.confidence > this.#raised.judgement.confidence) this.#raised.judgement = judgement;
      return;
    }
    if (isRaised(judgement)) this.#raise(judgement, timeMs, view);
  }

  #raise(judgement: Judgement, timeMs: number, view: MarketView): void {
    if (this.#raised !== null) this.#emit(this.#raised, view, 'confirmed', 'update');
    const nowNs = BigInt(Math.round(timeMs)) * NS_PER_MS;
    this.#raised = {
      candidateMs: this.#candidateMs,
      startNs: BigInt(Math.round(this.#state.startMs(timeMs))) * NS_PER_MS,
      detectedNs: nowNs,
      updatedNs: nowNs,
      priceTicks: Math.round((view.bestBidTicks + view.bestAskTicks) / 2),
      before: this.#name,
      judgement,
      degraded: this.#isDegraded,
    };
    this.#sinceUpdate = 0;
    this.#emit(this.#raised, view, 'open', 'new');
  }

  /** The regime that was in force before the one that is raised now. */
  get #name(): string | null {
    return this.#raised?.name ?? null;
  }

  #updateRaised(timeMs: number, view: MarketView): void {
    const raised = this.#raised;
    if (raised === null) return;
    this.#sinceUpdate += 1;
    if (this.#sinceUpdate % UPDATE_EVERY !== 0) return;
    raised.updatedNs = BigInt(Math.round(timeMs)) * NS_PER_MS;
    this.#emit(raised, view, 'open', 'update');
  }

  #emit(
    raised: RaisedRegime,
    view: MarketView,
    status: 'open' | 'confirmed' | 'expired',
    change: 'new' | 'update',
  ): void {
    // What has ended keeps the name it had: the means are the new state's by then.
    if (status === 'open') raised.name = this.#state.name();
    this.#context.emitPattern(regimePattern(raised, this.#state, view, status), change);
  }
}

const ALWAYS: Availability = { available: true };

export const MARKET_REGIME: DetectorEntry = {
  type: 'market_structure',
  sub: 'regime',
  models: [REGIME],
  availability: () => ALWAYS,
  create: (context) => new RegimeDetector(context),
};
