/** Visits of price at a zone: what hit it since it last was left alone, and how heavy that is among earlier visits. */
import { SizeRank } from '#evidence/significance.ts';

/** Prices are kept by their last seven bits. */
const PRICES = 128;
const PRICE_MASK = PRICES - 1;
/** A visit ends when nothing hit the price for this long: twice the window over which impact is measured. */
const SILENCE_MS = 20_000;

export interface ZoneVisit {
  /** Contracts that hit it; of them those given by orders that refill themselves, and by posts that followed a fill. */
  readonly contracts: number;
  readonly refilled: number;
  readonly reposted: number;
  /** Contracts at the one of its prices with the most. */
  readonly most: number;
  /** Share of the ended visits that were not heavier than that. */
  readonly rank: number;
}

export class ZoneVisits {
  readonly #contracts = new Int32Array(PRICES);
  readonly #refills = new Int32Array(PRICES);
  readonly #reposts = new Int32Array(PRICES);
  readonly #lastMs = new Float64Array(PRICES).fill(Number.NEGATIVE_INFINITY);
  readonly #ended = new SizeRank();

  add(priceTicks: number, size: number, timeMs: number): void {
    const at = priceTicks & PRICE_MASK;
    if (timeMs - this.#lastMs[at]! > SILENCE_MS) this.#restart(at);
    this.#contracts[at]! += size;
    this.#lastMs[at] = timeMs;
  }

  /** Of what was added, what orders gave that refill themselves. */
  addRefilled(priceTicks: number, size: number): void {
    const at = priceTicks & PRICE_MASK;
    this.#refills[at]! += size;
  }

  /** Of what was added, what posts gave that followed a fill. */
  addReposted(priceTicks: number, size: number): void {
    const at = priceTicks & PRICE_MASK;
    this.#reposts[at]! += size;
  }

  /** The visit at a price and one tick around it. */
  read(priceTicks: number, timeMs: number): ZoneVisit {
    const contracts = this.#around(this.#contracts, priceTicks, timeMs);
    const refilled = this.#around(this.#refills, priceTicks, timeMs);
    const reposted = this.#around(this.#reposts, priceTicks, timeMs);
    const most = this.#most(priceTicks, timeMs);
    return { contracts, refilled, reposted, most, rank: this.#ended.percentile(most) };
  }

  clear(): void {
    this.#lastMs.fill(Number.NEGATIVE_INFINITY);
    this.#contracts.fill(0);
  }

  #restart(at: number): void {
    const contracts = this.#contracts[at]!;
    if (contracts > 0) this.#ended.remember(contracts);
    this.#contracts[at] = 0;
    this.#refills[at] = 0;
    this.#reposts[at] = 0;
  }

  #most(priceTicks: number, timeMs: number): number {
    let most = 0;
    for (let price = priceTicks - 1; price <= priceTicks + 1; price += 1) {
      const at = price & PRICE_MASK;
      if (timeMs - this.#lastMs[at]! <= SILENCE_MS) most = Math.max(most, this.#contracts[at]!);
    }
    return most;
  }

  #around(counts: Int32Array, priceTicks: number, timeMs: number): number {
    let sum = 0;
    for (let price = priceTicks - 1; price <= priceTicks + 1; price += 1) {
      const at = price & PRICE_MASK;
      if (timeMs - this.#lastMs[at]! <= SILENCE_MS) sum += counts[at]!;
    }
    return sum;
  }
}
