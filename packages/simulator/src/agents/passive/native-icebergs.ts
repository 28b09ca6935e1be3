/** Traders who work a large order through the exchange's own icebergs: a small part shown, the rest in reserve. */
import { HOUR_NS, SECOND_NS, SIDE_ASK, SIDE_BID } from '@undertow/market';
import type { Agent, MarketAccess } from '#agents/frame/market-access.ts';
import type { EventReport } from '#engine/event-report.ts';
import { oppositeSide } from '#engine/match-rounds.ts';
import { NO_SLOT } from '#engine/order-store.ts';
import { awayStep } from '#flow/book-weights.ts';
import type { Observability } from '#ground-truth/labels.ts';
import { pow } from '#random/exact-math.ts';
import type { RandomStream } from '#random/random.ts';

const NAME = 'native-iceberg';
/** Display quantities and how often they are chosen; sizes a level cannot hide behind are left out. */
const DISPLAY_SIZES = [1, 2, 4, 5, 10, 25, 31, 50, 100] as const;
const DISPLAY_WEIGHTS = [0.12, 0.2, 0.24, 0.2, 0.12, 0.05, 0.04, 0.02, 0.01] as const;
/** Total in display quantities. */
const MIN_TRANCHES = 5;
const MAX_TRANCHES = 40;
const CANCELLERS = 0.3;
const FOLLOWERS = 0.6;
/** A trader who follows the market does so this often at most. */
const MAX_REPRICES = 5;
/** Nobody waits longer than this. */
const PATIENCE_NS = 0.5 * HOUR_NS;

const TAG_ARRIVE = 0;
const TAG_LOOK = 1;
const TAG_CANCEL = 2;
const TAG_PINNED = 3;
const TAG_TAKE = 4;

const MAX_DISPLAY = 100;
/** Pinned icebergs show little; a second and a half after each, one clip takes this many tranches of it. */
const PINNED_DISPLAY = 5;
const TAKE_AFTER_NS = 1.5 * SECOND_NS;
const TAKEN_TRANCHES = 3;

interface Iceberg {
  readonly serial: number;
  readonly random: RandomStream;
  readonly slot: number;
  readonly orderId: number;
  readonly side: number;
  readonly display: number;
  readonly total: number;
  readonly follows: boolean;
  readonly entryNs: number;
  lowTicks: number;
  highTicks: number;
  executed: number;
  refills: number;
  reprices: number;
  firstRefillNs: number;
}

export interface NativeIcebergOptions {
  readonly owner: number;
  readonly perHour: number;
  /** Arrivals at fixed times from a session time on, besides those by chance, each followed by a clip that trades into it. */
  readonly pinned: { readonly fromNs: number; readonly everyNs: number } | null;
}

export class NativeIcebergs implements Agent {
  readonly #market: MarketAccess;
  readonly #owner: number;
  readonly #perHour: number;
  readonly #pinnedEveryNs: number;
  readonly #arrivals: RandomStream;
  readonly #largest: number;
  readonly #working = new Map<number, Iceberg>();
  #serial = 0;
  /** Pinned arrivals count on their own, so that they change no draw of the others. */
  #pinnedSerial = 1_000_000;

  constructor(market: MarketAccess, options: NativeIcebergOptions) {
    this.#market = market;
    this.#owner = options.owner;
    this.#perHour = options.perHour;
    this.#pinnedEveryNs = options.pinned?.everyNs ?? 0;
    this.#arrivals = market.stream(NAME, 0);
    const { ordersPerLevel, sizePower } = market.profile;
    this.#largest = Math.max(4, 4.2 * ordersPerLevel * sizePower * sizePower);
    this.#planArrival();
    if (options.pinned !== null) market.wakeIn(this.#owner, options.pinned.fromNs, 0, TAG_PINNED);
  }

  wake(instance: number, tag: number): void {
    if (tag === TAG_ARRIVE) {
      this.#planArrival();
      this.#enter(++this.#serial, MAX_DISPLAY);
    } else if (tag === TAG_PINNED) {
      this.#market.wakeIn(this.#owner, this.#pinnedEveryNs, 0, TAG_PINNED);
      this.#enter(++this.#pinnedSerial, PINNED_DISPLAY);
      this.#market.wakeIn(this.#owner, TAKE_AFTER_NS, this.#pinnedSerial, TAG_TAKE);
    } else {
      const iceberg = this.#working.get(instance);
      if (iceberg === undefined) return;
      if (tag === TAG_LOOK) this.#look(iceberg);
      else if (tag === TAG_TAKE) this.#takeFrom(iceberg);
      else this.#withdraw(iceberg);
    }
  }

  onMatch(report: EventReport): void {
    for (let at = 0; at < report.touchedCount; at++) {
      if (report.touchedOwner[at] !== this.#owner) continue;
      const orderId = report.touchedId[at]!;
      for (const iceberg of this.#working.values())
        if (iceberg.orderId === orderId) this.#filled(iceberg, report, at);
    }
  }

  finish(): void {
    for (const iceberg of this.#working.values()) this.#label(iceberg, 'open');
    this.#working.clear();
  }

  #planArrival(): void {
    if (this.#perHour <= 0) return;
    const waitNs = (this.#arrivals.exponential() * HOUR_NS) / this.#perHour;
    this.#market.wakeIn(this.#owner, waitNs, 0, TAG_ARRIVE);
  }

  /**
   * Somebody trades through the queue of a pinned iceberg in one clip, so that its refills follow its arrival at once.
   * An iceberg that the market has left is brought back to the best price first, as its trader may.
   */
  #takeFrom(iceberg: Iceberg): void {
    const market = this.#market;
    const best = market.bestTicks(iceberg.side);
    if (market.engine.orders.priceTicks[iceberg.slot] !== best) this.#reprice(iceberg, best);
    if (!market.holds(iceberg.slot, iceberg.orderId)) return;
    const queue = market.engine.ladder.sizeAt(iceberg.side, best);
    market.take(oppositeSide(iceberg.side), 0, queue + TAKEN_TRANCHES * iceberg.display);
  }

  #enter(serial: number, mostDisplay: number): void {
    const market = this.#market;
    const random = market.stream(NAME, serial);
    const side = random.chance(0.5) ? SIDE_BID : SIDE_ASK;
    const display = Math.min(mostDisplay, this.#drawDisplay(random)) * market.perturbation.sizeFactor;
    // Many small totals, few large ones (recorded: 57 refills of nine); the more is shown, the fewer tranches follow.
    const skew = pow(random.openUnit(), 4 + display / 20);
    const more = Math.min(MAX_TRANCHES - MIN_TRANCHES, Math.floor((MAX_TRANCHES - MIN_TRANCHES + 1) * skew));
    const total = display * (MIN_TRANCHES + more);
    const price = market.bestTicks(side) + awayStep(side) * (random.chance(0.7) ? 0 : 1 + random.below(2));
    const slot = market.addLimit(this.#owner, side, price, total, display);
    if (slot === NO_SLOT) return;
    this.#working.set(serial, {
      serial,
      random,
      slot,
      orderId: market.engine.orders.id[slot]!,
      side,
      display,
      total,
      follows: random.chance(FOLLOWERS),
      entryNs: market.nowNs,
      lowTicks: price,
      highTicks: price,
      executed: 0,
      refills: 0,
      reprices: 0,
      firstRefillNs: -1,
    });
    const cancels = random.chance(CANCELLERS);
    const waitNs = cancels ? random.exponential() * 300 * SECOND_NS : PATIENCE_NS;
    market.wakeIn(this.#owner, Math.min(waitNs, PATIENCE_NS), serial, TAG_CANCEL);
    this.#planLook(serial, random);
  }

  #drawDisplay(random: RandomStream): number {
    let left = random.unit();
    let chosen: number = DISPLAY_SIZES[0];
    for (let at = 0; at < DISPLAY_SIZES.length && left >= 0; at++) {
      const size = DISPLAY_SIZES[at]!;
      if (size <= this.#largest) chosen = size;
      left -= DISPLAY_WEIGHTS[at]!;
    }
    return chosen;
  }

  #planLook(serial: number, random: RandomStream): void {
    this.#market.wakeIn(this.#owner, (1 + 6 * random.unit()) * SECOND_NS, serial, TAG_LOOK);
  }

  /** Follows the market when it has left, if that is the trader's way. */
  #look(iceberg: Iceberg): void {
    const market = this.#market;
    const best = market.bestTicks(iceberg.side);
    const price = market.engine.orders.priceTicks[iceberg.slot]!;
    const behind = (price - best) * awayStep(iceberg.side);
    if (iceberg.follows && behind >= 2 && iceberg.reprices < MAX_REPRICES && iceberg.random.chance(0.5)) {
      this.#reprice(iceberg, best);
    }
    this.#planLook(iceberg.serial, iceberg.random);
  }

  #reprice(iceberg: Iceberg, priceTicks: number): void {
    iceberg.reprices++;
    iceberg.lowTicks = Math.min(iceberg.lowTicks, priceTicks);
    iceberg.highTicks = Math.max(iceberg.highTicks, priceTicks);
    this.#market.reprice(iceberg.slot, priceTicks);
  }

  #withdraw(iceberg: Iceberg): void {
    this.#working.delete(iceberg.serial);
    this.#market.cancel(iceberg.slot);
    this.#label(iceberg, 'cancelled');
  }

  #filled(iceberg: Iceberg, report: EventReport, at: number): void {
    iceberg.executed += report.touchedFilled[at]!;
    const refills = report.touchedRefills[at]!;
    if (refills > 0 && iceberg.refills === 0) iceberg.firstRefillNs = report.timeNs;
    iceberg.refills += refills;
    if (report.touchedAlive[at] === 1) {
      if (refills > 0) this.#market.varyDisplay(iceberg.slot, iceberg.display, iceberg.random);
      return;
    }
    this.#working.delete(iceberg.serial);
    this.#label(iceberg, 'completed');
  }

  #label(iceberg: Iceberg, end: 'completed' | 'cancelled' | 'open'): void {
    const market = this.#market;
    const shown = iceberg.refills > 0;
    market.onLabel({
      id: `${NAME}-${market.instrumentId}-${iceberg.serial}`,
      type: 'iceberg',
      sub: 'native',
      side: iceberg.side === SIDE_BID ? 'bid' : 'ask',
      instrumentId: market.instrumentId,
      t0Ns: market.exchangeNs(iceberg.entryNs),
      t1Ns: market.exchangeNs(market.nowNs),
      tEvidentNs: shown ? market.exchangeNs(iceberg.firstRefillNs) : null,
      priceLowTicks: iceberg.lowTicks,
      priceHighTicks: iceberg.highTicks,
      qty: iceberg.executed,
      agentIds: [`${NAME}/${iceberg.serial}`],
      orderIds: [String(iceberg.orderId)],
      params: {
        display: iceberg.display,
        total: iceberg.total,
        refills: iceberg.refills,
        reprices: iceberg.reprices,
        end,
      },
      observability: observabilityOf(iceberg, end === 'completed' && iceberg.firstRefillNs === market.nowNs),
      success: end === 'open' ? null : end === 'completed',
    });
  }
}

/** One that the trade of its first refill swept away whole has shown no refill: only more traded than it displayed. */
function observabilityOf({ refills }: Iceberg, isSweptAtOnce: boolean): Observability {
  if (refills === 0) return 'none';
  return isSweptAtOnce ? 'weak' : 'exact';
}
