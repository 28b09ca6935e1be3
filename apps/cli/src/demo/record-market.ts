/** Records a simulated session as the real detectors see it: bars and book per minute, findings per ten minutes. */
import { createPipeline, EMIT_CONFIDENCE, type Pipeline } from '@undertow/detection';
import {
  CME_CALENDAR,
  type FlowEvent,
  type FlowEventType,
  type Instrument,
  InstrumentMarket,
  type MarketRecording,
  MINUTE_MS,
  RECORDED_LEVELS,
  type RecordedBook,
  type RecordedFinding,
  type RecordedMinute,
  SIDE_ASK,
  SIDE_BID,
} from '@undertow/market';
import { createSession, type Prevalence, RowBuffer } from '@undertow/simulator';
import { recordedFinding, updatedMs } from './recorded-finding.ts';

/** The five conditions of the demo (specification, section 4). */
export const RECORDED_TYPES: readonly FlowEventType[] = [
  'iceberg',
  'absorption',
  'spoofing',
  'support',
  'stop_run',
];
/** Agents a few times as active as in real markets, so that there is something to see. */
export const AGENTS: Partial<Prevalence> = {
  nativeIcebergsPerHour: 16,
  stopClustersPerHour: 6,
  huntsPerHour: 3,
  spoofSequencesPerHour: 6,
  absorbersPerHour: 6,
  plantedLevelsPerHour: 12,
};
/** The largest finding of each type is recorded once per this many minutes. */
const KEPT_MINUTES = 10;

export interface RecordingPlan {
  readonly instrument: Instrument;
  readonly seed: number;
  readonly startMs: number;
  readonly minutes: number;
}

/** Runs the session; `onHour` is called for each full hour. The same plan gives the same recording. */
export function recordMarket(plan: RecordingPlan, onHour: (hour: number) => void): MarketRecording {
  const { instrument, seed, startMs, minutes } = plan;
  const session = createSession({
    instrument,
    seed,
    startMs,
    openTicks: instrument.basePriceTicks,
    agents: AGENTS,
    timeOfDay: 'exchange',
  });
  const recorder = new MarketRecorder(instrument);
  const rows = new RowBuffer();
  for (let minute = 1; minute <= minutes; minute += 1) {
    rows.clear();
    const endMs = startMs + minute * MINUTE_MS;
    session.advance(endMs, rows);
    recorder.apply(rows, endMs);
    if (minute % 60 === 0) onHour(minute / 60);
  }
  return { symbol: instrument.symbol, seed, minutes: recorder.minutes, findings: recorder.findings() };
}

interface Raised {
  /** The state at the last emission. */
  readonly event: FlowEvent;
  endedMs: number | null;
}

function largestOf(raised: readonly Raised[]): Raised | undefined {
  return raised.reduce<Raised | undefined>(
    (best, one) => (best === undefined || one.event.size > best.event.size ? one : best),
    undefined,
  );
}

class MarketRecorder {
  readonly minutes: RecordedMinute[] = [];
  readonly #kept: { readonly raised: Raised; readonly knownMs: number }[] = [];
  readonly #market: InstrumentMarket;
  readonly #prices = new Int32Array(RECORDED_LEVELS);
  readonly #sizes = new Int32Array(RECORDED_LEVELS);
  readonly #orders = new Int32Array(RECORDED_LEVELS);
  /** Events raised in the current ten minutes, by id. */
  #raised = new Map<string, Raised>();
  /** Recorded events by the same id, to note their end. */
  readonly #pipeline: Pipeline;
  readonly #recorded = new Map<string, Raised[]>();
  /** Ids are long; here they are numbered in their order. */
  readonly #ids = new Map<string, string>();

  constructor(instrument: Instrument) {
    this.#market = new InstrumentMarket({
      instrument,
      tier: 'L3',
      calendar: CME_CALENDAR,
    });
    this.#pipeline = createPipeline({
      instrument,
      tier: 'L3',
      market: this.#market,
      emit: (event) => this.#onEvent(event),
    });
  }

  /** The findings so far, with their ends. */
  findings(): RecordedFinding[] {
    return this.#kept.map(({ raised: { event, endedMs }, knownMs }) =>
      recordedFinding(event, { id: this.#idOf(event.id), knownMs, endedMs }),
    );
  }

  /** Takes the rows of a minute that ends at `endMs`. */
  apply(rows: RowBuffer, endMs: number): void {
    this.#market.applyBatch(rows, (event) => this.#pipeline.onMatch(event));
    const startMs = endMs - MINUTE_MS;
    const { facts } = this.#market;
    const bar = [...facts.bars.since(startMs), facts.formingBar()].find((one) => one?.startMs === startMs);
    if (bar !== undefined && bar !== null) this.minutes.push({ bar, book: this.#book() });
    if (endMs % (KEPT_MINUTES * MINUTE_MS) === 0) this.#keepFindings(endMs);
  }

  #book(): RecordedBook {
    const bids = this.#side(SIDE_BID);
    const asks = this.#side(SIDE_ASK);
    return { bidTicks: bids.bestTicks, askTicks: asks.bestTicks, bidSizes: bids.sizes, askSizes: asks.sizes };
  }

  /** Sizes a tick apart from the best price on: a price that nobody rests at has size 0. */
  #side(side: number): { readonly bestTicks: number; readonly sizes: readonly number[] } {
    const count = this.#market.book.copyTop(side, RECORDED_LEVELS, this.#prices, this.#sizes, this.#orders);
    const bestTicks = this.#prices[0]!;
    if (count === 0) throw new Error('expected a book with two sides at the end of a minute with trades');
    const sizes = new Array<number>(RECORDED_LEVELS).fill(0);
    for (let level = 0; level < count; level += 1) {
      const away = Math.abs(this.#prices[level]! - bestTicks);
      if (away < RECORDED_LEVELS) sizes[away] = this.#sizes[level]!;
    }
    return { bestTicks, sizes };
  }

  /** Stores the newest raised state, and when it was withdrawn. An expiry, where price only moved away, changes nothing. */
  #onEvent(event: FlowEvent): void {
    const { id, status, confidence } = event;
    if (status === 'expired') return;
    if (status !== 'failed' && confidence >= EMIT_CONFIDENCE) {
      this.#raised.set(id, { event, endedMs: null });
      return;
    }
    const endedMs = updatedMs(event);
    const raised = this.#raised.get(id);
    for (const one of [...(raised === undefined ? [] : [raised]), ...(this.#recorded.get(id) ?? [])])
      one.endedMs ??= endedMs;
  }

  /** Of each type the largest; a withdrawn one only where none is active. */
  #keepFindings(knownMs: number): void {
    const raised = [...this.#raised.values()];
    this.#raised = new Map();
    for (const type of RECORDED_TYPES) {
      const ofType = raised.filter(({ event }) => event.type === type);
      const active = ofType.filter(({ endedMs }) => endedMs === null);
      const kept = largestOf(active.length > 0 ? active : ofType);
      if (kept === undefined) continue;
      const { id } = kept.event;
      this.#recorded.set(id, [...(this.#recorded.get(id) ?? []), kept]);
      this.#kept.push({ raised: kept, knownMs });
    }
  }

  #idOf(id: string): string {
    const known = this.#ids.get(id) ?? `e${this.#ids.size + 1}`;
    this.#ids.set(id, known);
    return known;
  }
}
