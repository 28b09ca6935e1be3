/** A crowd alone on an exchange: what a session does for it, without agents, hours or labels. */
import { SECOND_NS } from '@undertow/market';
import type { MatchingEngine } from '#engine/matching-engine.ts';
import { TimerHeap } from '#engine/timer-heap.ts';
import { crowdOf, worldOf } from '#families/mechanics.ts';
import type { CrowdFlow, CrowdOptions } from '#flow/crowd-flow.ts';
import type { MarketName } from '#flow/generator.ts';
import { MarketConditions } from '#flow/market-conditions.ts';
import { randomStream } from '#random/random.ts';
import { type EngineBench, engineBench } from './engine-bench.ts';
import { instrumentOf } from './instrument.ts';

export const OPEN_TICKS = 20_000;

export class CrowdBench {
  readonly engine: MatchingEngine;
  readonly flow: CrowdFlow;
  readonly conditions: MarketConditions;
  /** Withdrawals that the crowd has planned so far: when, and of which order. */
  readonly planned: { readonly timeNs: number; readonly slot: number; readonly id: number }[] = [];
  nowNs = 0;
  /** Contracts of aggressors so far. */
  bought = 0;
  sold = 0;
  readonly #bench: EngineBench;
  readonly #withdrawals = new TimerHeap();
  readonly #arrivals = randomStream(3, 'arrivals', 0);
  #secondNs = SECOND_NS;
  #settledOrdinal = -1;

  constructor(generator: MarketName, symbol: string, seed: number, changes: Partial<CrowdOptions> = {}) {
    const instrument = instrumentOf(symbol);
    const { profile, ...world } = worldOf(generator, instrument, 1, randomStream(seed, 'world', 0));
    this.#bench = engineBench(seed);
    this.engine = this.#bench.engine;
    this.conditions = changes.conditions ?? new MarketConditions(1);
    this.flow = crowdOf(generator, {
      engine: this.engine,
      profile,
      random: randomStream(seed, 'crowd', 0),
      signRandom: randomStream(seed, 'signs', 0),
      conditions: this.conditions,
      ...world,
      planCancel: (timeNs, slot, id) => {
        this.planned.push({ timeNs, slot, id });
        this.#withdrawals.push(timeNs, 0, slot, id);
      },
      ...changes,
    });
    this.flow.fillBook(0, OPEN_TICKS);
    this.#settle();
  }

  get mid(): number {
    return this.engine.ladder.midTicks;
  }

  /** Rows since the last call, as lines. */
  emitted(): string[] {
    return this.#bench.emitted();
  }

  /** So many events of the crowd; what it planned to withdraw goes in between. */
  run(events: number, after: () => void = () => undefined): void {
    for (let n = 0; n < events; n++) {
      this.#pass((this.#arrivals.exponential() / this.flow.rate()) * SECOND_NS);
      this.flow.act(this.nowNs);
      this.#settle();
      after();
    }
  }

  /** Somebody who is not of the crowd trades. */
  trade(side: number, priceTicks: number, size: number): void {
    this.engine.addImmediate(this.nowNs, side, priceTicks, size);
    this.#settle();
  }

  #pass(waitNs: number): void {
    const toNs = this.nowNs + Math.ceil(waitNs);
    while (Math.min(this.#withdrawals.nextNs, this.#secondNs) <= toNs) {
      const isSecond = this.#secondNs <= this.#withdrawals.nextNs;
      this.nowNs = isSecond ? this.#secondNs : this.#withdrawals.nextNs;
      if (isSecond) {
        this.flow.stepSecond();
        this.#secondNs += SECOND_NS;
      } else this.#withdraw();
    }
    this.flow.decay((toNs - this.nowNs) / SECOND_NS);
    this.nowNs = toNs;
  }

  #withdraw(): void {
    this.#withdrawals.pop();
    const { slot, orderId } = this.#withdrawals;
    if (this.engine.orders.id[slot] !== orderId) return;
    this.engine.cancel(this.nowNs, slot);
    this.#settle();
  }

  #settle(): void {
    const { report } = this.engine;
    if (report.ordinal === this.#settledOrdinal) return;
    this.#settledOrdinal = report.ordinal;
    this.bought += report.buyVolume;
    this.sold += report.sellVolume;
    this.flow.learn();
    this.flow.restock(this.nowNs);
    this.#settledOrdinal = report.ordinal;
    this.flow.readBook();
  }
}
