/** One instrument by order: whole events with their trades, a book kept in step, snapshots joined by their number. */
import type { Instrument } from '@undertow/market';
import type { RithmicContract } from './contract-lookup.ts';
import { type DepthEvent, DepthSequence } from './depth-sequence.ts';
import { type DepthSnapshot, isSameBook } from './depth-snapshot.ts';
import { DepthSource } from './depth-source.ts';
import type { FlowHost, InstrumentFlow } from './instrument-flow.ts';
import { statusOf } from './market-mode.ts';
import type { Numbering } from './numbering.ts';
import { OrderRows } from './order-rows.ts';
import type { PlantSession } from './plant-session.ts';
import { asRithmicError } from './rithmic-feed.ts';
import type { Received, RithmicMessage } from './rithmic-wire.ts';
import { RowEmitter } from './row-emitter.ts';
import { messageTime } from './split-time.ts';
import { TradeHold } from './trade-hold.ts';

type Held = DepthEvent | { readonly trade: RithmicMessage<'LastTrade'> };

/** Beyond this what is held is dropped and a newer snapshot is needed. */
const MOST_HELD = 65_536;
/** First wait between two snapshots of a book that is lost again and again; it doubles up to the longest. */
const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 4000;
/** A book that was sound this long is not one that is lost again and again. */
const CALM_MS = 10_000;
/** Snapshots older than what was sent already, in a row, after which the venue's numbers have begun again. */
const STALE_SNAPSHOTS = 3;

export class OrderFlow implements InstrumentFlow {
  readonly #isByPrice: boolean;
  readonly #numbering: Numbering;
  readonly #onRefused: (reason: string) => void;
  readonly #rows: RowEmitter;
  readonly #orders: OrderRows;
  readonly #trades: TradeHold;
  #sequence: DepthSequence;
  #source: DepthSource | null = null;
  /** While there is one, everything waits here for the snapshot. */
  #held: Held[] | null = [];
  #hasBook = false;
  #isFetching = false;
  #mustFetchAgain = false;
  /** Contradictions are none while what a snapshot may hold already is told again. */
  #isTolerant = false;
  #waitMs = FIRST_WAIT_MS;
  #lostMs = Number.NEGATIVE_INFINITY;
  #stale = 0;
  /** A hole in the numbers is looked into: the snapshot under way shows whether anything was missing. */
  #isAudit = false;
  /** The listener waits for a snapshot, whatever an audit shows. */
  #isAsked = true;
  #timer: NodeJS.Timeout | null = null;

  constructor(instrument: Instrument, isByPrice: boolean, numbering: Numbering, host: FlowHost) {
    const { listener, nowMs, reach } = host;
    this.#onRefused = host.onRefused;
    this.#isByPrice = isByPrice;
    this.#numbering = numbering;
    this.#rows = new RowEmitter({
      instrumentId: instrument.id,
      nowMs,
      reach,
      deliver: (batch) => listener.onBatch(batch),
    });
    this.#orders = new OrderRows(instrument, this.#rows);
    this.#trades = new TradeHold(instrument, this.#rows, {
      isAhead: () => this.#held !== null || this.#sequence.isWaiting,
      isOpenTo: (resting) => this.#orders.isOpenTo(resting),
    });
    this.#sequence = this.#newSequence();
  }

  start(plant: PlantSession, contract: RithmicContract): void {
    const source = new DepthSource(plant, contract, this.#isByPrice, {
      onMoved: () => this.requestSnapshot(),
      heard: () => this.#sequence.highest,
    });
    this.#source = source;
    this.#isFetching = true;
    this.#run(source, async () => {
      await source.subscribe();
      await this.#fetch(source);
    });
  }

  stop(): void {
    this.#source?.close();
    this.#source = null;
    this.#sequence.close();
    this.#sequence = this.#newSequence();
    this.#trades.close();
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#held = [];
    this.#hasBook = false;
    this.#isAudit = false;
    this.#isAsked = true;
    this.#isFetching = false;
    this.#mustFetchAgain = false;
    this.#stale = 0;
  }

  take({ name, message }: Received): void {
    switch (name) {
      case 'DepthByOrder':
        this.#sequence.take(message);
        break;
      case 'DepthByOrderEndEvent':
        this.#sequence.end(message.sequenceNumber);
        break;
      case 'LastTrade':
        this.#route({ trade: message });
        break;
      case 'BestBidOffer':
        this.#source?.follow(message);
        break;
      case 'MarketMode':
        this.#takeMode(message);
        break;
      default:
        break;
    }
  }

  heartbeat(): void {
    if (this.#held === null) this.#rows.heartbeat();
  }

  /** Answered by the gateway's own snapshot; one that is under way or due already is the answer. */
  requestSnapshot(): void {
    const source = this.#source;
    this.#isAsked = true;
    if (source === null || this.#isFetching || this.#timer !== null) return;
    this.#held ??= [];
    this.#run(source, () => this.#fetch(source));
  }

  #newSequence(): DepthSequence {
    return new DepthSequence(
      {
        onEvent: (event) => this.#route(event),
        onLost: (isHole) => this.#lose(isHole),
      },
      // Of single prices only their own numbers come
      () => this.#isByPrice || this.#numbering.isSparse,
    );
  }

  /** What fails while the connection is the same ends it; what fails with it the feed has heard. */
  #run(source: DepthSource, step: () => Promise<void>): void {
    step().catch((error: unknown) => {
      if (this.#source !== source) return;
      const known = asRithmicError(error);
      if (known.fault === 'no_entitlement') this.#onRefused(known.message);
      else source.plant.giveUp(known);
    });
  }

  async #fetch(source: DepthSource): Promise<void> {
    this.#isFetching = true;
    this.#mustFetchAgain = false;
    const askedAt = this.#sequence.ended;
    const snapshot = await source.snapshot();
    if (this.#source !== source) return;
    this.#isFetching = false;
    const sequence = snapshot?.sequence ?? askedAt;
    const isStale = sequence < askedAt;
    this.#stale = isStale ? this.#stale + 1 : 0;
    if (snapshot === null || (isStale && this.#stale < STALE_SNAPSHOTS)) {
      this.#fetchLater(source);
      return;
    }
    // What still waited for a missing number is before the snapshot too
    this.#sequence.releaseUpTo(sequence);
    this.#join(snapshot, sequence, isStale);
    if (this.#mustFetchAgain) this.#fetchLater(source);
  }

  #fetchLater(source: DepthSource): void {
    this.#held ??= [];
    if (this.#timer !== null || this.#isFetching) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#run(source, () => this.#fetch(source));
    }, this.#waitMs);
    this.#waitMs = Math.min(LONGEST_WAIT_MS, this.#waitMs * 2);
  }

  /** What the snapshot holds already goes out before it where there is a book for it; the rest goes out after it. */
  #join(snapshot: DepthSnapshot, sequence: number, isRestart: boolean): void {
    const held = this.#held ?? [];
    this.#held = null;
    this.#isTolerant = true;
    const rest: DepthEvent[] = [];
    for (const item of held) {
      if ('trade' in item) this.#trades.take(item.trade);
      else rest.push(...(isRestart ? [] : this.#takeUpTo(item, sequence)));
    }
    // Trades of what goes out after the snapshot are told with it
    const next = rest[0]?.frames[0]?.[1] ?? this.#sequence.firstWaiting;
    this.#trades.flushBefore(next === null ? null : messageTime(next));
    this.#isTolerant = snapshot.isMixed;
    if (isRestart) snapshot.ages?.forgetNumbers();
    const isSound = this.#hasBook && this.#audit(snapshot);
    if (!isSound || this.#isAsked) this.#replace(snapshot);
    this.#sequence.startFrom(sequence, isRestart);
    for (const item of rest) this.#route(item);
    this.#isTolerant = false;
  }

  #replace({ book, ages }: DepthSnapshot): void {
    this.#isAsked = false;
    this.#hasBook = true;
    this.#orders.replace(book, ages);
  }

  /** True where the book holds what the snapshot holds, after a hole in the numbers. */
  #audit({ book, isMixed }: DepthSnapshot): boolean {
    if (!this.#isAudit) return false;
    this.#isAudit = false;
    const isSame = !isMixed && isSameBook(this.#orders.book, book);
    if (!isMixed) this.#numbering.learn(isSame);
    if (!isSame) this.#rows.lost();
    return isSame;
  }

  /** Takes the messages of an event up to the number, and gives back those beyond it. */
  #takeUpTo({ frames }: DepthEvent, last: number): readonly DepthEvent[] {
    const before = frames.filter(([sequence]) => sequence <= last);
    const beyond = frames.filter(([sequence]) => sequence > last);
    if (this.#hasBook) this.#emit({ frames: before });
    return beyond.length === 0 ? [] : [{ frames: beyond }];
  }

  #route(item: Held): void {
    if (this.#held !== null) this.#hold(this.#held, item);
    else if ('trade' in item) this.#trades.take(item.trade);
    else this.#emit(item);
  }

  #emit(event: DepthEvent): void {
    const isSound = this.#orders.emit(event, this.#trades);
    if (!isSound && !this.#isTolerant && !this.#isByPrice) this.#lose(false);
  }

  #hold(held: Held[], item: Held): void {
    if (held.length >= MOST_HELD) {
      held.length = 0;
      this.#hasBook = false;
      this.#mustFetchAgain = true;
    }
    held.push(item);
  }

  #lose(isHole: boolean): void {
    const source = this.#source;
    if (source === null) return;
    if (isHole && this.#numbering.isOpen && (this.#hasBook || this.#isFetching)) {
      // Looked into before it is called a loss: by the snapshot under way, or where that is the first by one after it
      this.#isAudit = true;
      this.#held ??= [];
      if (!this.#hasBook) this.#mustFetchAgain = true;
      else if (!this.#isFetching) this.#run(source, () => this.#fetch(source));
      return;
    }
    const nowMs = performance.now();
    if (nowMs - this.#lostMs > CALM_MS) this.#waitMs = FIRST_WAIT_MS;
    this.#lostMs = nowMs;
    this.#isAudit = false;
    this.#isAsked = true;
    if (this.#hasBook) {
      this.#hasBook = false;
      this.#trades.flush();
      this.#rows.lost();
    }
    if (this.#isFetching) this.#mustFetchAgain = true;
    this.#fetchLater(source);
  }

  #takeMode(message: RithmicMessage<'MarketMode'>): void {
    const status = statusOf(message.marketMode);
    if (status !== null) this.#rows.status(status, messageTime(message));
  }
}
