/** The latest messages about one view, numbered without a hole, so that a stream that was cut can go on after the last one. */
import { STREAM_RESUME_MINUTES, type StreamKind } from '@undertow/contracts';
import { type FlowEventType, MINUTE_MS } from '@undertow/market';

const KEPT_MS = STREAM_RESUME_MINUTES * MINUTE_MS;
/** Ten a second with executions, else a few hundred in all; beyond either the oldest can no longer be resumed. */
const MAX_KEPT = 10_000;
const MAX_KEPT_LETTERS = 8_000_000;

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
  #letters = 0;
  #last = 0;
  /** The number after which executions are kept too; null while nobody follows them. */
  #tapeAfter: number | null = null;

  constructor(epoch: string) {
    this.#epoch = epoch;
  }

  /** Of the latest message, or of none yet. */
  get lastId(): string {
    return this.#idOf(this.#last);
  }

  get keepsTape(): boolean {
    return this.#tapeAfter !== null;
  }

  /** From now on executions are kept too. */
  keepTape(): void {
    this.#tapeAfter ??= this.#last;
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
    this.#letters += text.length;
    this.#forget(nowMs);
    return message;
  }

  #forget(nowMs: number): void {
    let old = 0;
    for (const { atMs, message } of this.#kept) {
      const isKept = nowMs - atMs <= KEPT_MS && this.#kept.length - old <= MAX_KEPT;
      if (isKept && this.#letters <= MAX_KEPT_LETTERS) break;
      this.#letters -= message.text.length;
      old += 1;
    }
    this.#kept.splice(0, old);
  }

  /** Everything after the message of this id. `withTape`: executions are among what was followed. */
  since(id: string, nowMs: number, withTape = false): Resumed {
    this.#forget(nowMs);
    const at = id.lastIndexOf('-');
    const sequence = Number(id.slice(at + 1));
    const isOurs = Number.isSafeInteger(sequence) && id === this.#idOf(sequence);
    if (!isOurs || sequence > this.#last) return { messages: [], isComplete: false };
    const kept = this.#kept.map(({ message }) => message).filter((message) => message.sequence > sequence);
    const hasTape = !withTape || (this.#tapeAfter !== null && sequence >= this.#tapeAfter);
    return { messages: kept, isComplete: hasTape && kept.length === this.#last - sequence };
  }
}
