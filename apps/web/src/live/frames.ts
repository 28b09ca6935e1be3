/** Socket frames: text in, messages of the contract out; what cannot be read is ignored and counted. */
import { type ServerMessage, serverMessage } from '@undertow/contracts';
import { MINUTE_MS } from '@undertow/market';

export interface ParsedFrame {
  readonly messages: readonly ServerMessage[];
  /** Messages that could not be read. */
  readonly bad: number;
}

/** A frame is one message, or an array of them. */
export function parseFrame(text: string): ParsedFrame {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Not JSON: ignored by the specification, counted for the resync rule.
    return { messages: [], bad: 1 };
  }
  const messages: ServerMessage[] = [];
  let bad = 0;
  for (const item of Array.isArray(value) ? value : [value]) {
    const parsed = serverMessage.safeParse(item);
    if (parsed.success) messages.push(parsed.data);
    else bad += 1;
  }
  return { messages, bad };
}

export const MAX_BAD_FRAMES = 3;
export const BAD_WINDOW_MS = MINUTE_MS;

/** Counts unreadable messages; three within a minute mean that the state here can no longer be trusted. */
export class BadMessageCount {
  #times: number[] = [];

  /** Notes `count` of them at a time and answers whether a resync is due; the count then starts again. */
  note(count: number, nowMs: number): boolean {
    this.#times = this.#times.filter((time) => nowMs - time < BAD_WINDOW_MS);
    for (let i = 0; i < count; i += 1) this.#times.push(nowMs);
    if (this.#times.length < MAX_BAD_FRAMES) return false;
    this.#times = [];
    return true;
  }
}
