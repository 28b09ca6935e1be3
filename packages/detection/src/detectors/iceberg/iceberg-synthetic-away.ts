/** Counts the seconds for which slices of chains rested away from the best price. */
import { SIDE_BID } from '@undertow/market';
import type { SyntheticChain } from './iceberg-synthetic-chain.ts';

/** The best price has left a slice from here on. */
const LEFT_TICKS = 2;
const CLOCK_SECONDS = 0.1;

/** Chains are looked through only when a best price or a slice has moved since the look before. */
export class AwaySlices {
  readonly #chains: readonly SyntheticChain[];
  readonly #away: SyntheticChain[] = [];
  #bidTicks = Number.NaN;
  #askTicks = Number.NaN;
  #isCurrent = false;

  constructor(chains: readonly SyntheticChain[]) {
    this.#chains = chains;
  }

  /** A slice has come to rest, moved or gone. */
  noteMoved(): void {
    this.#isCurrent = false;
  }

  /** Every 100 ms of exchange time, with the best prices. */
  onClock(bidTicks: number, askTicks: number): void {
    if (!this.#isCurrent || bidTicks !== this.#bidTicks || askTicks !== this.#askTicks) {
      this.#bidTicks = bidTicks;
      this.#askTicks = askTicks;
      this.#isCurrent = true;
      this.#find();
    }
    const away = this.#away;
    for (let index = 0; index < away.length; index += 1) {
      away[index]!.awaySeconds += CLOCK_SECONDS;
    }
  }

  #find(): void {
    const chains = this.#chains;
    const away = this.#away;
    const bidTicks = this.#bidTicks;
    const askTicks = this.#askTicks;
    away.length = 0;
    for (let index = 0; index < chains.length; index += 1) {
      const chain = chains[index]!;
      if (!chain.inUse || !chain.resting) continue;
      const { side, priceTicks } = chain;
      const behind = side === SIDE_BID ? bidTicks - priceTicks : priceTicks - askTicks;
      if (behind >= LEFT_TICKS) away.push(chain);
    }
  }
}
