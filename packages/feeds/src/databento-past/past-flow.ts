/**
 * One instrument from its past into the present: the trades of the session so far, then the live rows. The replay's
 * session goes on until the book has come: its trades before the first live one are past, so that none is missing and
 * none counts twice.
 */
import { type EventBatch, ROW_LENGTH, rowTimeMs } from '@undertow/market';
import type { DatabentoError } from '#databento/databento-error.ts';
import type { Feed, FeedListener, FeedSubscription } from '#feed/feed.ts';
import { PastReplay, type ReplayRequest } from './past-replay.ts';
import { TradeSeam } from './trade-seam.ts';

/** How the past of an instrument came out. Times are milliseconds since 1970 UTC. */
export type PastState =
  | { readonly kind: 'waiting' | 'replaying' }
  /** `fromMs` is the first trade, null where there was none. */
  | { readonly kind: 'whole'; readonly fromMs: number | null; readonly trades: number }
  /** The gateway had no more, or the replay broke off: what is missing is a gap. */
  | {
      readonly kind: 'partial';
      readonly fromMs: number | null;
      readonly toMs: number | null;
      readonly trades: number;
      readonly reason: string;
    };

export interface PastFlowInput {
  readonly feed: Feed;
  readonly request: ReplayRequest;
  readonly listener: FeedListener;
  readonly onState: (state: PastState) => void;
  /** Whether the live session runs. */
  readonly isRunning: () => boolean;
}

/** How long live rows wait for the last trades before them, which come over the other session. */
const JOIN_MS = 1000;
/** How long the session of the replay is kept for a book that does not come. */
const BOOK_MS = 30_000;
/** While the gateway is away there is neither past nor present: the replay is tried again so often. */
const AGAIN_MS = 5000;

export class PastFlow implements FeedSubscription {
  readonly #input: PastFlowInput;
  #replay: PastReplay | null = null;
  #live: FeedSubscription | null = null;
  #phase: 'waiting' | 'replaying' | 'awaiting-book' | 'joining' | 'live' | 'closed' = 'waiting';
  readonly #seam = new TradeSeam();
  #timer: NodeJS.Timeout | null = null;
  #onReplayed: () => void = () => undefined;
  /** Why it reaches less far back than requested. */
  #shortage: string | null = null;
  #trades = 0;
  #fromMs: number | null = null;
  #toMs: number | null = null;

  constructor(input: PastFlowInput) {
    this.#input = input;
    input.onState({ kind: 'waiting' });
  }

  /** Begins; resolves when the session of the replay is over. Never rejects. */
  begin(): Promise<void> {
    if (this.#phase !== 'waiting') return Promise.resolve();
    this.#phase = 'replaying';
    this.#input.onState({ kind: 'replaying' });
    return new Promise((resolve) => {
      this.#onReplayed = resolve;
      this.#openReplay(this.#input.request);
    });
  }

  requestSnapshot(): void {
    this.#live?.requestSnapshot();
  }

  close(): void {
    if (this.#phase === 'closed') return;
    this.#phase = 'closed';
    this.#stopReplay();
    this.#live?.close();
    this.#onReplayed();
  }

  #openReplay(request: ReplayRequest): void {
    this.#replay = new PastReplay(request, {
      onTrades: (batch) => this.#onTrades(batch),
      onCompleted: () => this.#openLive(null),
      onFailed: (error) => this.#onFailed(error, request),
    });
  }

  /** A session that began longer ago than the gateway keeps: what it has is better than nothing. */
  #onFailed(error: DatabentoError, request: ReplayRequest): void {
    this.#replay = null;
    if (this.#phase !== 'replaying') {
      this.#goLive();
      return;
    }
    if (
      error.retry === 'soon' &&
      this.#trades === 0 &&
      !this.#input.isRunning() &&
      error.fault !== 'replay_aged_out'
    ) {
      this.#tryAgain(request, error.message);
      return;
    }
    const isOlder = error.fault === 'replay_aged_out' && request.fromMs > 0 && this.#trades === 0;
    if (!isOlder) this.#openLive(error.message);
    else {
      this.#shortage = error.message;
      this.#openReplay({ ...request, fromMs: 0 });
    }
  }

  #tryAgain(request: ReplayRequest, reason: string): void {
    const { listener, onState } = this.#input;
    onState({ kind: 'waiting' });
    listener.onTransport('down', reason);
    this.#timer = setTimeout(() => {
      onState({ kind: 'replaying' });
      this.#openReplay(request);
    }, AGAIN_MS * request.session.waitScale);
  }

  /** `reason`: why the past is not whole, null where the replay completed. */
  #openLive(reason: string | null): void {
    if (this.#phase !== 'replaying') return;
    this.#phase = 'awaiting-book';
    this.#timer = setTimeout(() => this.#goLive(), BOOK_MS * this.#input.request.session.waitScale);
    this.#input.onState(this.#outcome(reason ?? this.#shortage));
    const { feed, request, listener } = this.#input;
    this.#live = feed.open(request.instrumentId, {
      onBatch: (batch) => this.#onLive(batch),
      onTransport: (state, why) => {
        if (state === 'down' && this.#phase === 'joining') this.#goLive();
        listener.onTransport(state, why);
      },
      onEnd: () => listener.onEnd(),
    });
    if (this.#replay === null) this.#goLive();
  }

  #outcome(reason: string | null): PastState {
    const [fromMs, toMs, trades] = [this.#fromMs, this.#toMs, this.#trades];
    return reason === null
      ? { kind: 'whole', fromMs, trades }
      : { kind: 'partial', fromMs, toMs, trades, reason };
  }

  #onTrades(batch: EventBatch): void {
    if (this.#phase === 'replaying') this.#pass(batch);
    else if (this.#phase === 'awaiting-book' || this.#phase === 'joining') {
      this.#seam.addTrades(batch);
      if (this.#seam.isClosed) this.#goLive();
    }
  }

  #pass(batch: EventBatch): void {
    if (batch.count === 0) return;
    this.#trades += batch.count;
    this.#fromMs ??= rowTimeMs(batch.rows, 0);
    this.#toMs = rowTimeMs(batch.rows, (batch.count - 1) * ROW_LENGTH);
    this.#input.listener.onPast?.(batch);
  }

  #onLive(batch: EventBatch): void {
    if (this.#phase === 'live') {
      this.#input.listener.onBatch(batch);
      return;
    }
    if (this.#phase === 'awaiting-book') {
      this.#phase = 'joining';
      if (this.#timer !== null) clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#goLive(), JOIN_MS * this.#input.request.session.waitScale);
    }
    if (this.#phase !== 'joining') return;
    this.#seam.addLive(batch);
    if (this.#seam.isClosed) this.#goLive();
  }

  #goLive(): void {
    if (this.#phase === 'closed' || this.#phase === 'live') return;
    this.#phase = 'live';
    this.#stopReplay();
    const { past, live } = this.#seam.take();
    this.#pass(past);
    for (const batch of live) this.#input.listener.onBatch(batch);
    this.#onReplayed();
  }

  #stopReplay(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#replay?.close();
    this.#replay = null;
  }
}
