/** Records a stretch of a simulated session for the order-flow panes of the demo: depth, executions, and each finding as it changed. */
import { deflateRawSync } from 'node:zlib';
import { createPipeline, EMIT_CONFIDENCE, type Pipeline } from '@undertow/detection';
import {
  CME_CALENDAR,
  COL_FLAGS,
  contractAt,
  encodeFlowSpan,
  FLAG_SNAPSHOT,
  type FlowEvent,
  FlowRecorder,
  type FlowSpan,
  type Instrument,
  InstrumentMarket,
  MINUTE_MS,
  type PackedFlowExcerpt,
  PrintCollector,
  type RecordedFinding,
  ROW_LENGTH,
  rowWholeMs,
  SECOND_MS,
} from '@undertow/market';
import { createSession, RowBuffer } from '@undertow/simulator';
import { AGENTS, RECORDED_TYPES } from './record-market.ts';
import { recordedFinding, updatedMs } from './recorded-finding.ts';

/** Depth of earlier spans is left out: no pane shows it at first. */
const DEPTH_BEFORE_MS = 10 * MINUTE_MS;
/** An event that changes all the time is recorded as often as it is read. */
const CHANGE_EVERY_MS = 5 * SECOND_MS;

/** Times are milliseconds since 1970 UTC, whole multiples of the five minutes of a span. */
export interface FlowPlan {
  readonly instrument: Instrument;
  readonly seed: number;
  /** The session begins here, so that its market has a past. */
  readonly openMs: number;
  /** What is recorded. */
  readonly fromMs: number;
  /** Playing begins. */
  readonly startMs: number;
  readonly endMs: number;
}

/** The same plan gives the same recording. */
export function recordFlow(plan: FlowPlan): PackedFlowExcerpt {
  const { instrument, seed, openMs, fromMs, startMs, endMs } = plan;
  const session = createSession({
    ...{ instrument, seed, startMs: openMs, openTicks: instrument.basePriceTicks },
    ...{ agents: AGENTS, timeOfDay: 'exchange' },
  });
  const recorder = new ExcerptRecorder(plan);
  const rows = new RowBuffer();
  for (let untilMs = openMs + SECOND_MS; untilMs <= endMs; untilMs += SECOND_MS) {
    rows.clear();
    session.advance(untilMs, rows);
    recorder.apply(rows);
  }
  const contract = contractAt(instrument, fromMs).code;
  return { version: 1, symbol: instrument.symbol, contract, seed, startMs, endMs, ...recorder.end() };
}

class ExcerptRecorder {
  readonly #plan: FlowPlan;
  readonly #market: InstrumentMarket;
  readonly #pipeline: Pipeline;
  readonly #prints = new PrintCollector();
  readonly #flow: FlowRecorder;
  readonly #spans: FlowSpan[] = [];
  readonly #findings: RecordedFinding[] = [];
  /** The newest record of an event. */
  readonly #newest = new Map<string, RecordedFinding>();

  constructor(plan: FlowPlan) {
    this.#plan = plan;
    const { instrument } = plan;
    this.#market = new InstrumentMarket({ instrument, tier: 'L3', calendar: CME_CALENDAR });
    this.#flow = new FlowRecorder(this.#market.book, (span) => this.#spans.push(span));
    this.#flow.setKnown(true, plan.openMs);
    this.#pipeline = createPipeline({
      ...{ instrument, tier: 'L3', market: this.#market },
      emit: (event) => this.#onEvent(event),
    });
  }

  apply({ rows, count }: RowBuffer): void {
    for (let at = 0; at < count * ROW_LENGTH; at += ROW_LENGTH) {
      if ((rows[at + COL_FLAGS]! & FLAG_SNAPSHOT) === 0) this.#flow.advance(rowWholeMs(rows, at));
      this.#prints.addRow(rows, at);
      const match = this.#market.applyRow(rows, at);
      if (match === null) continue;
      this.#prints.close(match);
      this.#pipeline.onMatch(match);
    }
    this.#flow.settle(this.#prints.take());
  }

  end(): Pick<PackedFlowExcerpt, 'spans' | 'findings'> {
    this.#flow.close();
    const { fromMs, startMs } = this.#plan;
    const spans = this.#spans
      .filter((span) => span.fromMs >= fromMs)
      .map((span) => (span.toMs <= startMs - DEPTH_BEFORE_MS ? { ...span, depth: [] } : span));
    return {
      spans: spans.map((span) => deflateRawSync(encodeFlowSpan(span)).toString('base64')),
      findings: this.#findings,
    };
  }

  #onEvent(event: FlowEvent): void {
    const { id, type, status, confidence } = event;
    const knownMs = updatedMs(event);
    if (knownMs < this.#plan.fromMs || !RECORDED_TYPES.includes(type) || status === 'expired') return;
    const before = this.#newest.get(id);
    if (status === 'failed' || confidence < EMIT_CONFIDENCE) {
      if (before !== undefined && before.endedMs === null)
        this.#keep(id, { ...before, knownMs, endedMs: knownMs });
      return;
    }
    if (before !== undefined && knownMs - before.knownMs < CHANGE_EVERY_MS) return;
    const short = before?.id ?? `e${this.#newest.size + 1}`;
    this.#keep(id, recordedFinding(event, { id: short, knownMs, endedMs: null }));
  }

  #keep(id: string, finding: RecordedFinding): void {
    this.#newest.set(id, finding);
    this.#findings.push(finding);
  }
}
