/** Where the rows of a session are recorded: from its start, or from when its process owns the instrument. */
import type { FlowRecorder, InstrumentMarket } from '@undertow/market';
import type { SessionRecording } from '#ports/recordings.ts';
import type { InstrumentSessionInput } from './instrument-session-input.ts';

type RecordsInput = Pick<
  InstrumentSessionInput,
  'feed' | 'instrument' | 'calendar' | 'recordings' | 'flow' | 'isStandby'
>;

export class SessionRecords {
  readonly #input: RecordsInput;
  readonly #book: InstrumentMarket['book'];
  #recording: SessionRecording | null = null;
  #flow: FlowRecorder | null = null;
  /** Whether the book is whole, and since when. */
  #known: readonly [isKnown: boolean, atMs: number] | null = null;

  constructor(input: RecordsInput, book: InstrumentMarket['book']) {
    this.#input = input;
    this.#book = book;
    if (input.isStandby !== true) this.begin();
  }

  /** Null while nothing is recorded. */
  get flow(): FlowRecorder | null {
    return this.#flow;
  }

  begin(): void {
    const { feed, instrument, calendar, recordings, flow } = this.#input;
    const { code } = feed.contractOf(instrument.id);
    this.#recording = recordings?.open({ feed, instrument, calendar, book: this.#book }) ?? null;
    this.#flow = flow?.record(instrument, code, this.#book) ?? null;
    if (this.#known !== null) this.#flow?.setKnown(...this.#known);
  }

  end(): void {
    this.#recording?.close();
    this.#flow?.close();
    [this.#recording, this.#flow] = [null, null];
  }

  take(rows: Int32Array, at: number): void {
    this.#recording?.take(rows, at);
  }

  gap(atMs: number): void {
    this.#recording?.gap(atMs);
  }

  setKnown(isKnown: boolean, atMs: number): void {
    this.#known = [isKnown, atMs];
    this.#flow?.setKnown(isKnown, atMs);
  }
}
