/** One instrument of a replay: its recorded rows through a session of its own, as in the live line, up to an instant. */
import {
  COL_FLAGS,
  calendarOf,
  type EventBatch,
  type FeedSource,
  FLAG_LAST,
  FLAG_SNAPSHOT,
  type FlowEvent,
  type FlowEventType,
  type Instrument,
  productCalendar,
  ROW_LENGTH,
  rowTimeMs,
} from '@undertow/market';
import { InstrumentSession } from '#live/session/instrument-session.ts';
import { NO_PAST, type StoredPast } from '#live/session/stored-past.ts';
import type { InstrumentUpdate } from '#ports/bus.ts';
import { type RecordedBatch, RecordedRows } from './recorded-rows.ts';
import { ReplayedFeed } from './replayed-feed.ts';

/** Replayed time without rows after which the session is notified that the feed is alive. */
const HEARTBEAT_MS = 1000;
/** Rows of one call of the session. */
const MAX_ROWS = 1024;
/** Times of messages that are kept for steps back. */
const MAX_TIMES = 2000;

export interface ReplayedInstrumentInput {
  readonly instrument: Instrument;
  readonly source: FeedSource;
  readonly run: string;
  /** What was stored before the rows, of their contract. */
  readonly past: StoredPast;
  /** The replayed instant, milliseconds since 1970 UTC. */
  nowMs(): number;
  onUpdate(update: InstrumentUpdate): void;
  onFault(error: unknown): void;
}

/**
 * `reached`: nothing more is due. `waiting`: rows are still being read. `more`: the step was too long for the time that
 * it had.
 */
export type Played = 'reached' | 'waiting' | 'more';

export class ReplayedInstrument {
  readonly rows = new RecordedRows();
  readonly instrumentId: number;
  readonly #input: ReplayedInstrumentInput;
  #session: InstrumentSession | null = null;
  #feed: ReplayedFeed | null = null;
  #contract = '';
  #past: StoredPast;
  #heardMs = Number.NEGATIVE_INFINITY;
  #times: number[] = [];
  #raised: FlowEventType[] = [];
  /** Time of the first message; null before it. */
  firstMs: number | null = null;
  /** Messages so far. */
  messages = 0;

  constructor(input: ReplayedInstrumentInput) {
    this.#input = input;
    this.#past = input.past;
    this.instrumentId = input.instrument.id;
  }

  /** Plays what is due by the instant, until `isLate`. The replayed instant is not before `toMs`. */
  playUntil(toMs: number, isLate: () => boolean): Played {
    for (;;) {
      this.#openContract();
      const batch = this.rows.takeUntil(toMs, MAX_ROWS);
      if (batch === null) break;
      this.#deliver(batch);
      if (isLate()) return 'more';
    }
    if (this.rows.nextMs() === null && !this.rows.isOver) return 'waiting';
    this.#beat(toMs);
    return 'reached';
  }

  /** Plays one whole message. `waiting` where the rest of it is still being read. */
  playMessage(): Played {
    do {
      this.#openContract();
      const batch = this.rows.takeMessage();
      if (batch === null) return this.rows.isOver ? 'reached' : 'waiting';
      this.#deliver(batch);
    } while (!this.rows.isWhole);
    return 'reached';
  }

  /** Types of the events that were raised since the previous call. */
  takeRaised(): readonly FlowEventType[] {
    const raised = this.#raised;
    this.#raised = [];
    return raised;
  }

  /** Time of the message before the last one, rounded up to the millisecond that contains it; null where none is known. */
  get previousMs(): number | null {
    const last = this.#times.at(-1);
    return this.#times.findLast((timeMs) => timeMs < (last ?? 0)) ?? null;
  }

  /** What changed since the previous call; null when nothing did. */
  collect(): InstrumentUpdate | null {
    return this.#session?.collect() ?? null;
  }

  close(): void {
    this.#session?.close();
  }

  /** Another contract is a session of its own: its prices are others. */
  #openContract(): void {
    const { head } = this.rows;
    if (head === undefined || head.contract === this.#contract) return;
    const last = this.#session?.endContract() ?? null;
    if (last !== null) this.#input.onUpdate(last);
    this.#contract = head.contract;
    this.#openSession(head);
    this.#past = NO_PAST;
  }

  #openSession({ contract, tier }: RecordedBatch): void {
    const { instrument, source, run, nowMs, onUpdate, onFault } = this.#input;
    const feed = new ReplayedFeed({ source, tier, run, instrumentId: instrument.id, contract, nowMs });
    const session = new InstrumentSession({
      feed,
      instrument,
      calendar: productCalendar(calendarOf(source), instrument),
      ...this.#past,
      onUpdate,
      onFault,
      // Instruments of a replay are not compared with each other
      onMid: () => undefined,
      onDiscontinuity: () => undefined,
      onRaised: (event: FlowEvent) => this.#raised.push(event.type),
    });
    session.open();
    this.#feed = feed;
    this.#session = session;
  }

  #deliver(batch: EventBatch): void {
    this.#count(batch);
    this.#feed?.deliver(batch);
  }

  #count({ rows, count }: EventBatch): void {
    for (let at = 0; at < count * ROW_LENGTH; at += ROW_LENGTH) {
      const flags = rows[at + COL_FLAGS]!;
      if ((flags & FLAG_SNAPSHOT) !== 0 || (flags & FLAG_LAST) === 0) continue;
      const timeMs = Math.ceil(rowTimeMs(rows, at));
      this.messages += 1;
      this.firstMs ??= timeMs;
      this.#heardMs = Math.max(this.#heardMs, timeMs);
      if (timeMs !== this.#times.at(-1)) this.#times.push(timeMs);
    }
    if (this.#times.length > 2 * MAX_TIMES) this.#times = this.#times.slice(-MAX_TIMES);
  }

  /** Between rows that are a while apart the feed of the time was alive. */
  #beat(toMs: number): void {
    if (this.#session === null || toMs - this.#heardMs < HEARTBEAT_MS) return;
    this.#heardMs = toMs;
    this.#feed?.heartbeat();
  }
}
