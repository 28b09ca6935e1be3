/** Traders of one kind: each arrives at random, works orders of its own for a while, leaves, and is labelled. */
import { HOUR_NS, SECOND_NS, SIDE_BID } from '@undertow/market';
import type { EventReport } from '#engine/event-report.ts';
import { NO_SLOT } from '#engine/order-store.ts';
import type { LabelType, Observability } from '#ground-truth/labels.ts';
import type { RandomStream } from '#random/random.ts';
import type { Agent, MarketAccess } from './market-access.ts';

const TAG_ARRIVE = 0;
/** One who came before the session began: at its first moments, without a successor. */
const TAG_PRESENT = 31;
const FIRST_PRESENT_NS = SECOND_NS;
/** Tags are a kind below this, plus a multiple of it for the turn that the plan belongs to. */
const KINDS = 32;

/** A resting order of a trader, kept after its end. */
export interface OwnOrder {
  readonly slot: number;
  readonly orderId: number;
  readonly side: number;
  readonly size: number;
  /** Shown quantity of one of the exchange's icebergs, else 0. */
  readonly display: number;
  readonly entryNs: number;
  priceTicks: number;
  /** Range of the prices at which it rested. */
  lowTicks: number;
  highTicks: number;
  /** Contracts executed. */
  filled: number;
  lastFillNs: number;
  refills: number;
  firstRefillNs: number;
  /** No longer in the book. */
  done: boolean;
}

/** One trader at work. */
export interface Player {
  readonly serial: number;
  readonly random: RandomStream;
  readonly beganNs: number;
  /** All orders it ever entered. */
  readonly orders: OwnOrder[];
  /** Plans made for an earlier turn are dropped. */
  turn: number;
}

/** Fields of a label beyond the player's orders. Times are session nanoseconds. */
export interface Truth {
  readonly type: LabelType;
  readonly sub: string;
  readonly side: number | null;
  readonly fromNs?: number;
  readonly toNs?: number;
  /** Null when the feed never showed it. */
  readonly evidentNs: number | null;
  /** Orders that the label covers, all of the player's unless given. */
  readonly orders?: readonly OwnOrder[];
  /** Prices of the label, those of its orders unless given. */
  readonly lowTicks?: number;
  readonly highTicks?: number;
  readonly params: { readonly [name: string]: number | string | boolean };
  readonly observability: Observability;
  readonly success: boolean | null;
  /** Distinguishes labels of one player. */
  readonly suffix?: string;
}

/** Subclasses define how a trader begins, continues and ends; arrivals, own orders and labels are the same for all. */
export abstract class AgentGroup<P extends Player> implements Agent {
  protected readonly market: MarketAccess;
  protected readonly live = new Map<number, P>();
  readonly #name: string;
  readonly #owner: number;
  readonly #perHour: number;
  readonly #arrivals: RandomStream;
  readonly #resting = new Map<number, { readonly player: P; readonly order: OwnOrder }>();
  #serial = 0;

  /** @param hoursBefore those who came in so many hours before the session are there when it begins */
  constructor(market: MarketAccess, name: string, owner: number, perHour: number, hoursBefore = 0) {
    this.market = market;
    this.#name = name;
    this.#owner = owner;
    this.#perHour = perHour;
    this.#arrivals = market.stream(name, 0);
    this.#planPresent(hoursBefore);
    this.#planArrival();
  }

  wake(instance: number, tag: number): void {
    if (tag === TAG_ARRIVE) this.#planArrival();
    if (tag === TAG_ARRIVE || tag === TAG_PRESENT) {
      this.#arrive();
      return;
    }
    const player = this.live.get(instance);
    if (player === undefined) return;
    const turn = Math.floor(tag / KINDS);
    if (turn === 0 || turn === player.turn) this.step(player, tag % KINDS);
  }

  onMatch(report: EventReport): void {
    if (this.live.size === 0) return;
    for (let at = 0; at < report.touchedCount; at++) {
      if (report.touchedOwner[at] !== this.#owner) continue;
      const known = this.#resting.get(report.touchedId[at]!);
      if (known === undefined) continue;
      const { player, order } = known;
      this.#count(player, order, report, at);
      if (this.live.has(player.serial)) this.filled(player, order, report);
    }
    for (const player of this.live.values()) this.observed(player, report);
  }

  finish(): void {
    for (const player of this.live.values()) this.closed(player);
    this.live.clear();
  }

  /** A trader arrives; null when the market gives it nothing to do. Draws come from `player.random` only. */
  protected abstract begin(player: Player): P | null;
  /** The first act, once the trader is known. */
  protected abstract start(player: P): void;
  /** A plan of the trader is due. */
  protected abstract step(player: P, kind: number): void;
  /** The session ends while the trader is at work. */
  protected abstract closed(player: P): void;

  /** An own order was executed; must not enter orders. */
  protected filled(_player: P, _order: OwnOrder, _report: EventReport): void {
    // Most traders look when they wake.
  }

  /** Anybody traded; must not enter orders. */
  protected observed(_player: P, _report: EventReport): void {
    // Most traders look when they wake.
  }

  /** Wakes the trader after a while, whatever happens until then. */
  protected plan(player: P, delayNs: number, kind: number): void {
    this.market.wakeIn(this.#owner, delayNs, player.serial, kind);
  }

  /** Wakes the trader after a while unless its turn is over by then. */
  protected planTurn(player: P, delayNs: number, kind: number): void {
    this.market.wakeIn(this.#owner, delayNs, player.serial, kind + KINDS * player.turn);
  }

  /** Enters a resting order; null when it would trade at once or cannot rest there. */
  protected enter(
    player: P,
    side: number,
    priceTicks: number,
    size: number,
    displaySize = 0,
  ): OwnOrder | null {
    const { market } = this;
    if (size <= 0 || market.engine.crosses(side, priceTicks)) return null;
    const slot = market.addLimit(this.#owner, side, priceTicks, size, displaySize);
    if (slot === NO_SLOT) return null;
    const orderId = market.engine.orders.id[slot]!;
    const order: OwnOrder = {
      slot,
      orderId,
      side,
      size,
      display: displaySize,
      entryNs: market.nowNs,
      priceTicks,
      lowTicks: priceTicks,
      highTicks: priceTicks,
      filled: 0,
      lastFillNs: -1,
      refills: 0,
      firstRefillNs: -1,
      done: false,
    };
    player.orders.push(order);
    this.#resting.set(orderId, { player, order });
    return order;
  }

  protected rests(order: OwnOrder | null): order is OwnOrder {
    return order !== null && !order.done && this.market.holds(order.slot, order.orderId);
  }

  protected withdraw(order: OwnOrder | null): void {
    if (!this.rests(order)) return;
    order.done = true;
    this.#resting.delete(order.orderId);
    this.market.cancel(order.slot);
  }

  /** Moves an order to another price where it rests; leaves it when that would trade. */
  protected move(order: OwnOrder, priceTicks: number): void {
    if (!this.rests(order) || this.market.engine.crosses(order.side, priceTicks)) return;
    order.priceTicks = priceTicks;
    order.lowTicks = Math.min(order.lowTicks, priceTicks);
    order.highTicks = Math.max(order.highTicks, priceTicks);
    this.market.reprice(order.slot, priceTicks);
  }

  /** Withdraws what rests; the trader acts no more. */
  protected leave(player: P): void {
    this.live.delete(player.serial);
    for (const order of player.orders) this.withdraw(order);
  }

  protected label(player: P, truth: Truth): void {
    const { market } = this;
    const orders = truth.orders ?? player.orders;
    const suffix = truth.suffix === undefined ? '' : `-${truth.suffix}`;
    market.onLabel({
      id: `${this.#name}-${market.instrumentId}-${player.serial}${suffix}`,
      type: truth.type,
      sub: truth.sub,
      side: truth.side === null ? null : truth.side === SIDE_BID ? 'bid' : 'ask',
      instrumentId: market.instrumentId,
      t0Ns: market.exchangeNs(truth.fromNs ?? player.beganNs),
      t1Ns: market.exchangeNs(truth.toNs ?? market.nowNs),
      tEvidentNs: truth.evidentNs === null ? null : market.exchangeNs(truth.evidentNs),
      priceLowTicks: truth.lowTicks ?? Math.min(...orders.map((order) => order.lowTicks)),
      priceHighTicks: truth.highTicks ?? Math.max(...orders.map((order) => order.highTicks)),
      qty: orders.reduce((sum, order) => sum + order.filled, 0),
      agentIds: [`${this.#name}/${player.serial}`],
      orderIds: orders.map((order) => String(order.orderId)),
      params: truth.params,
      observability: truth.observability,
      success: truth.success,
    });
  }

  /** A native iceberg counts as one for every agent that uses it. */
  protected labelNative(player: P, order: OwnOrder, toNs: number): void {
    const shown = order.refills > 0;
    this.label(player, {
      type: 'iceberg',
      sub: 'native',
      side: order.side,
      fromNs: order.entryNs,
      toNs: Math.max(toNs, order.lastFillNs, order.entryNs),
      evidentNs: shown ? order.firstRefillNs : null,
      orders: [order],
      params: {
        display: order.display,
        total: order.size,
        refills: order.refills,
        reprices: 0,
        end: 'worked',
      },
      observability: shown ? 'exact' : 'none',
      success: order.filled === order.size,
      suffix: `native-${player.orders.indexOf(order)}`,
    });
  }

  #count(player: P, order: OwnOrder, report: EventReport, at: number): void {
    order.filled += report.touchedFilled[at]!;
    order.lastFillNs = report.timeNs;
    order.done = report.touchedAlive[at] === 0;
    const refills = report.touchedRefills[at]!;
    if (refills > 0 && order.refills === 0) order.firstRefillNs = report.timeNs;
    order.refills += refills;
    if (order.done) this.#resting.delete(order.orderId);
    else if (refills > 0) this.market.varyDisplay(order.slot, order.display, player.random);
  }

  #planPresent(hours: number): void {
    if (this.#perHour <= 0 || hours <= 0) return;
    let delayNs = FIRST_PRESENT_NS;
    for (
      let at = this.#arrivals.exponential();
      at < hours * this.#perHour;
      at += this.#arrivals.exponential()
    ) {
      this.market.wakeIn(this.#owner, delayNs, 0, TAG_PRESENT);
      delayNs += FIRST_PRESENT_NS;
    }
  }

  #planArrival(): void {
    if (this.#perHour <= 0) return;
    this.market.wakeIn(this.#owner, (this.#arrivals.exponential() * HOUR_NS) / this.#perHour, 0, TAG_ARRIVE);
  }

  #arrive(): void {
    const serial = ++this.#serial;
    const { market } = this;
    const random = market.stream(this.#name, serial);
    const player = this.begin({ serial, random, beganNs: market.nowNs, orders: [], turn: 1 });
    if (player === null) return;
    this.live.set(serial, player);
    this.start(player);
  }
}
