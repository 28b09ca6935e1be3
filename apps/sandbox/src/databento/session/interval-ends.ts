/** When intervals of the bars that a client subscribed to are over, and their bars have been sent. */
import { NS_PER_MS } from '@undertow/market';
import { BAR_SCHEMAS, isBarSchema, type Schema } from '#databento/protocol/schemas.ts';

/** Exchanges run in slices and announce silence once a second: by then every bar is out. */
const SETTLE_MS = 1_200;

export class IntervalEnds {
  /** Next end by length. */
  readonly #next = new Map<number, number>();

  watch(schema: Schema, nowMs: number): void {
    if (!isBarSchema(schema)) return;
    const { lengthMs } = BAR_SCHEMAS[schema];
    if (!this.#next.has(lengthMs)) this.#next.set(lengthMs, (Math.floor(nowMs / lengthMs) + 1) * lengthMs);
  }

  /** Ends that are to be announced, nanoseconds since 1970 UTC. */
  due(nowMs: number): readonly bigint[] {
    const ends: bigint[] = [];
    for (const [lengthMs, endMs] of this.#next) {
      if (nowMs < endMs + SETTLE_MS) continue;
      this.#next.set(lengthMs, endMs + lengthMs);
      ends.push(BigInt(endMs) * NS_PER_MS);
    }
    return ends;
  }
}
