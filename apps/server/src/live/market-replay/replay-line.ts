/** The line of one replay: rows of recordings to a thread, its updates into views of its own, which its viewer alone reads. */
import { Worker } from 'node:worker_threads';
import type { ReplayAct } from '@undertow/contracts';
import { DbnError, type Feed, type RunHeader } from '@undertow/feeds';
import {
  calendarOf,
  epochMs,
  type FlowEventType,
  type Instrument,
  instrumentById,
  MINUTE_MS,
  productCalendar,
} from '@undertow/market';
import { NO_PAST } from '#live/session/stored-past.ts';
import { WithheldSignals } from '#live/session/withheld-signals.ts';
import type { InstrumentView } from '#live/views/instrument-view.ts';
import { StoredBars } from '#live/views/stored-bars.ts';
import { ViewBoard } from '#live/views/view-board.ts';
import type { FeedViewSource, FeedViews } from '#live/views/view-resolver.ts';
import type { InstrumentUpdate } from '#ports/bus.ts';
import type { Controls } from '#ports/controls.ts';
import type { Log } from '#ports/log.ts';
import type { Recordings, RecordingsOf } from '#ports/recordings.ts';
import type { PlayerState, ReplayNews, ReplayOrder, ReplayStart } from './replay-messages.ts';
import { type PastMarket, type ReplayedPast, readReplayedPast } from './replayed-past.ts';
import { RowPump } from './row-pump.ts';

/**
 * Rows before the instant that are played to build it: they warm the detectors. Bars and levels of before come from
 * storage, as after a restart.
 */
export const WARM_MS = 10 * MINUTE_MS;
const MAX_MEMORY_MB = 384;

export interface ReplayLineInput extends ReplayStart {
  readonly id: string;
  /** The market that the viewer looks at, of which this is a recording. */
  readonly base: FeedViewSource;
  /** The run of each instrument that was recorded at the instant. */
  readonly recorded: ReadonlyMap<number, RunHeader>;
  /** The end of its trading day. */
  readonly endMs: number;
  readonly recordings: Pick<Recordings, 'stream'>;
  recordingsOf(instrument: Instrument): RecordingsOf;
  /** What is stored of the market; null where nothing is. */
  readonly store: PastMarket | null;
  readonly controls: Pick<Controls, 'isOff'>;
  readonly log: Log;
  monotonicMs(): number;
  onVisible(view: InstrumentView, update: InstrumentUpdate): void;
  onState(state: PlayerState): void;
  /** The thread ended by itself. */
  onBroken(): void;
}

export class ReplayLine {
  readonly viewSource: FeedViewSource;
  readonly #input: ReplayLineInput;
  readonly #worker: Worker;
  readonly #board: ViewBoard;
  readonly #withheld: WithheldSignals;
  /** Null while it is being opened. */
  readonly #pumps = new Map<number, RowPump | null>();
  #atMs: number;
  #limitMs: number;
  #isClosed = false;

  constructor(input: ReplayLineInput) {
    this.#input = input;
    const { id, source, startMs, limitMs, instrumentId, run, controls, monotonicMs } = input;
    this.#atMs = startMs;
    this.#limitMs = limitMs;
    this.#withheld = new WithheldSignals((kind, key) => controls.isOff(kind, key));
    const line = `replay ${id}`;
    this.#board = new ViewBoard({
      line,
      feed: this.#feed(),
      delays: [],
      calendar: calendarOf(source),
      barsBefore: (one) => new StoredBars(this.#input.store ?? { listBars: async () => [] }, one, source),
      monotonicMs,
      onVisible: input.onVisible,
      onFault: (error) => this.#onFault(error),
    });
    const start: ReplayStart = { startMs, limitMs, instrumentId, source, run };
    this.#worker = new Worker(new URL('./replay-thread.ts', import.meta.url), {
      workerData: start,
      resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
    });
    this.#worker.on('message', (news: ReplayNews) => this.#onNews(news));
    this.#worker.on('error', (error) => this.#onFault(error));
    this.#worker.on('exit', () => {
      if (!this.#isClosed) input.onBroken();
    });
    this.#worker.unref();
    this.viewSource = { ...input.base, line, missing: 'REPLAY_NOT_RECORDED', views: this.#views() };
    this.#view(instrumentId);
  }

  /** The replayed instant, milliseconds since 1970 UTC. */
  get atMs(): number {
    return this.#atMs;
  }

  act(act: ReplayAct, types: readonly FlowEventType[]): void {
    this.#send({ kind: 'act', act, types });
  }

  limit(limitMs: number): void {
    if (limitMs === this.#limitMs) return;
    this.#limitMs = limitMs;
    this.#send({ kind: 'limit', limitMs });
  }

  #feed(): Feed {
    const { source, run, recorded, instrumentId } = this.#input;
    const refuse = (): never => {
      throw new RangeError('a replay plays in its own thread: expected no session here');
    };
    return {
      source,
      run,
      tier: recorded.get(instrumentId)?.tier ?? 'L3',
      instrumentIds: [...recorded.keys()],
      replaySpeed: null,
      isReplay: true,
      contractOf: (id) => ({ instrumentId: id, code: recorded.get(id)?.contract ?? '', expiry: null }),
      nowMs: () => epochMs(this.#atMs),
      open: refuse,
      close: async () => undefined,
    };
  }

  #views(): FeedViews {
    const { base, source, recorded } = this.#input;
    return {
      instrumentIds: [...recorded.keys()],
      view: (id) => this.#view(id),
      peek: (id) => this.#board.find(id, 0),
      present: () => ({ source, asOfMs: this.#atMs }),
      // Windows of events are read from storage, up to the instant
      waitingWindow: () => undefined,
      recentWindow: () => undefined,
      minuteBars: async (id, fromMs, toMs) => {
        const wholeMs = Math.floor(this.#atMs / MINUTE_MS) * MINUTE_MS;
        return fromMs < wholeMs ? base.views.minuteBars(id, fromMs, Math.min(toMs, wholeMs)) : [];
      },
      flowSpans: async (id, fromMs, toMs) =>
        fromMs < this.#atMs ? base.views.flowSpans(id, fromMs, Math.min(toMs, this.#atMs)) : [],
      contractOf: (id) => {
        const run = recorded.get(id);
        return run === undefined ? null : { code: run.contract, expiry: null };
      },
    };
  }

  /** Of an instrument that was recorded at the instant; its session begins with its first view. */
  #view(instrumentId: number): InstrumentView | undefined {
    const instrument = instrumentById(instrumentId);
    if (instrument === undefined || !this.#input.recorded.has(instrumentId)) return undefined;
    if (!this.#pumps.has(instrumentId) && !this.#isClosed) {
      this.#pumps.set(instrumentId, null);
      this.#board.make(instrument);
      this.#open(instrument).catch((error: unknown) => this.#onFault(error));
    }
    return this.#board.find(instrumentId, 0);
  }

  async #open(instrument: Instrument): Promise<void> {
    const { recordings, recordingsOf, startMs, endMs } = this.#input;
    const calendar = productCalendar(calendarOf(this.#input.source), instrument);
    const { openMs } = calendar.sessionBounds(calendar.tradingDayOf(startMs));
    // Whole minutes, so that the first bar is a whole one
    const fromMs = Math.max(openMs, Math.floor((startMs - WARM_MS) / MINUTE_MS) * MINUTE_MS);
    const { past, events, patterns } = await this.#pastOf(instrument, openMs, fromMs);
    if (this.#isClosed) return;
    this.#board.putStored(instrument.id, events, patterns);
    this.#pumps.set(
      instrument.id,
      new RowPump({
        instrumentId: instrument.id,
        rows: recordings.stream(recordingsOf(instrument), fromMs - 1, endMs),
        send: (order) => this.#send(order),
        failureOf: (error) => this.#failureOf(error, instrument),
      }),
    );
    this.#send({ kind: 'add', instrumentId: instrument.id, past });
  }

  /** Without storage the replay begins without history rather than not at all. */
  async #pastOf(instrument: Instrument, dayOpenMs: number, fromMs: number): Promise<ReplayedPast> {
    const { store, source, recorded } = this.#input;
    const none: ReplayedPast = { past: NO_PAST, events: [], patterns: [] };
    if (store === null) return none;
    const contract = recorded.get(instrument.id)?.contract ?? '';
    try {
      const query = { instrumentId: instrument.id, source, contract, dayOpenMs, fromMs };
      return await readReplayedPast(store, query);
    } catch (error) {
      this.#onFault(error);
      return none;
    }
  }

  #failureOf(error: unknown, { symbol }: Instrument): string {
    const { log, id } = this.#input;
    log.warn({ err: error, replay: id, product: symbol }, 'recording not read further for a replay');
    return error instanceof DbnError
      ? `The recording of ${symbol} is damaged after this instant. A later one may be whole.`
      : `The recording of ${symbol} could not be read further. Please try again.`;
  }

  #onNews(news: ReplayNews): void {
    if (this.#isClosed) return;
    if (news.kind === 'more') void this.#pumps.get(news.instrumentId)?.more();
    else if (news.kind === 'fault') this.#onFault(news.error);
    else if (news.kind === 'state') {
      this.#atMs = Math.max(this.#atMs, news.state.atMs);
      this.#input.onState(news.state);
    } else this.#show(news.update);
  }

  /** A second check beside the player's: nothing after the limit becomes visible, whatever the thread does. */
  #show(update: InstrumentUpdate): void {
    if (update.asOfMs > this.#limitMs) {
      this.#onFault(new Error(`a replay passed its limit by ${update.asOfMs - this.#limitMs} ms`));
      return;
    }
    this.#board.onUpdate(this.#withheld.outgoing({ ...update, trackRows: [] }));
  }

  #send(order: ReplayOrder): void {
    if (!this.#isClosed) this.#worker.postMessage(order);
  }

  #onFault(error: unknown): void {
    const { log, id } = this.#input;
    log.error({ err: error, replay: id }, 'replay failed in part');
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#pumps.values()].map((pump) => pump?.close()));
    await this.#worker.terminate();
  }
}
