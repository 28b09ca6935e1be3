/** Runs the pipeline over one instrument of a recording: the same market and pipeline as in the server's live line. */
import {
  type CandidateListener,
  createPipeline,
  type FlowEventChange,
  type Pipeline,
  type StopElection,
  type TrackRow,
} from '@undertow/detection';
import {
  CME_CALENDAR,
  COL_FLAGS,
  type FeedTier,
  FLAG_MAYBE_BAD_BOOK,
  type FlowEvent,
  type FlowEventType,
  InstrumentMarket,
  type MatchEvent,
  type Pattern,
  type PatternType,
  ROW_LENGTH,
  rowTimeMs,
} from '@undertow/market';
import { createTierDeriver, RowBuffer, type TierDeriver } from '@undertow/simulator';
import type { RecordedInstrument, RowReader } from '#recordings/read-instruments.ts';
import { InputError } from '#terminal/terminal.ts';
import { electionLine, eventLine, patternLine } from './finding-line.ts';

/** Receives everything that comes out of the pipeline, for figures of a recording. */
export interface DetectionListener {
  readonly candidates: CandidateListener;
  onMatch(event: MatchEvent): void;
  /** `isRaised`: not for findings below the thresholds of raising. */
  onFinding(finding: FlowEvent | Pattern, change: FlowEventChange, isRaised: boolean): void;
  onElection(election: StopElection): void;
  onTrackRow(row: TrackRow): void;
}

export interface DetectionPlan {
  readonly types: readonly (FlowEventType | PatternType)[];
  /** A finding is printed when it first reaches this confidence, 0 to 1. */
  readonly minConfidence: number;
  /** The tier to treat the recording as; null for its own. */
  readonly tier: FeedTier | null;
  readonly onLine: (line: string) => void;
  readonly listener?: DetectionListener;
}

export class DetectionReader implements RowReader {
  readonly #market: InstrumentMarket;
  readonly #pipeline: Pipeline;
  readonly #recorded: RecordedInstrument;
  readonly #plan: DetectionPlan;
  readonly #deriver: TierDeriver | null;
  readonly #derived = new RowBuffer();
  /** Instant at which each printed finding first reached the threshold, nanoseconds. */
  readonly #emittedNs = new Map<string, bigint>();

  constructor(recorded: RecordedInstrument, plan: DetectionPlan) {
    const { instrument } = recorded;
    const { listener } = plan;
    const tier = plan.tier ?? recorded.tier;
    this.#recorded = recorded;
    this.#plan = plan;
    this.#deriver = deriverFor(recorded, tier);
    this.#market = new InstrumentMarket({
      instrument,
      tier,
      calendar: CME_CALENDAR,
    });
    this.#pipeline = createPipeline({
      instrument,
      tier,
      market: this.#market,
      types: plan.types,
      emit: (event, change) => this.#onEvent(event, change, true),
      emitPattern: (pattern, change) => {
        listener?.onFinding(pattern, change, true);
        this.#emit(pattern, change, (ns) => patternLine(recorded, pattern, ns));
      },
      onMinor: (event, change) => this.#onEvent(event, change, false),
      onElection: (election) => {
        listener?.onElection(election);
        plan.onLine(JSON.stringify(electionLine(recorded, election)));
      },
      ...(listener === undefined
        ? {}
        : { candidates: listener.candidates, onTrackRow: (row) => listener.onTrackRow(row) }),
    });
  }

  applyRow(rows: Int32Array, at: number): void {
    if (this.#deriver === null) {
      this.#apply(rows, at);
      return;
    }
    this.#derived.clear();
    this.#deriver.derive({ rows: rows.subarray(at, at + ROW_LENGTH), count: 1 }, this.#derived);
    this.#applyDerived();
  }

  /** End of the recording: applies the rows that a less detailed feed would still have sent. */
  finish(): void {
    this.#derived.clear();
    this.#deriver?.finish(this.#derived);
    this.#applyDerived();
  }

  /** Counted over everything read, before any threshold of raising. */
  get counters(): Pipeline['counters'] {
    return this.#pipeline.counters;
  }

  /** What was counted exactly, findings below the detectors' thresholds included. */
  summary(): string {
    const { icebergOrders, icebergRefills, electedStops, stopEvents, stopContracts } =
      this.#pipeline.counters;
    return (
      `${this.#recorded.symbol}: ${this.#emittedNs.size} findings; exact counts: ` +
      `${icebergOrders} native icebergs with ${icebergRefills} refills, ` +
      `${electedStops} elected stops in ${stopEvents} events with ${stopContracts} contracts`
    );
  }

  #applyDerived(): void {
    const { rows, count } = this.#derived;
    for (let at = 0; at < count * ROW_LENGTH; at += ROW_LENGTH) this.#apply(rows, at);
  }

  #apply(rows: Int32Array, at: number): void {
    // A recording cannot resend what it lost: windows across the gap are dropped, the book continues unchanged.
    if ((rows[at + COL_FLAGS]! & FLAG_MAYBE_BAD_BOOK) !== 0)
      this.#pipeline.onDiscontinuity(rowTimeMs(rows, at));
    const event = this.#market.applyRow(rows, at);
    if (event === null) return;
    this.#plan.listener?.onMatch(event);
    this.#pipeline.onMatch(event);
  }

  #onEvent(event: FlowEvent, change: FlowEventChange, isRaised: boolean): void {
    this.#plan.listener?.onFinding(event, change, isRaised);
    this.#emit(event, change, (ns) => eventLine(this.#recorded, event, ns));
  }

  #emit(finding: FlowEvent | Pattern, change: FlowEventChange, lineOf: (detectedNs: bigint) => object): void {
    const { onLine, minConfidence } = this.#plan;
    const firstNs = this.#emittedNs.get(finding.id);
    if (firstNs !== undefined) {
      onLine(JSON.stringify({ ...lineOf(firstNs), update: true }));
      return;
    }
    if (finding.confidence < minConfidence) return;
    const detectedNs = change === 'new' ? finding.detectedNs : finding.updatedNs;
    this.#emittedNs.set(finding.id, detectedNs);
    onLine(JSON.stringify(lineOf(detectedNs)));
  }
}

/** Orders can be reduced to any less detailed feed; ten levels to sampled ones only. */
function deriverFor({ symbol, tier: recorded }: RecordedInstrument, tier: FeedTier): TierDeriver | null {
  if (tier === recorded || (recorded === 'L2S' && tier === 'L2C')) return null;
  if (recorded === 'L3') return createTierDeriver(tier, { seed: 1 });
  const fitting = recorded === 'L2S' ? 'L2S or L2C' : recorded;
  throw new InputError(`${symbol}: recorded as ${recorded}, expected --tier ${fitting}, got ${tier}`);
}
