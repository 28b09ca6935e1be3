/** The order-flow events of one instrument as a view knows them: newest first, bounded, counted by trading day. */
import { FLOW_EVENT_TYPES, type FlowEvent, type FlowEventType } from '@undertow/market';

/** Events kept of each type: a flood of one type must not push out the others. */
const MAX_PER_TYPE = 200;

const newerFirst = (a: FlowEvent, b: FlowEvent): number => {
  if (a.detectedNs !== b.detectedNs) return a.detectedNs > b.detectedNs ? -1 : 1;
  return a.id < b.id ? -1 : 1;
};

export class EventLog {
  readonly #tradingDayOf: (timeMs: number) => string;
  readonly #byType = new Map<FlowEventType, FlowEvent[]>(FLOW_EVENT_TYPES.map((type) => [type, []]));
  /** Ids counted for the day: an event that is raised again after a restart counts once. */
  readonly #counted = new Map<FlowEventType, Set<string>>(
    FLOW_EVENT_TYPES.map((type) => [type, new Set<string>()]),
  );
  #day = '';

  constructor(tradingDayOf: (timeMs: number) => string) {
    this.#tradingDayOf = tradingDayOf;
  }

  /** Takes a new event or a later state of a known one. An older state than the known one is ignored. */
  put(event: FlowEvent): void {
    const list = this.#byType.get(event.type) as FlowEvent[];
    const at = list.findIndex((known) => known.id === event.id);
    if (at >= 0) {
      if ((list[at] as FlowEvent).updatedNs <= event.updatedNs) list[at] = event;
    } else {
      let place = 0;
      while (place < list.length && newerFirst(list[place] as FlowEvent, event) < 0) place += 1;
      list.splice(place, 0, event);
      if (list.length > MAX_PER_TYPE) list.pop();
    }
    this.#count(event);
  }

  #count(event: FlowEvent): void {
    if (event.degraded) return;
    const day = this.#tradingDayOf(Number(event.detectedNs / 1_000_000n));
    if (day < this.#day) return;
    if (day > this.#day) {
      this.#day = day;
      for (const ids of this.#counted.values()) ids.clear();
    }
    (this.#counted.get(event.type) as Set<string>).add(event.id);
  }

  find(id: string): FlowEvent | undefined {
    for (const list of this.#byType.values()) {
      const event = list.find((known) => known.id === id);
      if (event !== undefined) return event;
    }
    return undefined;
  }

  /** Newest first, of the given types; with `atMs` only those that have not expired by then. */
  list(types: readonly FlowEventType[], atMs: number | null): FlowEvent[] {
    const atNs = atMs === null ? null : BigInt(Math.floor(atMs)) * 1_000_000n;
    const events = types.flatMap((type) => this.#byType.get(type) ?? []);
    const wanted = atNs === null ? events : events.filter((event) => event.expiresNs > atNs);
    return wanted.sort(newerFirst);
  }

  /** Events raised on the trading day by type. */
  counts(tradingDay: string): Map<FlowEventType, number> {
    const current = tradingDay === this.#day;
    return new Map(
      FLOW_EVENT_TYPES.map((type) => [type, current ? (this.#counted.get(type)?.size ?? 0) : 0]),
    );
  }
}
