/** From match events to flow events: one instrument's detectors on one clock, the exchange's. */
import type { FeedTier, FlowEventType, Instrument, InstrumentMarket, MatchEvent } from '@undertow/market';
import type {
  Availability,
  DetectionCounters,
  Detector,
  DetectorContext,
  EmitFlowEvent,
  StopElection,
} from './detector.ts';
import { LiveMarketView } from './live-market-view.ts';
import { DETECTORS } from './registry.ts';

const CLOCK_MS = 100;
/** After a longer silence the clock goes on from here: ten minutes hold every window of a detector. */
const MAX_CLOCK_MS = 10 * 60_000;

export interface PipelineOptions {
  readonly instrument: Instrument;
  readonly tier: FeedTier;
  /** The market whose match events are handed to `onMatch`; only read. */
  readonly market: InstrumentMarket;
  /** Called synchronously, `new` once per event id, then `update` as it changes. */
  readonly emit: EmitFlowEvent;
  /** Detectors of these types only; all by default. */
  readonly types?: readonly FlowEventType[];
  /** Hears every election of stops, below the threshold of a run as well; for files and evaluation. */
  readonly onElection?: (election: StopElection) => void;
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
}

/** What each event type can be told by on a feed tier, for the screens that say so. */
export function availabilityOf(tier: FeedTier): readonly {
  readonly type: FlowEventType;
  readonly sub: string | null;
  readonly availability: Availability;
}[] {
  return DETECTORS.map((entry) => ({
    type: entry.type,
    sub: entry.sub,
    availability: entry.availability(tier),
  }));
}

class InstrumentPipeline implements Pipeline {
  readonly counters: DetectionCounters = {
    icebergRefills: 0,
    icebergOrders: 0,
    electedStops: 0,
    stopEvents: 0,
    stopContracts: 0,
  };
  private readonly view: LiveMarketView;
  private readonly detectors: readonly Detector[];
  private tickMs = Number.NaN;

  constructor({ instrument, tier, market, emit, types, onElection }: PipelineOptions) {
    this.view = new LiveMarketView(instrument, tier, market);
    const context: DetectorContext = { view: this.view, emit, counters: this.counters, onElection };
    this.detectors = DETECTORS.filter(
      (entry) => entry.availability(tier).available && (types === undefined || types.includes(entry.type)),
    ).map((entry) => entry.create(context));
  }

  onMatch(event: MatchEvent): void {
    const { view, detectors } = this;
    if (!(event.timeMs < this.tickMs + CLOCK_MS)) this.runClock(event.timeMs);
    for (let index = 0; index < detectors.length; index += 1) {
      (detectors[index] as Detector).onMatch(event, view);
    }
    view.observe(event);
  }

  onDiscontinuity(timeMs: number): void {
    for (const detector of this.detectors) detector.onDiscontinuity(timeMs);
    this.view.interrupt();
  }

  setGapRate(rate: number): void {
    this.view.gapRate = Math.min(1, Math.max(0, rate));
  }

  /** Tells every full 100 ms up to the instant; begins at the first event. */
  private runClock(timeMs: number): void {
    const nowMs = Math.floor(timeMs / CLOCK_MS) * CLOCK_MS;
    if (Number.isNaN(this.tickMs)) this.tickMs = nowMs - CLOCK_MS;
    this.tickMs = Math.max(this.tickMs, nowMs - MAX_CLOCK_MS);
    while (this.tickMs < nowMs) {
      this.tickMs += CLOCK_MS;
      this.view.onClock(this.tickMs);
      for (const detector of this.detectors) detector.onClock(this.tickMs, this.view);
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
