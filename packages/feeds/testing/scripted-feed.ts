/** A feed of Databento whose rows, clock and session a test sets by hand, and a listener that keeps what it is sent. */
import { type EpochMs, type EventBatch, epochMs, ROW_LENGTH, rowTimeMs } from '@undertow/market';
import type { DatabentoFeed, DatabentoStatus } from '#databento/databento-feed.ts';
import type { AnnouncedFigures, FeedContract, FeedListener, FeedSubscription } from '#feed/feed.ts';

export class ScriptedFeed implements DatabentoFeed {
  readonly source = 'databento-stand-in';
  readonly tier = 'L3';
  readonly run = 'run-1';
  readonly instrumentIds: readonly number[];
  readonly replaySpeed = null;
  readonly messagesNotUnderstood = 3;
  /** Of open flows. */
  readonly listeners = new Map<number, FeedListener>();
  /** What was requested of it, in order. */
  readonly calls: string[] = [];
  timeMs = 0;
  session: DatabentoStatus['session'] = 'running';
  #onRoll: (instrumentId: number) => void = () => undefined;

  constructor(instrumentIds: readonly number[] = [1]) {
    this.instrumentIds = instrumentIds;
  }

  contractOf(instrumentId: number): FeedContract {
    return { instrumentId, code: instrumentId === 1 ? 'ESZ6' : `X${instrumentId}Z6`, expiry: null };
  }

  announced(instrumentId: number): AnnouncedFigures {
    return { settlements: [], openInterest: instrumentId };
  }

  status(): DatabentoStatus {
    return {
      ...{ session: this.session, reason: null, records: 0, exchangeMs: null, vendorMs: null },
      ...{ gatewayMs: null, receivedMs: null, reconnects: 0, gaps: 0, lastCut: null, backlogBytes: 0 },
      ...{ unknown: new Map(), fault: null, slowReader: 0, refused: 0 },
    };
  }

  nowMs(): EpochMs {
    return epochMs(this.timeMs);
  }

  open(instrumentId: number, listener: FeedListener): FeedSubscription {
    this.calls.push(`open ${instrumentId}`);
    this.listeners.set(instrumentId, listener);
    return {
      requestSnapshot: () => this.calls.push(`snapshot ${instrumentId}`),
      close: () => {
        this.calls.push(`close ${instrumentId}`);
        this.listeners.delete(instrumentId);
      },
    };
  }

  onRoll(listener: (instrumentId: number) => void): void {
    this.#onRoll = listener;
  }

  roll(instrumentId: number): void {
    this.#onRoll(instrumentId);
  }

  reconnectNow(): void {
    this.calls.push('reconnect');
  }

  close(): Promise<void> {
    this.calls.push('close');
    return Promise.resolve();
  }
}

/** Each call in a word, rows by their times: `past 1,2`, `rows 3`, `down: reason`, `end`. */
export class NotedFlow implements FeedListener {
  readonly calls: string[] = [];

  onPast(batch: EventBatch): void {
    this.calls.push(`past ${timesOf(batch)}`);
  }

  onBatch(batch: EventBatch): void {
    this.calls.push(`rows ${timesOf(batch)}`);
  }

  onTransport(state: 'up' | 'down', reason: string | null): void {
    this.calls.push(reason === null ? state : `${state}: ${reason}`);
  }

  onEnd(): void {
    this.calls.push('end');
  }
}

/** The times of rows in milliseconds, joined by commas. */
export function timesOf({ rows, count }: EventBatch): string {
  return Array.from({ length: count }, (_, row) => rowTimeMs(rows, row * ROW_LENGTH)).join();
}
