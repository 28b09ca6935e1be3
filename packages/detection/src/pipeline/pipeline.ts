/** From match events to flow events: one instrument's detectors on one clock, the exchange's. */
import type {
  FeedTier,
  FindingState,
  FlowEvent,
  FlowEventType,
  Instrument,
  InstrumentMarket,
  MatchEvent,
  Pattern,
  PatternType,
} from '@undertow/market';
import { MINUTE_MS } from '@undertow/market';
import type { CalibratorSource } from '#calibration/calibrator-for.ts';
import type { CandidateListener, Judge } from '#calibration/judge.ts';
import { createJudge } from '#calibration/live-judge.ts';
import { modelState, type StateSource, stateOfCalibrator } from '#calibration/model-state.ts';
import type { KnownOutcomes, PipelineBaselines } from '#facts/pipeline-baselines.ts';
import { TrackRecorder } from '#track-record/track-recorder.ts';
import type { TrackRow } from '#track-record/track-row.ts';
import type {
  Availability,
  DetectionCounters,
  Detector,
  DetectorContext,
  EmitFlowEvent,
  EmitPattern,
  FlowEventChange,
  StopElection,
} from '#view/detector.ts';
import { LiveMarketView } from '#view/live-market-view.ts';
import { LiveSignalBoard } from '#view/signal-board.ts';
import type { TargetScore } from '#view/target-score.ts';
import { CONTENT_BLOCKS, CONTENT_TOUCH, CONTENT_TRADES, DetectorDispatch } from './detector-dispatch.ts';
import { MarketOutcomes } from './market-outcomes.ts';
import { DETECTORS } from './registry.ts';

/** While states are measured nothing is withheld, and everything raises from the usual probability. */
const ALL_CALIBRATED: StateSource = (model, tier) => ({
  model,
  tier,
  state: 'calibrated',
  raiseFrom: null,
  reason: 'being measured',
});

const CLOCK_MS = 100;
/** After a longer silence the clock continues from here: ten minutes hold every window of a detector. */
const MAX_CLOCK_MS = 10 * MINUTE_MS;

export interface PipelineOptions {
  readonly instrument: Instrument;
  readonly tier: FeedTier;
  /** The market whose match events are handed to `onMatch`; only read. */
  readonly market: InstrumentMarket;
  /** Called synchronously, `new` once per event id, then `update` as it changes. */
  readonly emit: EmitFlowEvent;
  /** Receives AI patterns as `emit` receives events. */
  readonly emitPattern?: EmitPattern;
  /** Detectors of these types only; all by default. Those that build on others then lack them. */
  readonly types?: readonly (FlowEventType | PatternType)[];
  /** Receives every look at every candidate and each outcome: training and evaluation. */
  readonly candidates?: CandidateListener;
  /** Gives the probabilities; by default the committed calibrators of the tier. */
  readonly judge?: Judge;
  /** Where the judge finds its calibrators instead: for training and for trying a new one. */
  readonly calibrators?: CalibratorSource;
  /**
   * What the probabilities are worth and from where they raise; by default as committed. Null for measuring that: everything
   * calibrated is emitted.
   */
  readonly states?: StateSource | null;
  /**
   * Receives findings too small or too weak to raise; one that grows then reaches `emit` as new. For files and
   * evaluation.
   */
  readonly onMinor?: EmitFlowEvent;
  /** Receives every election of stops, below the threshold of a run as well; for files and evaluation. */
  readonly onElection?: (election: StopElection) => void;
  /**
   * What was learnt of forecasts before the first event; by default nothing. Null: they are stated as trained, and learn
   * nothing.
   */
  readonly outcomes?: KnownOutcomes | null;
  /** What another pipeline of the same instrument had learnt up to the first event of this one. */
  readonly baselines?: PipelineBaselines;
  /** Receives the rows of the track record: each signal with its declared outcome, and how it came out. */
  readonly onTrackRow?: (row: TrackRow) => void;
}

export interface Pipeline {
  /** Counted over everything seen, before any threshold of raising. */
  readonly counters: Readonly<DetectionCounters>;
  /** A match event of a live book, in order, when the market already holds it. */
  onMatch(event: MatchEvent): void;
  /** The book was lost or is being rebuilt: open events end as interrupted. */
  onDiscontinuity(timeMs: number): void;
  /** Share of time or messages lost to gaps so far, 0 to 1: what exact confidence falls short of 1. */
  setGapRate(rate: number): void;
  /** A pattern that was found by comparing this instrument with others: emitted and recorded as its own are. */
  addPattern(pattern: Pattern, change: FlowEventChange): void;
  /** What it has learnt of what is usual, as plain data; between two match events. */
  baselines(): PipelineBaselines;
  /**
   * How good the price predictions have been, a row for each kind; none where they are switched off. Sorts: for
   * screens.
   */
  predictionScore(): readonly TargetScore[];
}

/** What each event type can be raised by on a feed tier, for the screens that show it. */
export function availabilityOf(tier: FeedTier): readonly {
  readonly type: FlowEventType | PatternType;
  readonly sub: string | null;
  readonly availability: Availability;
}[] {
  return DETECTORS.filter(({ minorOnly }) => minorOnly !== true).map((entry) => ({
    type: entry.type,
    sub: entry.sub,
    availability: entry.availability(tier),
  }));
}

/** Of the pipeline that is replayed, or as the caller knows them. */
function outcomesOf({ baselines, outcomes }: PipelineOptions): MarketOutcomes {
  if (baselines !== undefined) return new MarketOutcomes(baselines.outcomes, baselines.sinceOpenMs);
  return new MarketOutcomes(outcomes, Number.NaN);
}

class InstrumentPipeline implements Pipeline {
  readonly counters: DetectionCounters = {
    icebergRefills: 0,
    icebergOrders: 0,
    electedStops: 0,
    stopEvents: 0,
    stopContracts: 0,
  };
  readonly #view: LiveMarketView;
  readonly #detectors: readonly Detector[];
  readonly #dispatch: DetectorDispatch;
  readonly #track: TrackRecorder | null;
  readonly #outcomes: MarketOutcomes;
  readonly #onTrackRow: ((row: TrackRow) => void) | undefined;
  readonly #emitPattern: EmitPattern;
  #tickMs = Number.NaN;
  #blocksSeen = 0;
  #readPredictionScore: (() => readonly TargetScore[]) | null = null;

  constructor(options: PipelineOptions) {
    const {
      instrument,
      tier,
      market,
      emit,
      emitPattern,
      types,
      candidates,
      calibrators,
      onMinor,
      onElection,
      onTrackRow,
    } = options;
    this.#view = new LiveMarketView(instrument, tier, market);
    this.#track = onTrackRow === undefined ? null : new TrackRecorder(this.#view, onTrackRow);
    this.#onTrackRow = onTrackRow;
    this.#outcomes = outcomesOf(options);
    const board = new LiveSignalBoard();
    const states = options.states === undefined ? modelState : (options.states ?? ALL_CALIBRATED);
    const stateOf = ({ exact, calibrator }: FlowEvent | Pattern): FindingState =>
      exact ? 'exact' : stateOfCalibrator(calibrator, tier, states);
    this.#emitPattern = (found, change) => {
      const pattern = { ...found, state: stateOf(found) };
      board.putPattern(pattern);
      if (pattern.state === 'unavailable') return;
      this.#track?.onSignal(pattern, change);
      emitPattern?.(pattern, change);
    };
    const context: DetectorContext = {
      view: this.#view,
      emit: (found, change) => {
        const event = { ...found, state: stateOf(found) };
        board.putEvent(event);
        if (event.state === 'unavailable') return;
        this.#track?.onSignal(event, change);
        emit(event, change);
      },
      emitPattern: (pattern, change) => this.#emitPattern(pattern, change),
      judge:
        options.judge ??
        createJudge({
          tier,
          ...(candidates === undefined ? {} : { listener: candidates }),
          ...(calibrators === undefined ? {} : { calibrators }),
          states,
          outcomes: this.#outcomes.calibration,
        }),
      board,
      counters: this.counters,
      onMinor,
      onElection,
      onPredictionScore: (read) => {
        this.#readPredictionScore = read;
      },
    };
    const active = DETECTORS.filter(
      (entry) => entry.availability(tier).available && (types === undefined || types.includes(entry.type)),
    ).map((entry) => ({ entry, detector: entry.create(context) }));
    this.#detectors = active.map(({ detector }) => detector);
    this.#dispatch = new DetectorDispatch(active);
    if (options.baselines !== undefined) {
      this.#tickMs = options.baselines.tickMs;
      this.#view.restore(this.#tickMs, options.baselines.view);
      for (const [at, memory] of options.baselines.memories.entries())
        if (memory !== null) this.#detectors[at]?.restore?.(memory);
    }
  }

  baselines(): PipelineBaselines {
    const memories = this.#detectors.map((detector) => detector.save?.() ?? null);
    return {
      tickMs: this.#tickMs,
      view: this.#view.baselines(),
      ...this.#outcomes.save(),
      memories,
    };
  }

  onMatch(event: MatchEvent): void {
    const view = this.#view;
    if (!(event.timeMs < this.#tickMs + CLOCK_MS)) this.#runClock(event.timeMs);
    view.isDegraded = event.degraded;
    const detectors = this.#dispatch.ofEvent(this.#contentOf(event));
    for (let index = 0; index < detectors.length; index += 1) {
      detectors[index]!.onMatch(event, view);
    }
    view.observe(event);
  }

  onDiscontinuity(timeMs: number): void {
    for (const detector of this.#detectors) detector.onDiscontinuity(timeMs);
    this.#track?.onDiscontinuity(timeMs);
    this.#view.interrupt();
  }

  addPattern(pattern: Pattern, change: FlowEventChange): void {
    this.#emitPattern(pattern, change);
  }

  setGapRate(rate: number): void {
    this.#view.gapRate = Math.min(1, Math.max(0, rate));
  }

  predictionScore(): readonly TargetScore[] {
    return this.#readPredictionScore?.() ?? [];
  }

  #contentOf(event: MatchEvent): number {
    const view = this.#view;
    let content = event.rounds.count > 0 ? CONTENT_TRADES : 0;
    if (view.isTouchMoved) content |= CONTENT_TOUCH;
    const blocks = view.market.facts.blocks.total;
    if (blocks !== this.#blocksSeen) {
      this.#blocksSeen = blocks;
      content |= CONTENT_BLOCKS;
    }
    return content;
  }

  /** Advances the clock by every full 100 ms up to the instant; begins at the first event. */
  #runClock(timeMs: number): void {
    const nowMs = Math.floor(timeMs / CLOCK_MS) * CLOCK_MS;
    if (Number.isNaN(this.#tickMs)) this.#tickMs = nowMs - CLOCK_MS;
    this.#tickMs = Math.max(this.#tickMs, nowMs - MAX_CLOCK_MS);
    while (this.#tickMs < nowMs) {
      this.#tickMs += CLOCK_MS;
      // Read once: a double is allocated again for each call that passes it on.
      const tickMs = this.#tickMs;
      this.#view.onClock(tickMs);
      const row = this.#outcomes.followDay(this.#view.instrument.id, tickMs, this.#view.sinceOpenMs);
      if (row !== null) this.#onTrackRow?.(row);
      const detectors = this.#dispatch.ofTick(tickMs);
      for (let index = 0; index < detectors.length; index += 1) {
        detectors[index]!.onClock(tickMs, this.#view);
      }
      this.#track?.onClock(tickMs);
    }
  }
}

/**
 * Makes the pipeline of an instrument. Detectors that the tier cannot serve are left out, never approximated. The same
 * match events give the same flow events, byte for byte: no clock but the events' own.
 */
export function createPipeline(options: PipelineOptions): Pipeline {
  return new InstrumentPipeline(options);
}
