/** Puts the messages of a book by order into whole events, in order and once each, or reports that some are missing. */
import type { RithmicMessage } from '#rithmic/wire/rithmic-wire.ts';
import type { NumberHole } from './number-hole.ts';

type Frame = RithmicMessage<'DepthByOrder'>;

export interface DepthEvent {
  /** In order of their numbers; each has one. */
  readonly frames: readonly (readonly [sequence: number, frame: Frame])[];
}

/** The messages of an event up to the number, and those beyond it. */
export function splitAfter({ frames }: DepthEvent, last: number): readonly [DepthEvent, DepthEvent] {
  return [
    { frames: frames.filter(([sequence]) => sequence <= last) },
    { frames: frames.filter(([sequence]) => sequence > last) },
  ];
}

export interface DepthSequenceListener {
  onEvent(event: DepthEvent): void;
  /** Messages are missing, or came after their event (null): only a snapshot helps. */
  onLost(hole: NumberHole | null): void;
}

/** How long messages that came ahead wait for the missing ones. Reference: reliability, section 5. */
const HOLD_MS = 200;
/** Numbers whose messages are remembered, to distinguish a duplicate from a late one. */
const REMEMBERED = 1024;
/** So many messages below the snapshot in a row: the venue has begun to count again. */
const RESTART = 256;
/** More than any event has: no use in waiting on. */
const MAX_PENDING = 4096;
/** Events that had to be ended without their end message before none is waited for. */
const WITHOUT_ENDS = 3;

/**
 * Until it is shown otherwise (`Numbering`), a hole in the numbers is reported. Within an event messages may share a
 * number. The end message of an event names its last number.
 */
export class DepthSequence {
  duplicates = 0;
  reordered = 0;
  readonly #listener: DepthSequenceListener;
  readonly #isSparse: () => boolean;
  readonly #pending = new Map<number, Frame[]>();
  readonly #ends = new Set<number>();
  readonly #seen = new Map<number, string[]>();
  /** What a snapshot holds already. */
  #floor = 0;
  /** Events up to here were delivered. */
  #ended = 0;
  #highest = 0;
  #behind = 0;
  #endsReceived = 0;
  #endsMissed = 0;
  #timer: NodeJS.Timeout | null = null;

  /** `isSparse`: whether numbers that are missing are no loss, because other instruments have them. */
  constructor(listener: DepthSequenceListener, isSparse: () => boolean) {
    this.#listener = listener;
    this.#isSparse = isSparse;
  }

  /** Number of the last message that was delivered. */
  get ended(): number {
    return this.#ended;
  }

  /** Highest number that was received. */
  get highest(): number {
    return this.#highest;
  }

  /** True while messages wait for others that are missing, or for the end of their event. */
  get isWaiting(): boolean {
    return this.#pending.size > 0;
  }

  /** The first of the messages that wait; null where none does. */
  get firstWaiting(): Frame | null {
    return this.#pending.get(Math.min(...this.#pending.keys()))?.[0] ?? null;
  }

  take(frame: Frame): void {
    const sequence = frame.sequenceNumber ?? this.#highest + 1;
    if (sequence <= this.#floor) {
      this.#takeBehind();
      return;
    }
    if (this.#isKnown(sequence, frame)) {
      this.duplicates += 1;
      return;
    }
    this.#behind = 0;
    if (sequence <= this.#ended) {
      this.#listener.onLost(null);
      return;
    }
    if (sequence < this.#highest) this.reordered += 1;
    this.#highest = Math.max(this.#highest, sequence);
    const frames = this.#pending.get(sequence);
    if (frames === undefined) this.#pending.set(sequence, [frame]);
    else frames.push(frame);
    if (this.#endsReceived === 0 && this.#endsMissed >= WITHOUT_ENDS) this.#ends.add(sequence);
    this.#release();
  }

  /** The event whose last number this is is whole at the venue. */
  end(sequence: number | undefined): void {
    this.#endsReceived += 1;
    const last = sequence ?? this.#highest;
    if (last <= this.#ended) return;
    this.#ends.add(last);
    this.#release();
  }

  /** Delivers what waits up to this number, whole or not: a snapshot that is there takes its place. */
  releaseUpTo(last: number): void {
    if (last > this.#ended) this.#handOver(last);
    this.#wait();
  }

  /** A snapshot holds everything up to this number. `isRestart`: what came before counts for nothing any more. */
  startFrom(sequence: number, isRestart: boolean): void {
    this.#floor = sequence;
    this.#behind = 0;
    if (isRestart) {
      this.#ended = sequence;
      this.#highest = sequence;
      this.#pending.clear();
      this.#ends.clear();
    }
    this.#ended = Math.max(this.#ended, sequence);
    this.#highest = Math.max(this.#highest, sequence);
    this.#forgetUpTo(this.#ended);
    this.#release();
  }

  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #takeBehind(): void {
    this.#behind += 1;
    if (this.#behind < RESTART) return;
    this.#behind = 0;
    this.#listener.onLost(null);
  }

  #isKnown(sequence: number, frame: Frame): boolean {
    const text = JSON.stringify(frame);
    const known = this.#seen.get(sequence);
    if (known?.includes(text) === true) return true;
    if (known !== undefined) known.push(text);
    else this.#seen.set(sequence, [text]);
    if (this.#seen.size > REMEMBERED) this.#seen.delete(this.#seen.keys().next().value ?? 0);
    return false;
  }

  #release(): void {
    // While the next number is missing nothing can be whole: not looked for with every message behind the hole
    const isHeldUp = !this.#isSparse() && this.#pending.size > 0 && !this.#pending.has(this.#ended + 1);
    if (!isHeldUp) this.#handOverWhole();
    if (this.#pending.size > MAX_PENDING) this.#giveUp();
    else this.#wait();
  }

  #handOverWhole(): void {
    for (const end of [...this.#ends].sort((a, b) => a - b)) {
      if (end > this.#ended) {
        if (!this.#isWhole(end)) break;
        this.#handOver(end);
      }
      this.#ends.delete(end);
    }
  }

  /** Whether every number after `begin` is there. */
  #isWhole(end: number, begin = this.#ended): boolean {
    if (this.#isSparse()) return true;
    if (end - begin > this.#pending.size) return false;
    for (let sequence = begin + 1; sequence <= end; sequence += 1)
      if (!this.#pending.has(sequence)) return false;
    return true;
  }

  /** From the first to the last number after `begin` and up to `end` that is not there. */
  #holeWithin(begin: number, end: number): NumberHole {
    let first = begin + 1;
    let last = end;
    while (this.#pending.has(first)) first += 1;
    while (this.#pending.has(last)) last -= 1;
    return { first, last };
  }

  #handOver(end: number): void {
    const numbers = [...this.#pending.keys()].filter((sequence) => sequence <= end).sort((a, b) => a - b);
    const frames = numbers.flatMap((sequence) =>
      (this.#pending.get(sequence) ?? []).map((frame) => [sequence, frame] as const),
    );
    this.#ended = end;
    this.#forgetUpTo(end);
    // What is still missing has its own time
    this.close();
    if (frames.length > 0) this.#listener.onEvent({ frames });
  }

  #forgetUpTo(end: number): void {
    for (const sequence of [...this.#pending.keys()]) if (sequence <= end) this.#pending.delete(sequence);
    for (const last of [...this.#ends]) if (last <= end) this.#ends.delete(last);
  }

  #wait(): void {
    const isWaiting = this.#pending.size > 0 || this.#ends.size > 0;
    if (!isWaiting) this.close();
    else this.#timer ??= setTimeout(() => this.#giveUp(), HOLD_MS);
  }

  #giveUp(): void {
    this.close();
    const last = Math.max(this.#ended, ...this.#pending.keys(), ...this.#ends);
    // Before the first snapshot the first number is unknown: what is there begins them
    const begin = this.#ended > 0 ? this.#ended : Math.min(...this.#pending.keys()) - 1;
    if (this.#isWhole(last, begin)) this.#endsMissed += 1;
    else this.#listener.onLost(this.#holeWithin(begin, last));
    if (last > this.#ended) this.#handOver(last);
    this.#wait();
  }
}
