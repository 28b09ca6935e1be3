/** Reads one instrument of a recording: the pipeline of `detect`, the oracle beside it, and what comes out of both. */
import { CandidateLog, type StopElection, type TrackRow } from '@undertow/detection';
import {
  type FeedTier,
  FLOW_EVENT_TYPES,
  type FlowEvent,
  type MatchEvent,
  PATTERN_TYPES,
  type Pattern,
  SIDE_ASK,
  SIDE_BID,
  stateOf,
} from '@undertow/market';
import { type DetectionListener, DetectionReader } from '#detect/detection-reader.ts';
import type { RecordedInstrument, RowReader } from '#recordings/read-instruments.ts';
import { ExactFacts, type FactComparison } from './exact-facts.ts';
import { MessageOracle } from './message-oracle.ts';
import { OpenHours } from './open-hours.ts';

/** Kind of a finding with what its headline is worth. */
export interface FindingKind {
  readonly type: string;
  readonly sub: string | null;
  readonly state: string;
}

export class InstrumentReader implements RowReader, DetectionListener {
  readonly recorded: RecordedInstrument;
  readonly open = new OpenHours();
  readonly candidates = new CandidateLog({ keepsLooks: true });
  readonly trackRows: TrackRow[] = [];
  /** Every raised finding, as it was when raised. */
  readonly raised: FindingKind[] = [];
  readonly #facts = new ExactFacts();
  readonly #oracle = new MessageOracle();
  readonly #detection: DetectionReader;

  constructor(recorded: RecordedInstrument) {
    this.recorded = recorded;
    this.#detection = new DetectionReader(recorded, {
      types: [...FLOW_EVENT_TYPES, ...PATTERN_TYPES],
      minConfidence: 0,
      tier: null,
      onLine: () => undefined,
      listener: this,
    });
  }

  get tier(): FeedTier {
    return this.recorded.tier;
  }

  applyRow(rows: Int32Array, at: number): void {
    this.open.applyRow(rows, at);
    this.#oracle.applyRow(rows, at);
    this.#detection.applyRow(rows, at);
  }

  finish(): void {
    this.open.finish();
    this.#detection.finish();
    this.#facts.refills = this.#detection.counters.icebergRefills;
  }

  comparisons(): FactComparison[] {
    return this.#facts.comparedWith(this.#oracle.facts, this.tier);
  }

  onMatch({ rounds }: MatchEvent): void {
    for (let round = 0; round < rounds.count; round += 1)
      this.#facts.addTraded(rounds.side[round]!, rounds.size[round]!);
  }

  onFinding(finding: FlowEvent | Pattern, change: 'new' | 'update', isRaised: boolean): void {
    const { type, sub, evidence } = finding;
    if (type === 'iceberg' && sub === 'native')
      for (const id of evidence['orderIds'] as readonly string[]) this.#facts.addIceberg(id);
    if (isRaised && change === 'new') this.raised.push({ type, sub, state: stateOf(finding) });
  }

  onElection({ timeNs, side, stops, contracts }: StopElection): void {
    this.#facts.addElection({ timeNs, side: side === 'bid' ? SIDE_BID : SIDE_ASK, stops, contracts });
  }

  onTrackRow(row: TrackRow): void {
    this.trackRows.push(row);
  }
}
