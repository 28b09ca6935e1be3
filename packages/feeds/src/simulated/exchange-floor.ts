/** All simulated exchanges of one venue: opens, runs and shows them on command; runs in the worker thread. */
import { instrumentById } from '@undertow/market';
import { createSession, RowBuffer, type Session } from '@undertow/simulator';
import type { SessionStart, VenueCommand } from './venue-messages.ts';

/** An exchange at most this far behind the clock is live: it is run to the present in one go. */
const LIVE_LAG_MS = 2_000;
/** History is made in steps of this much exchange time, so that a chunk stays near its row count. */
const HISTORY_STEP_MS = 5_000;
/** Rows after which a chunk of history is delivered: about 1 MB, 50 ms of work. */
const HISTORY_CHUNK_ROWS = 16_384;
/** Silence after which an open exchange sends a heartbeat. */
const HEARTBEAT_MS = 900;

/** Interval of the icebergs' arrivals in the journey scenario. */
const JOURNEY_ICEBERG_MS = 7_000;

export type SendRows = (instrumentId: number, rows: RowBuffer) => void;

interface Exchange {
  readonly session: Session;
  /** Reached exchange time. */
  timeMs: number;
  /** Time up to which a listener has received something. */
  receivedMs: number;
  open: boolean;
  /** The next rows must begin with a snapshot. */
  needsSnapshot: boolean;
}

export class ExchangeFloor {
  readonly #exchanges = new Map<number, Exchange>();
  readonly #rows = new RowBuffer(HISTORY_CHUNK_ROWS);
  readonly #send: SendRows;

  constructor(send: SendRows) {
    this.#send = send;
  }

  /** Carries the command out; true while an exchange is still behind its time. */
  handle(command: VenueCommand): boolean {
    switch (command.kind) {
      case 'open':
        this.#open(command.start);
        return true;
      case 'pause':
        return this.#pause(command.instrumentId);
      case 'snapshot':
        return this.#show(command.instrumentId);
      case 'advance':
        return this.#advance(command.nowMs);
    }
  }

  #open(start: SessionStart): void {
    const known = this.#exchanges.get(start.instrumentId);
    if (known !== undefined) {
      known.open = true;
      known.needsSnapshot = true;
      return;
    }
    const instrument = instrumentById(start.instrumentId);
    if (instrument === undefined)
      throw new RangeError(`no instrument ${start.instrumentId} in the catalogue`);
    const session = createSession({
      instrument,
      seed: start.seed,
      startMs: start.startMs,
      openTicks: start.openTicks,
      announced: start.announced,
      ...(start.scale === null ? {} : { scale: start.scale }),
      ...(start.journeyFromMs === null
        ? {}
        : { pinnedIcebergs: { fromMs: start.journeyFromMs, everyMs: JOURNEY_ICEBERG_MS } }),
    });
    const startMs = start.startMs;
    // A new session opens its first rows with a snapshot by itself.
    this.#exchanges.set(start.instrumentId, {
      session,
      timeMs: startMs,
      receivedMs: startMs,
      open: true,
      needsSnapshot: false,
    });
  }

  #pause(instrumentId: number): boolean {
    const exchange = this.#exchanges.get(instrumentId);
    if (exchange !== undefined) exchange.open = false;
    return false;
  }

  #show(instrumentId: number): boolean {
    const exchange = this.#exchanges.get(instrumentId);
    if (exchange !== undefined) exchange.needsSnapshot = true;
    return false;
  }

  /** Live exchanges first; then the one that was opened first among those behind gets one chunk. */
  #advance(nowMs: number): boolean {
    for (const [instrumentId, exchange] of this.#exchanges)
      if (exchange.open && nowMs - exchange.timeMs <= LIVE_LAG_MS)
        this.#runLive(instrumentId, exchange, nowMs);
    for (const [instrumentId, exchange] of this.#exchanges)
      if (exchange.open && nowMs - exchange.timeMs > LIVE_LAG_MS) {
        this.#runHistory(instrumentId, exchange, nowMs);
        return true;
      }
    return false;
  }

  #runLive(instrumentId: number, exchange: Exchange, nowMs: number): void {
    this.#begin(exchange);
    this.#run(exchange, nowMs);
    if (this.#rows.count === 0 && nowMs - exchange.receivedMs >= HEARTBEAT_MS)
      exchange.session.heartbeat(this.#rows);
    this.#handOver(instrumentId, exchange);
  }

  #runHistory(instrumentId: number, exchange: Exchange, nowMs: number): void {
    this.#begin(exchange);
    while (exchange.timeMs < nowMs && this.#rows.count < HISTORY_CHUNK_ROWS)
      this.#run(exchange, Math.min(nowMs, exchange.timeMs + HISTORY_STEP_MS));
    this.#handOver(instrumentId, exchange);
  }

  #begin(exchange: Exchange): void {
    this.#rows.clear();
    if (exchange.needsSnapshot) exchange.session.snapshot(this.#rows);
    exchange.needsSnapshot = false;
  }

  #run(exchange: Exchange, toMs: number): void {
    if (toMs <= exchange.timeMs) return;
    exchange.session.advance(toMs, this.#rows);
    // Labels are for evaluation; the venue has no reader for them, so they are dropped before they pile up.
    exchange.session.takeLabels();
    exchange.timeMs = toMs;
  }

  #handOver(instrumentId: number, exchange: Exchange): void {
    if (this.#rows.count === 0) return;
    exchange.receivedMs = exchange.timeMs;
    this.#send(instrumentId, this.#rows);
  }
}
