/**
 * Regimes: half minutes of the market as a vector, and the moment at which their law changed (Adams and MacKay 2007).
 * What is raised is the change; the name of the state follows as its means become known. Reference: detection, 11.8.
 */
import { type MatchEvent, NO_PRICE, SIDE_NONE } from '@undertow/market';
import type { Availability, Detector, DetectorContext, DetectorEntry } from '#detector.ts';
import { EMIT_CONFIDENCE, type Judgement } from '#learning/judge.ts';
import type { MarketView } from '#market-view.ts';
import { StructureMeasures } from './market-structure-measures.ts';
import { type RaisedRegime, regimePattern } from './market-structure-pattern.ts';
import { REGIME, RegimeState } from './market-structure-regime.ts';

/** A change is looked at from this posterior of the last three half minutes on. */
const LOOK_AT = 0.1;
const RECENT = 3;
/** Looks at one change; later ones could no longer be told from what followed. */
const MOST_LOOKS = 6;
/** Half minutes before there is a state that could change. */
const MIN_OBSERVATIONS = 10;
const UPDATE_EVERY = 4;
const NS_PER_MS = 1_000_000n;

class RegimeDetector implements Detector {
  private readonly context: DetectorContext;
  private readonly measures = new StructureMeasures();
  private readonly state = new RegimeState();
  private observations = 0;
  /** Instant of the first look of the change at hand, and how often it was looked at. */
  private candidateMs = Number.NaN;
  private looks = 0;
  private raised: RaisedRegime | null = null;
  private sinceUpdate = 0;
  private isDegraded = false;

  constructor(context: DetectorContext) {
    this.context = context;
  }

  onMatch(event: MatchEvent): void {
    this.isDegraded = event.degraded;
    this.measures.countEvent();
  }

  onClock(timeMs: number, view: MarketView): void {
    if (!this.measures.onClock(timeMs, view)) return;
    this.state.observe(this.measures);
    this.observations += 1;
    this.updateRaised(timeMs, view);
    if (this.observations < MIN_OBSERVATIONS) return;
    const fresh = this.state.posterior.atMost(RECENT);
    if (Number.isNaN(this.candidateMs)) {
      if (fresh < LOOK_AT) return;
      this.candidateMs = timeMs;
      this.looks = 0;
    }
    this.looks += 1;
    if (this.looks <= MOST_LOOKS) this.look(timeMs, view);
    // Over when the posterior has left the last minutes, so that one change is one candidate.
    else if (fresh < LOOK_AT) this.candidateMs = Number.NaN;
  }

  onDiscontinuity(): void {
    if (this.raised !== null) this.tell(this.raised, this.context.view, 'expired', 'update');
    this.raised = null;
    this.measures.interrupt();
    this.state.reset();
    this.observations = 0;
    this.candidateMs = Number.NaN;
  }

  private look(timeMs: number, view: MarketView): void {
    if (view.bestBidTicks === NO_PRICE || view.bestAskTicks === NO_PRICE) return;
    const judgement = this.context.judge.judge(REGIME, {
      key: String(this.candidateMs),
      side: SIDE_NONE,
      timeMs,
      priceLowTicks: view.bestBidTicks,
      priceHighTicks: view.bestAskTicks,
      features: this.state.features(),
    });
    if (this.raised?.candidateMs === this.candidateMs) {
      if (judgement.confidence > this.raised.judgement.confidence) this.raised.judgement = judgement;
      return;
    }
    if (judgement.confidence >= EMIT_CONFIDENCE) this.raise(judgement, timeMs, view);
  }

  private raise(judgement: Judgement, timeMs: number, view: MarketView): void {
    if (this.raised !== null) this.tell(this.raised, view, 'confirmed', 'update');
    const nowNs = BigInt(Math.round(timeMs)) * NS_PER_MS;
    this.raised = {
      candidateMs: this.candidateMs,
      startNs: BigInt(Math.round(this.state.startMs(timeMs))) * NS_PER_MS,
      detectedNs: nowNs,
      updatedNs: nowNs,
      priceTicks: Math.round((view.bestBidTicks + view.bestAskTicks) / 2),
      before: this.name,
      judgement,
      degraded: this.isDegraded,
    };
    this.sinceUpdate = 0;
    this.tell(this.raised, view, 'open', 'new');
  }

  /** The regime that was in force before the one that is raised now. */
  private get name(): string | null {
    return this.raised?.name ?? null;
  }

  private updateRaised(timeMs: number, view: MarketView): void {
    const { raised } = this;
    if (raised === null) return;
    this.sinceUpdate += 1;
    if (this.sinceUpdate % UPDATE_EVERY !== 0) return;
    raised.updatedNs = BigInt(Math.round(timeMs)) * NS_PER_MS;
    this.tell(raised, view, 'open', 'update');
  }

  private tell(
    raised: RaisedRegime,
    view: MarketView,
    status: 'open' | 'confirmed' | 'expired',
    change: 'new' | 'update',
  ): void {
    // What has ended keeps the name it had: the means are the new state's by then.
    if (status === 'open') raised.name = this.state.name();
    this.context.emitPattern(regimePattern(raised, this.state, view, status), change);
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
