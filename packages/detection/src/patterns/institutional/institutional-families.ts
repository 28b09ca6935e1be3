/** Hidden orders of one side that show alike and follow one another: children of one programme, or a coincidence. */
import { HOUR_MS } from '@undertow/market';

const ORDERS = 24;
const FAMILIES = 8;
/** A child that comes later than this after the last sign of its family does not belong to it. */
const LINK_MS = 300_000;
/** Tranches of a trader who varies them stay within an octave; after one sweep several refill at once. */
const ALIKE = 1.01;
const MAX_AT_ONCE = 4;
/** Refills, and the share of them that are no multiple of what is shown, that reveal a trader who varies sizes. */
const VARIED_REFILLS = 3;
const VARIED_SHARE = 0.3;
/** Half octaves of shown quantities, and how fast the memory of what others show fades. */
const CLASSES = 20;
const MEMORY_MS = HOUR_MS;
/**
 * What a link costs: a programme's next child may come after seconds or minutes, log-uniform from one to three hundred.
 */
const LINK_COST = Math.log(Math.log(300));
/** Nobody's next order is held to be quicker. */
const MIN_GAP_MS = 3000;
/** Hidden orders an hour and side that are assumed before any is seen. */
const FIRST_RATE = 4;
/** Part of the orders of a class that show exactly the same. */
const SAME_OF_CLASS = 0.7;

/** One hidden order that refilled. */
interface HiddenOrder {
  key: number;
  family: HiddenFamily | null;
}

/** Hidden orders attributed to one trader; slots are reused. */
export class HiddenFamily {
  serial = 0;
  shown = 0;
  members = 0;
  /** Refills that are no multiple of what is shown: the trader varies its tranches. */
  odd = 0;
  startMs = Number.NEGATIVE_INFINITY;
  lastMs = Number.NEGATIVE_INFINITY;
  /** Hidden contracts that were refilled, and how often. */
  contracts = 0;
  refills = 0;
  lowTicks = 0;
  highTicks = 0;
  startTicks = 0;
  /** Log-likelihood ratio of its links against hidden orders that come by chance. */
  surprise = 0;
  /** Refills of members that another had already followed: one programme works one child at a time. */
  overlaps = 0;
  /** Sum of the logarithms of the gaps from one member to the next, seconds. */
  gaps = 0;
  newest = 0;
  /** High word of the newest member's id; its low word is `newest`. 0 where the feed has no orders. */
  newestHi = 0;
  /** When the newest member was last seen, NaN while it rests. */
  newestEndMs = Number.NaN;
  /** Volume of the market when it began. */
  tradedAtStart = 0;

  get varies(): boolean {
    return this.refills >= VARIED_REFILLS && this.odd >= VARIED_SHARE * this.refills;
  }
}

/** Of one side. */
export class HiddenFamilies {
  readonly families: readonly HiddenFamily[] = Array.from({ length: FAMILIES }, () => new HiddenFamily());
  readonly #orders: readonly HiddenOrder[] = Array.from({ length: ORDERS }, () => ({
    key: -1,
    family: null,
  }));
  #orderAt = 0;
  #serial = 0;
  /** Fading number of hidden orders by what they show. */
  readonly #seen = new Float64Array(CLASSES);
  #seenMs = Number.NaN;

  /**
   * A tranche of `contracts` was refilled in the order `key` (its price where the feed has no orders), which was placed
   * at `placedMs` (-Infinity while unknown). Returns the family whose newest member it made, or null.
   */
  refill(
    key: number,
    contracts: number,
    priceTicks: number,
    timeMs: number,
    placedMs: number,
    traded: number,
  ): HiddenFamily | null {
    const known = this.#orders.find((each) => each.key === key && each.family !== null);
    const order = known ?? this.#remember(key);
    const family = known?.family ?? this.#join(key, contracts, priceTicks, timeMs, placedMs, traded);
    order.family = family;
    family.lastMs = timeMs;
    family.contracts += contracts;
    family.refills += 1;
    family.lowTicks = Math.min(family.lowTicks, priceTicks);
    family.highTicks = Math.max(family.highTicks, priceTicks);
    if (family.shown % contracts === 0) family.shown = contracts;
    else if (contracts % family.shown !== 0) family.odd += 1;
    if (key !== family.newest) family.overlaps += 1;
    return known === undefined && family.members > 1 ? family : null;
  }

  /** The order is filled away. */
  end(key: number, timeMs: number): void {
    for (const { family } of this.#orders) if (family?.newest === key) family.newestEndMs = timeMs;
  }

  clear(): void {
    for (const family of this.families) family.lastMs = Number.NEGATIVE_INFINITY;
    for (const order of this.#orders) order.family = null;
  }

  #remember(key: number): HiddenOrder {
    const order = this.#orders[this.#orderAt]!;
    this.#orderAt = (this.#orderAt + 1) % ORDERS;
    order.key = key;
    order.family = null;
    return order;
  }

  #join(
    key: number,
    contracts: number,
    priceTicks: number,
    timeMs: number,
    placedMs: number,
    traded: number,
  ): HiddenFamily {
    this.#fade(timeMs);
    let best: HiddenFamily | null = null;
    for (const family of this.families) {
      if (timeMs > family.lastMs + LINK_MS || !isRelated(family, contracts, placedMs)) continue;
      if (best === null || rank(family, contracts) > rank(best, contracts)) best = family;
    }
    const family = best ?? this.#begin(contracts, priceTicks, timeMs, traded);
    if (best !== null) {
      const gapMs = Math.max(MIN_GAP_MS, Math.max(placedMs, endOf(family)) - endOf(family));
      family.surprise += this.#surpriseOf(family, family.shown === contracts, gapMs);
      family.gaps += Math.log(gapMs / 1000);
    }
    family.members += 1;
    family.newest = key;
    family.newestEndMs = Number.NaN;
    const shownClass = classOf(contracts);
    this.#seen[shownClass]! += 1;
    return family;
  }

  #begin(shown: number, priceTicks: number, timeMs: number, traded: number): HiddenFamily {
    let family = this.families[0]!;
    for (const each of this.families) if (each.lastMs < family.lastMs) family = each;
    for (const each of this.#orders) if (each.family === family) each.family = null;
    this.#serial += 1;
    family.serial = this.#serial;
    family.shown = shown;
    family.members = 0;
    family.odd = 0;
    family.startMs = timeMs;
    family.contracts = 0;
    family.refills = 0;
    family.lowTicks = priceTicks;
    family.highTicks = priceTicks;
    family.startTicks = priceTicks;
    family.surprise = 0;
    family.overlaps = 0;
    family.gaps = 0;
    family.tradedAtStart = traded;
    return family;
  }

  /** Evidence of the link: how rarely a stranger's order that shows alike would have come within the gap. */
  #surpriseOf(family: HiddenFamily, isSame: boolean, gapMs: number): number {
    const shownClass = classOf(family.shown);
    // Its own members are no strangers.
    const reach = isSame ? 0 : 2;
    let alike = 0;
    for (let at = Math.max(0, shownClass - reach); at <= Math.min(CLASSES - 1, shownClass + reach); at += 1)
      alike += this.#seen[at]!;
    const strangers = Math.max(0, alike - family.members);
    let all = 0;
    for (const count of this.#seen) all += count;
    const prior = ((2 * reach + 1) * FIRST_RATE) / CLASSES + 0.05 * Math.max(0, all - family.members);
    const rate = (strangers + prior) * (isSame ? SAME_OF_CLASS : 1);
    return -Math.log(Math.max(1e-4, -Math.expm1((-rate * gapMs) / MEMORY_MS))) - LINK_COST;
  }

  #fade(timeMs: number): void {
    if (timeMs > this.#seenMs) {
      const keep = Math.exp(-(timeMs - this.#seenMs) / MEMORY_MS);
      for (let at = 0; at < CLASSES; at += 1) this.#seen[at]! *= keep;
    }
    this.#seenMs = timeMs;
  }
}

/** When the newest member was filled away, or was seen last. */
const endOf = ({ newestEndMs, lastMs }: HiddenFamily): number =>
  Number.isNaN(newestEndMs) ? lastMs : newestEndMs;

/** A programme works one child at a time, and its children show the same unless it varies what it shows. */
function isRelated(family: HiddenFamily, contracts: number, placedMs: number): boolean {
  if (placedMs < endOf(family)) return false;
  if (family.varies) return Math.abs(Math.log2(family.shown / contracts)) <= ALIKE;
  return contracts % family.shown === 0 && contracts <= MAX_AT_ONCE * family.shown;
}

/** The same quantity before others, then what was seen last. */
const rank = (family: HiddenFamily, contracts: number): number =>
  family.lastMs + (family.shown === contracts ? LINK_MS : 0);

const classOf = (shown: number): number =>
  Math.min(CLASSES - 1, Math.floor(2 * Math.log2(Math.max(1, shown)) + 1e-9));
