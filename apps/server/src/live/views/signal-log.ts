/** The order-flow events or AI patterns of one instrument in a view: newest first, bounded, counted by day. */

/** Signals kept of each type: a flood of one type must not push out the others. */
const MAX_PER_TYPE = 200;

/** What events and patterns have in common here. Times are nanoseconds since 1970 UTC. */
export interface Signal<Type extends string> {
  readonly id: string;
  readonly type: Type;
  readonly detectedNs: bigint;
  readonly updatedNs: bigint;
  readonly expiresNs: bigint;
  readonly degraded: boolean;
}

function newerFirst(a: Signal<string>, b: Signal<string>): number {
  if (a.detectedNs !== b.detectedNs) return a.detectedNs > b.detectedNs ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}

/** A signal that is not active after the instant. */
export function closedAt<S extends Pick<Signal<string>, 'expiresNs'>>(signal: S, atMs: number): S {
  const atNs = BigInt(Math.floor(atMs)) * 1_000_000n;
  return signal.expiresNs > atNs ? { ...signal, expiresNs: atNs } : signal;
}

export class SignalLog<Type extends string, S extends Signal<Type>> {
  readonly #types: readonly Type[];
  readonly #tradingDayOf: (timeMs: number) => string;
  readonly #byType: Map<Type, S[]>;
  /** Ids counted for the day: a signal that is raised again after a restart counts once. */
  readonly #counted: Map<Type, Set<string>>;
  #day = '';

  constructor(types: readonly Type[], tradingDayOf: (timeMs: number) => string) {
    this.#types = types;
    this.#tradingDayOf = tradingDayOf;
    this.#byType = new Map(types.map((type) => [type, []]));
    this.#counted = new Map(types.map((type) => [type, new Set<string>()]));
  }

  /** Adds a new signal or a later state of a known one. An older state than the known one is ignored. */
  put(signal: S): void {
    const list = this.#byType.get(signal.type) as S[];
    const at = list.findIndex((known) => known.id === signal.id);
    if (at >= 0) {
      if (list[at]!.updatedNs <= signal.updatedNs) list[at] = signal;
    } else {
      let place = 0;
      while (place < list.length && newerFirst(list[place]!, signal) < 0) place += 1;
      list.splice(place, 0, signal);
      if (list.length > MAX_PER_TYPE) list.pop();
    }
    this.#count(signal);
  }

  #count(signal: S): void {
    if (signal.degraded) return;
    const day = this.#tradingDayOf(Number(signal.detectedNs / 1_000_000n));
    if (day < this.#day) return;
    if (day > this.#day) {
      this.#day = day;
      for (const ids of this.#counted.values()) ids.clear();
    }
    (this.#counted.get(signal.type) as Set<string>).add(signal.id);
  }

  /** None is active any more, at the latest from the instant on. */
  close(atMs: number): void {
    for (const [type, list] of this.#byType)
      this.#byType.set(
        type,
        list.map((one) => closedAt(one, atMs)),
      );
  }

  find(id: string): S | undefined {
    for (const list of this.#byType.values()) {
      const signal = list.find((known) => known.id === id);
      if (signal !== undefined) return signal;
    }
    return undefined;
  }

  /** Newest first, of the given types; with `atMs` only those that have not expired by then. */
  list(types: readonly Type[], atMs: number | null): S[] {
    const atNs = atMs === null ? null : BigInt(Math.floor(atMs)) * 1_000_000n;
    const signals = types.flatMap((type) => this.#byType.get(type) ?? []);
    const wanted = atNs === null ? signals : signals.filter((signal) => signal.expiresNs > atNs);
    return wanted.sort(newerFirst);
  }

  /** Signals raised on the trading day by type. */
  counts(tradingDay: string): Map<Type, number> {
    const current = tradingDay === this.#day;
    return new Map(this.#types.map((type) => [type, current ? (this.#counted.get(type)?.size ?? 0) : 0]));
  }
}
