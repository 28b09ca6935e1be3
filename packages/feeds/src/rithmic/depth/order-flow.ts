/** One instrument by order: whole events with their trades, a book kept in step, snapshots joined by their number. */
import type { Instrument } from '@undertow/market';
import type { RithmicContract } from '#rithmic/session/contract-lookup.ts';
import type { PlantSession } from '#rithmic/session/plant-session.ts';
import { statusOf } from '#rithmic/wire/market-mode.ts';
import { asRithmicError } from '#rithmic/wire/rithmic-error.ts';
import type { Received, RithmicMessage } from '#rithmic/wire/rithmic-wire.ts';
import { messageTime } from '#rithmic/wire/split-time.ts';
import { type DepthEvent, DepthSequence, splitAfter } from './depth-sequence.ts';
import { type DepthSnapshot, hasSameQueues, isSameBook } from './depth-snapshot.ts';
import { DepthSource } from './depth-source.ts';
import type { FlowHost, InstrumentFlow } from './instrument-flow.ts';
import { holeBeyond, joinedHole, type NumberHole } from './number-hole.ts';
import type { Numbering } from './numbering.ts';
import { OrderRows } from './order-rows.ts';
import { RowEmitter } from './row-emitter.ts';
import { SnapshotWait } from './snapshot-wait.ts';
import { TradeHold } from './trade-hold.ts';

type Held = DepthEvent | { readonly trade: RithmicMessage<'LastTrade'> };

/** Beyond this what is held is dropped and a newer snapshot is needed. */
const MAX_HELD = 65_536;
/** Snapshots older than what was sent already, in a row, after which the venue's numbers have begun again. */
const STALE_SNAPSHOTS = 3;

export class OrderFlow implements InstrumentFlow {
  readonly #isByPrice: boolean;
  readonly #numbering: Numbering;
  readonly #onRefused: (reason: string) => void;
  readonly #rows: RowEmitter;
  readonly #orders: OrderRows;
  readonly #trades: TradeHold;
  readonly #wait = new SnapshotWait();
  #sequence: DepthSequence;
  #source: DepthSource | null = null;
  /** While there is one, everything waits here for the snapshot. */
  #held: Held[] | null = [];
  #hasBook = false;
  #isFetching = false;
  /** A snapshot under way that is older than this number does not help. */
  #least = 0;
  /** Contradictions are none while what a snapshot may hold already is sent again. */
  #isTolerant = false;
  #stale = 0;
  /** Looked into: a snapshot that reaches it shows whether anything was missing. */
  #hole: NumberHole | null = null;
  /** The listener waits for a snapshot, whatever an audit shows. */
  #isSnapshotRequested = true;
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
      deliver: (batch) => {
        // What is in progress continues after a listener closed with a row of it
        if (this.#source !== null) listener.onBatch(batch);
      },
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
      received: () => this.#sequence.highest,
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
    this.#hole = null;
    this.#isSnapshotRequested = true;
    this.#isFetching = false;
    this.#least = 0;
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
    this.#isSnapshotRequested = true;
    if (source === null || this.#isFetching || this.#timer !== null) return;
    this.#held ??= [];
    this.#run(source, () => this.#fetch(source));
  }

  #newSequence(): DepthSequence {
    return new DepthSequence(
      {
        onEvent: (event) => this.#route(event),
        onLost: (hole) => this.#lose(hole),
      },
      // Of single prices only their own numbers come
      () => this.#isByPrice || this.#numbering.isSparse,
    );
  }

  /** What fails while the connection is the same ends it; what fails with it the feed has received. */
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
    this.#least = 0;
    const requestedAt = this.#sequence.ended;
    const snapshot = await source.snapshot();
    if (this.#source !== source) return;
    const sequence = snapshot?.sequence ?? requestedAt;
    const isStale = sequence < requestedAt;
    this.#stale = isStale ? this.#stale + 1 : 0;
    const isRestart = this.#stale >= STALE_SNAPSHOTS;
    const isOld = isStale || (sequence < this.#least && snapshot?.isMixed === false);
    if (snapshot === null || (isOld && !isRestart)) {
      this.#isFetching = false;
      this.#fetchLater(source);
      return;
    }
    // What still waited for a missing number is before the snapshot too
    this.#sequence.releaseUpTo(sequence);
    this.#join(snapshot, sequence, isRestart);
    if (this.#source !== source) return;
    this.#isFetching = false;
    const isBehind = this.#least > sequence && !isRestart;
    if (isBehind || this.#isSnapshotRequested || this.#hole !== null) this.#fetchLater(source);
  }

  #fetchLater(source: DepthSource): void {
    this.#held ??= [];
    if (this.#timer !== null || this.#isFetching) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#run(source, () => this.#fetch(source));
    }, this.#wait.next());
  }

  #join(snapshot: DepthSnapshot, sequence: number, isRestart: boolean): void {
    this.#isTolerant = true;
    const rest = this.#takeHeld(isRestart ? null : sequence);
    this.#isTolerant = snapshot.isMixed;
    if (isRestart) snapshot.ages?.forgetNumbers();
    // What waits behind a hole beyond the snapshot waits on
    const open = snapshot.isMixed || isRestart ? null : holeBeyond(this.#hole, sequence);
    const isReached = open === null || open.first > (this.#hole?.first ?? 0);
    const isSound = this.#hasBook && (!isReached || this.#audit(snapshot));
    if (!isSound || this.#isSnapshotRequested) {
      this.#isSnapshotRequested = false;
      this.#hasBook = true;
      this.#orders.replace(snapshot.book, snapshot.ages);
    }
    this.#hole = open;
    if (open !== null) this.#held ??= [];
    for (const item of rest) this.#route(item);
    // Last: it may emit what comes after the rest
    this.#sequence.startFrom(sequence, isRestart);
    this.#isTolerant = false;
  }

  /**
   * What the snapshot holds already goes out before it where there is a book for it; gives back the rest. Null: no
   * number counts.
   */
  #takeHeld(last: number | null): readonly DepthEvent[] {
    const held = this.#held ?? [];
    this.#held = null;
    const rest: DepthEvent[] = [];
    for (const item of held) {
      if ('trade' in item) this.#trades.take(item.trade);
      else if (last !== null) rest.push(...this.#takeUpTo(item, last));
    }
    // Trades of what goes out after the snapshot are sent with it
    const next = rest[0]?.frames[0]?.[1] ?? this.#sequence.firstWaiting;
    if (next === null) this.#trades.flush();
    else this.#trades.flushBefore(messageTime(next));
    return rest;
  }

  /** True where the book holds what the snapshot holds, after a hole in the numbers. */
  #audit({ book, isMixed }: DepthSnapshot): boolean {
    if (this.#hole === null) return false;
    const hasSameOrders = !isMixed && isSameBook(this.#orders.book, book);
    // Not by the queues: a venue with rules of its own would never prove a hole harmless
    if (!isMixed) this.#numbering.learn(hasSameOrders);
    const isSame = hasSameOrders && hasSameQueues(this.#orders.book, book);
    if (!isSame) this.#rows.lost();
    return isSame;
  }

  /** Takes the messages of an event up to the number, and gives back those beyond it. */
  #takeUpTo(event: DepthEvent, last: number): readonly DepthEvent[] {
    const [before, beyond] = splitAfter(event, last);
    if (this.#hasBook) this.#emit(before);
    return beyond.frames.length === 0 ? [] : [beyond];
  }

  #route(item: Held): void {
    if (this.#held !== null) this.#hold(this.#held, item);
    else if ('trade' in item) this.#trades.take(item.trade);
    else this.#emit(item);
  }

  #emit(event: DepthEvent): void {
    const isSound = this.#orders.emit(event, this.#trades);
    if (!isSound && !this.#isTolerant && !this.#isByPrice) this.#lose(null);
  }

  #hold(held: Held[], item: Held): void {
    if (held.length >= MAX_HELD) {
      held.length = 0;
      this.#hasBook = false;
      this.#least = this.#sequence.ended;
    }
    held.push(item);
  }

  #lose(hole: NumberHole | null): void {
    const source = this.#source;
    if (source === null) return;
    if (hole !== null && this.#numbering.isOpen && (this.#hasBook || this.#isFetching)) {
      // Looked into before it is called a loss, by the snapshot under way or a later one
      this.#hole = joinedHole(this.#hole, hole);
      this.#held ??= [];
      if (!this.#isFetching && this.#timer === null) this.#run(source, () => this.#fetch(source));
      return;
    }
    this.#wait.lost();
    this.#hole = null;
    this.#isSnapshotRequested = true;
    const hadBook = this.#hasBook;
    this.#hasBook = false;
    this.#least = Math.max(this.#sequence.ended, hole?.last ?? 0);
    this.#fetchLater(source);
    if (!hadBook) return;
    // Sent last: its listener requests a snapshot at once, and one is due by now
    this.#trades.flush();
    this.#rows.lost();
  }

  #takeMode(message: RithmicMessage<'MarketMode'>): void {
    const status = statusOf(message.marketMode);
    if (status !== null) this.#rows.status(status, messageTime(message));
  }
}
