/** Faults the gateway injects on request; the same seed gives the same faults. */
import { frameOf } from '@undertow/feeds';
import { seededDraws } from '@undertow/market';

/** Shares of depth-by-order events, 0 to 1. */
export interface Disorder {
  /** Sent after the event that follows it. */
  readonly reorder: number;
  /** Sent twice. */
  readonly duplicate: number;
}

export const ORDERLY: Disorder = { reorder: 0, duplicate: 0 };

export class Faults {
  maintenance = false;
  /** Connections are accepted, and nothing is sent on them. */
  stalled = false;
  disorder = ORDERLY;
  /** Records after which a response of the history plant ends, as if it were complete; null for the servers' own limit. */
  historyCap: number | null = null;
  /** Records after which a response that may be resumed is cut; null for the servers' own limit. */
  historyPart: number | null = null;
  readonly random: () => number;

  constructor(seed: number) {
    this.random = seededDraws(seed);
  }
}

/** Delivery of one client's depth by order: in order, or disturbed. */
export class DepthWay {
  readonly #faults: Faults;
  readonly #send: (frame: Uint8Array) => void;
  #held: readonly Uint8Array[] | null = null;

  constructor(faults: Faults, send: (frame: Uint8Array) => void) {
    this.#faults = faults;
    this.#send = send;
  }

  push(event: readonly Uint8Array[]): void {
    const { disorder, random } = this.#faults;
    if (this.#held === null && disorder.reorder > 0 && random() < disorder.reorder) {
      this.#held = event;
      return;
    }
    this.#sendAll(event);
    if (disorder.duplicate > 0 && random() < disorder.duplicate) this.#sendAll(event);
    if (this.#held !== null) this.#sendAll(this.#held);
    this.#held = null;
  }

  #sendAll(event: readonly Uint8Array[]): void {
    for (const frame of event) this.#send(frame);
  }
}

export const GARBAGE_KINDS = [
  'negative-length',
  'huge-length',
  'short-length',
  'random-body',
  'no-template',
  'unknown-template',
  'text',
] as const;
export type GarbageKind = (typeof GARBAGE_KINDS)[number];

/** Pushed in production; no message here has it. */
const UNKNOWN_TEMPLATE = 358;
const TEMPLATE_FIELD = 154_467;

function lengthOnly(length: number): Uint8Array {
  const bytes = Buffer.alloc(12);
  bytes.writeInt32BE(length);
  return bytes;
}

function varint(value: number): number[] {
  const bytes: number[] = [];
  let left = value;
  while (left > 127) {
    bytes.push((left & 127) | 128);
    left = Math.floor(left / 128);
  }
  return [...bytes, left];
}

/** An invalid message, or an unknown one. */
export function garbage(kind: GarbageKind, random: () => number): Uint8Array | string {
  switch (kind) {
    case 'negative-length':
      return lengthOnly(-8);
    case 'huge-length':
      return lengthOnly(0x7fff_ffff);
    case 'short-length':
      return Buffer.from([0, 0]);
    case 'random-body':
      return frameOf(Buffer.from(Array.from({ length: 64 }, () => Math.floor(random() * 256))));
    case 'no-template':
      return frameOf(new Uint8Array(0));
    case 'unknown-template':
      return frameOf(Buffer.from([...varint(TEMPLATE_FIELD * 8), ...varint(UNKNOWN_TEMPLATE)]));
    case 'text':
      return 'service unavailable';
  }
}
