/** What the historical service has, day by day: past days with the contracts they had, and today up to the last minute. */
import { DAY_MS, NS_PER_MS } from '@undertow/market';
import type { ContractFlows } from '#databento/market/contract-flows.ts';
import type { MarketFloor } from '#databento/market/market-floor.ts';
import type { PastMarket } from '#databento/market/past-market.ts';
import type { Symbology } from '#databento/market/symbology.ts';
import type { WireContract } from '#databento/market/wire-contract.ts';
import { isReference, type Schema } from '#databento/protocol/schemas.ts';
import type { ServedRange } from './parameters.ts';

/** One day of UTC. */
export interface ServedDay {
  /** Milliseconds since 1970 UTC. */
  readonly dayMs: number;
  readonly symbology: Symbology;
  /** What a contract did on the day; null without trading. Waits until its market was made. */
  flowsOf(contract: WireContract, schema: Schema): Promise<ContractFlows | null>;
}

export class ServedDays {
  readonly #floor: MarketFloor;
  readonly #past: PastMarket | null;

  constructor(floor: MarketFloor, past: PastMarket | null) {
    this.#floor = floor;
    this.#past = past;
  }

  get firstMs(): number {
    return this.#past?.firstMs ?? this.#floor.startMs;
  }

  /** Days of UTC that lie in a span, oldest first. */
  within({ startNs, endNs }: ServedRange): readonly ServedDay[] {
    const [fromMs, toMs] = [Number(startNs / NS_PER_MS), Number((endNs - 1n) / NS_PER_MS)];
    const todayMs = this.#past?.endMs ?? Math.floor(this.#floor.startMs / DAY_MS) * DAY_MS;
    const days: ServedDay[] = [];
    for (let dayMs = Math.floor(fromMs / DAY_MS) * DAY_MS; dayMs <= toMs && dayMs < todayMs; dayMs += DAY_MS)
      days.push(this.#pastDay(dayMs));
    if (toMs >= todayMs) days.push(this.#today(Math.max(todayMs, Math.floor(fromMs / DAY_MS) * DAY_MS)));
    return days;
  }

  #pastDay(dayMs: number): ServedDay {
    const past = this.#past;
    return {
      dayMs,
      symbology: past?.symbologyOf(dayMs) ?? this.#floor.symbology,
      flowsOf: async (contract) => (await past?.line(dayMs, contract.instrument))?.flowsOf(contract) ?? null,
    };
  }

  /** Today's market is one, also where it began before midnight. */
  #today(dayMs: number): ServedDay {
    const floor = this.#floor;
    return {
      dayMs,
      symbology: floor.symbology,
      async flowsOf(contract, schema) {
        const line = floor.line(contract.instrument);
        if (!isReference(schema)) await floor.run(line);
        return line.flowsOf(contract);
      },
    };
  }
}
