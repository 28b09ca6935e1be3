/** What a line stores for its owner: bars, events, windows, outcomes and recordings; ended and begun again as one. */
import { Recorder, type RecorderInput } from '#live/record/recorder.ts';
import { TrackWriter } from '#live/record/track-writer.ts';
import type { AccountMarket } from '#ports/account-feeds.ts';
import type { EventWindow } from '#ports/market-store.ts';
import type { RecordedSession, SessionRecording, SessionRecordings } from '#ports/recordings.ts';
import { OwnRecordings } from './own-recordings.ts';

interface AccountStorageInput extends Omit<RecorderInput, 'store'> {
  readonly line: string;
  /** Null where nothing is stored. */
  readonly market: AccountMarket | null;
  /** Null where sessions of account feeds are not recorded. */
  readonly recordings: ConstructorParameters<typeof OwnRecordings>[0]['recordings'] | null;
}

interface Writers {
  readonly recorder: Recorder;
  readonly outcomes: TrackWriter;
}

export class AccountStorage implements SessionRecordings {
  readonly #input: AccountStorageInput;
  readonly #recordings: OwnRecordings | null;
  #writers: Writers | null = null;
  /** Set while something replaces what is stored: sessions that start wait for it. */
  #pause: Promise<unknown> | null = null;
  #isClosed = false;

  constructor(input: AccountStorageInput) {
    this.#input = input;
    const { line, market, recordings, log } = input;
    this.#recordings =
      market === null || recordings === null ? null : new OwnRecordings({ line, market, recordings, log });
    this.#begin();
  }

  #begin(): void {
    const { market, bus, log } = this.#input;
    if (market === null || this.#isClosed) return;
    const store = market.record();
    this.#writers = {
      recorder: new Recorder({ ...this.#input, store }),
      outcomes: new TrackWriter(bus, { append: (origin, rows) => store.saveOutcomes(origin, rows) }, log),
    };
  }

  open(session: RecordedSession): SessionRecording | null {
    return this.#recordings?.open(session) ?? null;
  }

  /** Resolves when a session may read what is stored, and be recorded. */
  async ready(): Promise<void> {
    while (this.#pause !== null) await this.#pause;
    if (!this.#isClosed) await this.#recordings?.prepare();
  }

  waitingWindow(eventId: string): EventWindow | undefined {
    return this.#writers?.recorder.waitingWindow(eventId);
  }

  endInstrument(instrumentId: number): void {
    this.#writers?.recorder.endInstrument(instrumentId);
  }

  /** Stores what waits, runs `act` while nothing is stored, and begins anew. `endSessions` is called first. */
  async pausing<T>(act: () => Promise<T>, endSessions: () => void): Promise<T> {
    const over = Promise.withResolvers<void>();
    this.#pause = over.promise;
    try {
      endSessions();
      await this.#end();
      return await act();
    } finally {
      this.#pause = null;
      this.#begin();
      over.resolve();
    }
  }

  /** Stores what waits; nothing after it is stored. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#end();
  }

  async #end(): Promise<void> {
    const writers = this.#writers;
    this.#writers = null;
    await Promise.all([writers?.recorder.close(), writers?.outcomes.close(), this.#recordings?.end()]);
  }
}
