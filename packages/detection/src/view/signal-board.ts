/** What the detectors of an instrument have raised lately, for those that build on others. */
import {
  type FlowEvent,
  type FlowEventType,
  MINUTE_MS,
  MS_NS,
  type Pattern,
  type PatternType,
} from '@undertow/market';

/** Oldest first; nothing older than ten minutes of exchange time. */
export interface SignalBoard {
  /** Events of a type that changed since the instant (milliseconds), in their current state. */
  events(type: FlowEventType, sinceMs: number): readonly FlowEvent[];
  patterns(type: PatternType, sinceMs: number): readonly Pattern[];
}

const KEEP_MS = 10 * MINUTE_MS;
const MAX_KEPT = 256;

interface Signal {
  readonly id: string;
  readonly updatedNs: bigint;
}

/** The instant is kept as a number: a bigint would be converted at each question. */
interface Kept<T> {
  readonly signal: T;
  readonly updatedMs: number;
}

const NOTHING: readonly never[] = [];

/** The newest state of each signal of one type, in the order of their last change. */
class SignalList<T extends Signal> {
  #kept: Kept<T>[] = [];
  #newestMs = Number.NEGATIVE_INFINITY;

  put(signal: T): void {
    const updatedMs = Number(signal.updatedNs) / MS_NS;
    this.#kept = this.#kept.filter(
      (one) => one.signal.id !== signal.id && one.updatedMs > updatedMs - KEEP_MS,
    );
    this.#kept.push({ signal, updatedMs });
    if (this.#kept.length > MAX_KEPT) this.#kept.shift();
    this.#newestMs = Math.max(this.#newestMs, updatedMs);
  }

  since(sinceMs: number): readonly T[] {
    // Called many times a second, mostly for nothing.
    if (this.#newestMs < sinceMs) return NOTHING;
    const signals: T[] = [];
    for (const { signal, updatedMs } of this.#kept) if (updatedMs >= sinceMs) signals.push(signal);
    return signals;
  }
}

export class LiveSignalBoard implements SignalBoard {
  readonly #eventLists = new Map<string, SignalList<FlowEvent>>();
  readonly #patternLists = new Map<string, SignalList<Pattern>>();

  putEvent(event: FlowEvent): void {
    listOf(this.#eventLists, event.type).put(event);
  }

  putPattern(pattern: Pattern): void {
    listOf(this.#patternLists, pattern.type).put(pattern);
  }

  events(type: FlowEventType, sinceMs: number): readonly FlowEvent[] {
    return this.#eventLists.get(type)?.since(sinceMs) ?? NOTHING;
  }

  patterns(type: PatternType, sinceMs: number): readonly Pattern[] {
    return this.#patternLists.get(type)?.since(sinceMs) ?? NOTHING;
  }
}

function listOf<T extends Signal>(lists: Map<string, SignalList<T>>, type: string): SignalList<T> {
  let list = lists.get(type);
  if (list === undefined) {
    list = new SignalList<T>();
    lists.set(type, list);
  }
  return list;
}
