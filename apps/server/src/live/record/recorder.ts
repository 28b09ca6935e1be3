/**
 * Stores the updates of a line: bars, events with their windows, seconds and frames, in batches that are retried while
 * the store fails.
 */
import { type Bar, epochMsOfNs, type FlowEvent, isActive } from '@undertow/market';
import { RepeatingTask } from '#concurrency/repeating-task.ts';
import { cutEventWindow } from '#live/tape/event-window.ts';
import type { SessionTape } from '#live/tape/session-tape.ts';
import { windowEndMs } from '#live/tape/window-end.ts';
import { retrying } from '#live/tasks/retrying.ts';
import { OwnerGone } from '#ports/account-feeds.ts';
import type { InstrumentUpdate, UpdateSource } from '#ports/bus.ts';
import { SecretUnreadable } from '#ports/credentials.ts';
import type { Log } from '#ports/log.ts';
import type { EventWindow, RecordStore } from '#ports/market-store.ts';
import { FencedOff } from '#ports/ownership/fence.ts';
import { FrameRecorder } from './frame-recorder.ts';
import { type FenceOf, type Owned, Ownership } from './ownership.ts';
import { VolumeSeconds } from './volume-seconds.ts';
import { WriteBuffer } from './write-buffer.ts';

const BATCH_MS = 250;
/** The forming bar is stored too: a kill loses at most this much of it. */
const FORMING_MS = 5000;
const PRUNE_MS = 600_000;
/** How long a closing server waits for its store, however much is pending. */
const CLOSE_TIMEOUT_MS = 5000;

export interface RecorderInput {
  readonly bus: UpdateSource;
  readonly store: RecordStore;
  readonly log: Log;
  /** The feed's present, milliseconds since 1970 UTC. */
  feedNowMs(): number;
  tape(instrumentId: number): SessionTape | undefined;
  /**
   * Where several processes share the store: by which fence this one owns an instrument. An update of an instrument that it
   * does not own when it arrives is not stored. Left out by a process that is alone.
   */
  readonly fenceOf?: FenceOf | undefined;
}

/** The pending data of one contract and run. */
interface Recording {
  readonly owned: Owned;
  readonly buffer: WriteBuffer;
  readonly seconds: VolumeSeconds;
  readonly frames: FrameRecorder;
  /** Events whose window is not over, by id. */
  readonly openWindows: Map<string, FlowEvent>;
  forming: Bar | null;
  formingStoredMs: number;
}

export class Recorder {
  readonly #input: RecorderInput;
  readonly #recordings = new Map<string, Recording>();
  readonly #ownership: Ownership;
  readonly #stop = new AbortController();
  readonly #unsubscribe: () => void;
  readonly #pruning: RepeatingTask | null;
  #batchTimer: NodeJS.Timeout | null = null;
  #writing: Promise<void> = Promise.resolve();
  #lastError: string | null = null;

  constructor(input: RecorderInput) {
    this.#input = input;
    this.#ownership = new Ownership(input.fenceOf);
    this.#unsubscribe = input.bus.subscribe('instrument', (update) => this.#onUpdate(update));
    const { store, log, feedNowMs } = input;
    const prune = store.prune?.bind(store);
    // By the feed's clock: what a replay of an old recording stores is not old in it
    this.#pruning =
      prune === undefined
        ? null
        : new RepeatingTask(
            PRUNE_MS,
            () => prune(feedNowMs()),
            (error) => log.warn({ err: error }, 'old market data not removed'),
          );
    void this.#pruning?.run();
  }

  /** Rows that wait, and why the last write failed (null when it did not). */
  status(): { waiting: number; lastError: string | null } {
    let waiting = 0;
    for (const { buffer } of this.#recordings.values()) waiting += buffer.waiting;
    return { waiting, lastError: this.#lastError };
  }

  /** Rows of an instrument that wait. */
  waitingOf(instrumentId: number): number {
    let waiting = 0;
    for (const { buffer } of this.#recordings.values())
      if (buffer.origin.instrumentId === instrumentId) waiting += buffer.waiting;
    return waiting;
  }

  /** The window of an event that is over and not stored yet. */
  waitingWindow(eventId: string): EventWindow | undefined {
    for (const { buffer } of this.#recordings.values()) {
      const window = buffer.window(eventId);
      if (window !== undefined) return window;
    }
    return undefined;
  }

  #onUpdate(update: InstrumentUpdate): void {
    const recording = this.#recordingOf(update);
    if (recording !== null) this.#collect(recording, update);
  }

  #collect(recording: Recording, update: InstrumentUpdate): void {
    const { buffer } = recording;
    for (const bar of update.closedBars) buffer.addBar(bar);
    this.#noteForming(recording, update);
    for (const { event, change } of update.events) {
      buffer.addEvent(event, isNews(update, event));
      if (change === 'new') recording.openWindows.set(event.id, event);
    }
    for (const { pattern } of update.patterns) buffer.addPattern(pattern);
    if (this.#input.store.saveGaps !== undefined) for (const gap of update.gaps ?? []) buffer.addGap(gap);
    if (this.#input.store.saveTopOfBook !== undefined) recording.seconds.add(update);
    // A recording is replayed from its file: no view is refilled from frames
    if (this.#input.store.saveFrames !== undefined && update.source !== 'replay')
      recording.frames.add(update, this.#input.feedNowMs());
    this.#cutWindows(recording, update.asOfMs);
    if (update.endsContract === true) this.#finish(recording);
    if (buffer.waiting > 0) this.#schedule();
  }

  #noteForming(recording: Recording, update: InstrumentUpdate): void {
    recording.forming = update.formingBar;
    if (update.formingBar === null || update.asOfMs - recording.formingStoredMs < FORMING_MS) return;
    recording.formingStoredMs = update.asOfMs;
    recording.buffer.addBar(update.formingBar);
  }

  /** Null where another process stores it. */
  #recordingOf({ instrumentId, source, run, contract }: InstrumentUpdate): Recording | null {
    const owned = this.#ownership.of(instrumentId);
    if (owned === null) return null;
    const key = `${instrumentId}/${source}/${run}/${contract}/${owned.key}`;
    const known = this.#recordings.get(key);
    if (known !== undefined) return known;
    const buffer = new WriteBuffer({ instrumentId, source, run, contract }, this.#stop.signal, owned.fence);
    const recording: Recording = {
      owned,
      buffer,
      seconds: new VolumeSeconds((seconds) => buffer.addMinute(seconds)),
      frames: new FrameRecorder((frame) => buffer.addFrame(frame)),
      openWindows: new Map(),
      forming: null,
      formingStoredMs: Number.NEGATIVE_INFINITY,
    };
    this.#recordings.set(key, recording);
    return recording;
  }

  /** Cuts the windows that are over at `nowMs`. */
  #cutWindows(recording: Recording, nowMs: number): void {
    for (const event of recording.openWindows.values()) {
      const endMs = windowEndMs(event);
      if (nowMs < endMs) continue;
      recording.openWindows.delete(event.id);
      this.#cutWindow(recording.buffer, event, endMs);
    }
  }

  #cutWindow(buffer: WriteBuffer, event: FlowEvent, toMs: number): void {
    const tape = this.#input.tape(event.instrumentId);
    if (tape === undefined) return;
    buffer.addWindow(event.id, cutEventWindow(tape, event, toMs));
    tape.remove(event.id);
  }

  #schedule(): void {
    if (this.#batchTimer !== null || this.#stop.signal.aborted) return;
    this.#batchTimer = setTimeout(() => {
      this.#writing = this.#writeAll()
        .catch((error: unknown) => this.#input.log.error({ err: error }, 'market data not stored'))
        .finally(() => {
          this.#batchTimer = null;
          if (this.status().waiting > 0) this.#schedule();
        });
    }, BATCH_MS);
  }

  /** The facts of every instrument before the streams of any. */
  async #writeAll(): Promise<void> {
    const { store } = this.#input;
    const waiting = [...this.#recordings.values()].filter(({ buffer }) => buffer.waiting > 0);
    for (const one of waiting) await this.#retrying(one, () => one.buffer.writeFacts(store));
    for (const one of waiting) await this.#retrying(one, () => one.buffer.writeStreams(store));
    this.#lastError = null;
  }

  #retrying(recording: Recording, write: () => Promise<void>): Promise<void> {
    const attempt = (): Promise<void> =>
      write().catch((error: unknown) => {
        if (!(error instanceof FencedOff)) throw error;
        this.#dropAll(recording.owned, error);
      });
    return retrying(attempt, this.#stop.signal, (error, delayMs) => {
      this.#lastError = error instanceof Error ? error.message : String(error);
      if (error instanceof OwnerGone || error instanceof SecretUnreadable) this.#giveUp(error);
      this.#input.log.warn({ err: error, delayMs }, 'market data not stored, trying again');
    });
  }

  /** Another process stores the instrument now, from before what waits here. */
  #dropAll(owned: Owned, error: FencedOff): void {
    this.#ownership.lose(owned);
    const theirs = [...this.#recordings].filter(([, recording]) => recording.owned.key === owned.key);
    const rows = theirs.reduce((sum, [, { buffer }]) => sum + buffer.waiting, 0);
    for (const [key, { buffer }] of theirs) {
      buffer.drop();
      this.#recordings.delete(key);
    }
    this.#input.log.warn({ err: error, rows }, 'market data dropped: another process stores its instrument');
  }

  /** No retry can help: nothing more is collected, and what waits is dropped. */
  #giveUp(error: Error): void {
    this.#input.log.error({ err: error }, 'market data of an account feed is not stored');
    this.#unsubscribe();
    this.#recordings.clear();
    this.#stop.abort();
  }

  /** The session of an instrument ends: what it still has is stored as it is. */
  endInstrument(instrumentId: number): void {
    for (const recording of this.#recordings.values())
      if (recording.buffer.origin.instrumentId === instrumentId) this.#finish(recording);
    if (this.status().waiting > 0) this.#schedule();
  }

  /** Stores everything, forming bars and unfinished windows included. Gives up what is not stored after five seconds. */
  async close(): Promise<void> {
    this.#unsubscribe();
    void this.#pruning?.stop();
    for (const recording of this.#recordings.values()) {
      this.#finish(recording);
      recording.buffer.hurry();
    }
    const timeout = setTimeout(() => this.#stop.abort(), CLOSE_TIMEOUT_MS);
    if (this.#batchTimer !== null) clearTimeout(this.#batchTimer);
    await this.#writing;
    await this.#writeAll().catch((error: unknown) =>
      this.#input.log.error({ err: error, ...this.status() }, 'market data lost at shutdown'),
    );
    clearTimeout(timeout);
    this.#stop.abort();
  }

  #finish(recording: Recording): void {
    if (recording.forming !== null) recording.buffer.addBar(recording.forming);
    recording.forming = null;
    recording.seconds.flush();
    recording.frames.flush();
    const nowMs = this.#input.feedNowMs();
    for (const event of recording.openWindows.values()) this.#cutWindow(recording.buffer, event, nowMs);
    recording.openWindows.clear();
    recording.forming = null;
  }
}

/** A recording notifies nobody, and history is no news: neither what changed in it last, nor the end of what began in it. */
function isNews({ source, newsFromMs }: InstrumentUpdate, event: FlowEvent): boolean {
  const changedNs = isActive(event) ? event.updatedNs : event.detectedNs;
  return source !== 'replay' && epochMsOfNs(changedNs) >= newsFromMs;
}
