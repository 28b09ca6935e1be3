/** One side of the market that may absorb: what hits it, and the zones that are watched. */
import type { MatchEvent } from '@undertow/market';
import type { Judgement } from '#calibration/judge.ts';
import type { MarketView } from '#view/market-view.ts';
import { AbsorptionEpisode } from './absorption-episode.ts';
import type { AbsorptionMeasures } from './absorption-features.ts';
import { AbsorptionSupply } from './absorption-supply.ts';
import { ZoneVisits } from './zone-visits.ts';

/** Prices are kept by their last seven bits: a window hardly ever reaches 128 ticks to one side of a zone. */
const PRICES = 128;
const PRICE_MASK = PRICES - 1;

/** Contracts that traded against one side at each price in a window of time, in steps that the caller turns. */
class RecentVolume {
  readonly #steps: number;
  readonly #buckets: Int32Array;
  readonly #totals = new Int32Array(PRICES);
  readonly #inBucket: Int32Array;
  #cursor = 0;
  #sum = 0;

  /** The window is this many steps long. */
  constructor(steps: number) {
    this.#steps = steps;
    this.#buckets = new Int32Array(steps * PRICES);
    this.#inBucket = new Int32Array(steps);
  }

  /** Contracts of the window at all prices. */
  get total(): number {
    return this.#sum;
  }

  add(priceTicks: number, size: number): void {
    const price = priceTicks & PRICE_MASK;
    const at = this.#cursor * PRICES + price;
    this.#buckets[at]! += size;
    this.#totals[price]! += size;
    this.#inBucket[this.#cursor]! += size;
    this.#sum += size;
  }

  /** Another step passed: what is as old as the window falls out. */
  turn(): void {
    this.#cursor = (this.#cursor + 1) % this.#steps;
    if (this.#inBucket[this.#cursor] === 0) return;
    const start = this.#cursor * PRICES;
    for (let price = 0; price < PRICES; price += 1) {
      this.#totals[price]! -= this.#buckets[start + price]!;
      this.#buckets[start + price] = 0;
    }
    this.#sum -= this.#inBucket[this.#cursor]!;
    this.#inBucket[this.#cursor] = 0;
  }

  /** Contracts at a price and one tick around it. */
  zone(priceTicks: number): number {
    const price = priceTicks & PRICE_MASK;
    return (
      this.#totals[price]! + this.#totals[(price + 1) & PRICE_MASK]! + this.#totals[(price - 1) & PRICE_MASK]!
    );
  }

  /** The most that any zone holds. */
  most(): number {
    if (this.#sum === 0) return 0;
    let most = 0;
    for (let price = 0; price < PRICES; price += 1) most = Math.max(most, this.zone(price));
    return most;
  }

  clear(): void {
    this.#buckets.fill(0);
    this.#totals.fill(0);
    this.#inBucket.fill(0);
    this.#sum = 0;
  }
}

/** Zones watched at once. */
export const ZONES = 6;

/** What is kept of a raised zone beside its episode. */
export interface Raised {
  measures: AbsorptionMeasures;
  existence: Judgement;
  hold: Judgement;
  readonly detectedNs: bigint;
}

/** One side that may absorb. */
export class Side {
  readonly side: number;
  /** Five seconds in steps of 100 ms, and a minute in steps of a second. */
  readonly volume = new RecentVolume(50);
  readonly minute = new RecentVolume(60);
  readonly visits = new ZoneVisits();
  readonly supply: AbsorptionSupply;
  readonly zones = Array.from({ length: ZONES }, () => new AbsorptionEpisode());
  readonly raised: (Raised | null)[] = Array.from({ length: ZONES }, () => null);
  /** Of the last look at each zone. */
  readonly measures: (AbsorptionMeasures | null)[] = Array.from({ length: ZONES }, () => null);

  openZones = 0;

  constructor(side: number) {
    this.side = side;
    this.supply = new AbsorptionSupply(side, this.visits);
  }

  follow(event: MatchEvent, view: MarketView): void {
    for (let slot = 0; slot < ZONES; slot += 1) {
      const zone = this.zones[slot]!;
      if (zone.isOpen) zone.follow(event, view);
    }
  }

  /** Takes in who gave what: by orders where the feed shows them, else by levels. */
  supplied(event: MatchEvent, byOrders: boolean): void {
    if (!byOrders) {
      if (event.rounds.count > 0) this.supply.followLevels(event);
      return;
    }
    this.supply.followOrders(event);
    if (this.openZones === 0) return;
    const { fills } = event;
    for (let row = 0; row < fills.count; row += 1) {
      if (fills.side[row] !== this.side) continue;
      const zone = this.zoneOf(fills.priceTicks[row]!);
      if (zone === null) continue;
      const line = this.supply.lineOf(fills.orderHi[row]!, fills.orderLo[row]!);
      if (line > zone.largest) zone.largest = line;
    }
  }

  /** Forgets what a hole in the feed makes untrue. */
  clear(): void {
    this.volume.clear();
    this.minute.clear();
    this.visits.clear();
    this.supply.clear();
  }

  /** The open zone that a price belongs to, or null. */
  zoneOf(priceTicks: number): AbsorptionEpisode | null {
    for (const zone of this.zones) if (zone.isOpen && zone.contains(priceTicks)) return zone;
    return null;
  }

  /** -1 when all are taken. */
  freeSlot(): number {
    return this.zones.findIndex((zone) => !zone.isOpen);
  }
}
