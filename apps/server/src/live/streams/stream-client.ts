/** One open stream: what it follows, and whether its reader keeps up. */
import type { StreamKind, StreamSubscription } from '@undertow/contracts';
import type { FlowEventType } from '@undertow/market';
import type { SubscribedPlan } from '#live/socket/subscribed-plan.ts';
import type { InstrumentView } from '#live/views/instrument-view.ts';
import type { StreamEnd, StreamHolder, StreamSink, StreamText } from '#ports/streams/streams.ts';
import { SentText } from './sent-text.ts';
import type { StreamMessage } from './stream-ring.ts';

/** A reader that lets this much wait, or reads nothing for this long, is cut. */
const MAX_BUFFERED_BYTES = 1_000_000;
const MAX_BLOCKED_MS = 10_000;
/** What was missed may wait beside it, of all instruments together. */
const MAX_MISSED_BYTES = 16_000_000;
/** While more waits, books do: the newest one takes their place. */
const MAX_BEFORE_BOOK_BYTES = 64_000;
/** Messages that a client may send in the window. */
const MAX_COMMANDS = 50;
const COMMAND_WINDOW_MS = 10_000;

export interface Followed {
  readonly command: StreamSubscription;
  readonly view: InstrumentView;
  /** Of the requested ones those that the licence lets leave over the API. */
  readonly kinds: readonly StreamKind[];
  readonly types: readonly FlowEventType[];
  readonly plan: SubscribedPlan;
}

export class StreamClient {
  readonly holder: StreamHolder;
  readonly #sink: StreamSink;
  readonly followed = new Map<number, Followed>();
  /** Counts subscriptions by instrument, so that a late answer to an older one is dropped. */
  readonly versions = new Map<number, number>();
  /** Id of the last message of each instrument. */
  readonly lastIds = new Map<number, string>();
  /** Views whose book changed while something waited for the reader. */
  readonly #stale = new Set<InstrumentView>();
  isOpen = true;
  #blockedSinceMs: number | null = null;
  /** Of what was missed, which its reader may still be reading. */
  #missedBytes = 0;
  #commandTimes: number[] = [];

  constructor(holder: StreamHolder, sink: StreamSink) {
    this.holder = holder;
    this.#sink = sink;
  }

  /** False when it sends too many. */
  countCommand(nowMs: number): boolean {
    this.#commandTimes = this.#commandTimes.filter((time) => nowMs - time < COMMAND_WINDOW_MS);
    this.#commandTimes.push(nowMs);
    return this.#commandTimes.length <= MAX_COMMANDS;
  }

  wants(view: InstrumentView, { kind, type }: StreamMessage): boolean {
    const followed = this.followed.get(view.instrumentId);
    if (followed === undefined || followed.view !== view || !followed.kinds.includes(kind)) return false;
    return type === null || followed.types.includes(type);
  }

  /** `sent` is the message as others get it too. */
  deliver(view: InstrumentView, message: StreamMessage, sent: StreamText): void {
    // What it does not want is behind it too: it resumes after the last number, whatever that was of
    this.lastIds.set(view.instrumentId, message.id);
    if (this.isOpen && this.wants(view, message)) this.#sink.send(sent, message.kind, message.id);
  }

  #followsBook(view: InstrumentView): boolean {
    const followed = this.followed.get(view.instrumentId);
    return followed?.view === view && followed.kinds.includes('book');
  }

  /** The book as it is now, once the reader has read what was sent before: what changed in between is in it. */
  deliverBook(view: InstrumentView, textOf: (view: InstrumentView) => StreamText): void {
    if (!this.isOpen || !this.#followsBook(view)) return;
    if (this.#sink.buffered > MAX_BEFORE_BOOK_BYTES) {
      this.#stale.add(view);
      return;
    }
    this.#stale.delete(view);
    this.#sink.send(textOf(view), 'book', null);
  }

  /** The books that had to wait. */
  deliverStale(textOf: (view: InstrumentView) => StreamText): void {
    for (const view of [...this.#stale]) {
      if (this.#followsBook(view)) this.deliverBook(view, textOf);
      else this.#stale.delete(view);
    }
  }

  /** About the stream itself; `id` where it may be resumed from here. */
  say(op: string, fields: object, id: string | null = null): void {
    if (this.isOpen) this.#sink.send(new SentText(JSON.stringify({ op, ...fields })), op, id);
  }

  ping(): void {
    if (this.isOpen) this.#sink.ping();
  }

  /** All at once: what was missed while it was away. */
  deliverMissed(view: InstrumentView, messages: readonly StreamMessage[]): void {
    const bytes = messages.reduce((sum, { text }) => sum + text.length, this.#missedBytes);
    this.#missedBytes = Math.min(bytes, MAX_MISSED_BYTES);
    for (const message of messages) this.deliver(view, message, new SentText(message.text));
  }

  /** More waits for its reader than may. */
  get isFull(): boolean {
    return this.#sink.buffered > MAX_BUFFERED_BYTES + this.#missedBytes;
  }

  isSlow(nowMs: number): boolean {
    if (this.#sink.buffered === 0) {
      this.#blockedSinceMs = null;
      this.#missedBytes = 0;
      return false;
    }
    this.#blockedSinceMs ??= nowMs;
    return this.isFull || nowMs - this.#blockedSinceMs > MAX_BLOCKED_MS;
  }

  end(reason: StreamEnd): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.#sink.end(reason);
  }
}
