/** The latest messages about one view, numbered without a hole, so that a stream that was cut can go on after the last one. */
import { STREAM_RESUME_MINUTES, type StreamKind } from '@undertow/contracts';
import { type FlowEventType, MINUTE_MS } from '@undertow/market';

const KEPT_MS = STREAM_RESUME_MINUTES * MINUTE_MS;
/** An instrument has a few hundred in ten minutes; beyond it the oldest can no longer be resumed. */
const MAX_KEPT = 5_000;

export interface StreamMessage {
  readonly sequence: number;
  /** Unique among processes and rings. */
  readonly id: string;
  readonly kind: StreamKind;
  /** Of an event. */
  readonly type: FlowEventType | null;
  readonly text: string;
}

/** What followed a message; incomplete where some of it is not kept here. */
export interface Resumed {
  readonly messages: readonly StreamMessage[];
  readonly isComplete: boolean;
}

export class StreamRing {
  /** Names this ring in the ids of its messages. */
  readonly #epoch: string;
  readonly #kept: { readonly atMs: number; readonly message: StreamMessage }[] = [];
  #last = 0;

  constructor(epoch: string) {
    this.#epoch = epoch;
  }

  /** Of the latest message, or of none yet. */
  get lastId(): string {
    return this.#idOf(this.#last);
  }

  #idOf(sequence: number): string {
    return `${this.#epoch}-${sequence}`;
  }

  /** `fields` are the message without its braces. */
  push(kind: StreamKind, type: FlowEventType | null, fields: string, nowMs: number): StreamMessage {
    this.#last += 1;
    const [sequence, id] = [this.#last, this.#idOf(this.#last)];
    const text = `{"id":"${id}","seq":${sequence},"kind":"${kind}",${fields}}`;
    const message = { sequence, id, kind, type, text };
    this.#kept.push({ atMs: nowMs, message });
    this.#forget(nowMs);
    return message;
  }

  #forget(nowMs: number): void {
    const first = this.#kept.findIndex(({ atMs }) => nowMs - atMs <= KEPT_MS);
    const old = first === -1 ? this.#kept.length : first;
    this.#kept.splice(0, Math.max(old, this.#kept.length - MAX_KEPT));
  }

  /** Everything after the message of this id. */
  since(id: string, nowMs: number): Resumed {
    this.#forget(nowMs);
    const at = id.lastIndexOf('-');
    const sequence = Number(id.slice(at + 1));
    const isOurs = Number.isSafeInteger(sequence) && id === this.#idOf(sequence);
    if (!isOurs || sequence > this.#last) return { messages: [], isComplete: false };
    const kept = this.#kept.map(({ message }) => message).filter((message) => message.sequence > sequence);
    return { messages: kept, isComplete: kept.length === this.#last - sequence };
  }
}
