/** Sees who supplied what: absorption that nobody scripted, when hidden size, one owner or one order fed most of a heavy trade. */
import { SECOND_NS, SIDE_BID } from '@undertow/market';
import type { Agent, MarketAccess } from '#agents/frame/market-access.ts';
import type { EventReport } from '#engine/event-report.ts';
import { awayStep } from '#flow/book-weights.ts';
import { LogHistogram } from './log-histogram.ts';

const NAME = 'absorption-oracle';

/** A visit of the price to a zone of two ticks ends after this silence, or this long after it began. */
const SILENCE_NS = 15 * SECOND_NS;
const MAX_NS = 90 * SECOND_NS;
/** A price that held no longer than this was swept, not held up. */
const MIN_NS = 3 * SECOND_NS;
const AFTERMATH_NS = 10 * SECOND_NS;
/** Heavier than this share of the session's visits, of which so many must have been seen. */
const HEAVY = 0.97;
const MIN_VISITS = 100;
/** Share of the volume that icebergs, one hiding owner or one displayed order supplied. */
const SUPPLIED = 0.6;
/** Volume of which scripted defenders supplied more than this is theirs to label. */
const SCRIPTED = 0.2;

/** What one supplier gave in a visit: contracts, and the orders that gave them. */
interface Supply {
  contracts: number;
  readonly orderIds: Set<number>;
}

interface Visit {
  readonly side: number;
  readonly nearTicks: number;
  readonly fromNs: number;
  lastNs: number;
  volume: number;
  scripted: number;
  /** Icebergs together, then each hiding owner by number, then each other order by id. */
  readonly icebergs: Supply;
  readonly hidden: Map<number, Supply>;
  readonly displayed: Map<number, Supply>;
  evidentNs: number;
  passed: boolean;
}

/** What the oracle observes of the market. */
export type WatchedMarket = Pick<
  MarketAccess,
  'engine' | 'profile' | 'instrumentId' | 'exchangeNs' | 'onLabel'
>;

export interface AbsorptionOracleOptions {
  /** Owners whose plain orders are slices of something larger. */
  readonly hiders: ReadonlySet<number>;
  /** Owners who label what they defend. */
  readonly defenders: ReadonlySet<number>;
}

/** It trades nothing, draws nothing, and judges by ownership alone: no formula of a detector. */
export class AbsorptionOracle implements Agent {
  readonly #market: WatchedMarket;
  readonly #options: AbsorptionOracleOptions;
  readonly #volumes = new LogHistogram();
  readonly #passTicks: number;
  #open: Visit[] = [];
  #settling: Visit[] = [];
  #serial = 0;

  constructor(market: WatchedMarket, options: AbsorptionOracleOptions) {
    this.#market = market;
    this.#options = options;
    this.#passTicks = Math.max(2, Math.round(market.profile.swingTicks / 6));
  }

  wake(): void {
    // All its data comes with the trades.
  }

  onMatch(report: EventReport): void {
    const { orders } = this.#market.engine;
    this.#closeSome(report.timeNs);
    for (let at = 0; at < report.touchedCount; at++) {
      const slot = report.touchedSlot[at]!;
      this.#trade(report, at, orders.side[slot]!, orders.priceTicks[slot]!);
    }
    for (const visit of this.#open) this.#follow(visit, report);
    for (const visit of this.#settling) this.#follow(visit, report);
  }

  finish(): void {
    for (const visit of this.#open) if (this.#isAbsorbed(visit)) this.#label(visit);
    for (const visit of this.#settling) this.#label(visit);
    this.#open = [];
    this.#settling = [];
  }

  #trade(report: EventReport, at: number, side: number, priceTicks: number): void {
    const away = awayStep(side);
    let visit = this.#open.find((open) => {
      const beyond = (priceTicks - open.nearTicks) * away;
      return open.side === side && (beyond === 0 || beyond === 1);
    });
    if (visit === undefined) {
      visit = this.#begin(side, priceTicks, report.timeNs);
      this.#open.push(visit);
    }
    const filled = report.touchedFilled[at]!;
    const owner = report.touchedOwner[at]!;
    visit.lastNs = report.timeNs;
    visit.volume += filled;
    if (this.#options.defenders.has(owner)) visit.scripted += filled;
    else {
      const supply = this.#supplyOf(visit, owner, report.touchedSlot[at]!, report.touchedId[at]!);
      supply.contracts += filled;
      supply.orderIds.add(report.touchedId[at]!);
    }
    const { count } = this.#volumes;
    if (visit.evidentNs < 0 && count >= MIN_VISITS && this.#volumes.isAbove(visit.volume, HEAVY))
      visit.evidentNs = report.timeNs;
  }

  #begin(side: number, nearTicks: number, fromNs: number): Visit {
    return {
      side,
      nearTicks,
      fromNs,
      lastNs: fromNs,
      volume: 0,
      scripted: 0,
      icebergs: { contracts: 0, orderIds: new Set() },
      hidden: new Map(),
      displayed: new Map(),
      evidentNs: -1,
      passed: false,
    };
  }

  #follow(visit: Visit, report: EventReport): void {
    const beyond = (report.lastTradeTicks - visit.nearTicks) * awayStep(visit.side);
    if (beyond > this.#passTicks) visit.passed = true;
  }

  #closeSome(nowNs: number): void {
    const isOver = (visit: Visit): boolean =>
      visit.passed || nowNs - visit.lastNs > SILENCE_NS || nowNs - visit.fromNs > MAX_NS;
    if (this.#open.some(isOver)) {
      const closed = this.#open.filter(isOver);
      this.#open = this.#open.filter((visit) => !isOver(visit));
      for (const visit of closed) {
        if (this.#isAbsorbed(visit)) this.#settling.push(visit);
        this.#volumes.add(visit.volume);
      }
    }
    const isSettled = (visit: Visit): boolean => nowNs - visit.lastNs > AFTERMATH_NS;
    if (!this.#settling.some(isSettled)) return;
    for (const visit of this.#settling) if (isSettled(visit)) this.#label(visit);
    this.#settling = this.#settling.filter((visit) => !isSettled(visit));
  }

  /** Where a fill of the order belongs. */
  #supplyOf(visit: Visit, owner: number, slot: number, orderId: number): Supply {
    if (this.#market.engine.orders.display[slot]! > 0) return visit.icebergs;
    const [suppliers, key] = this.#options.hiders.has(owner)
      ? ([visit.hidden, owner] as const)
      : ([visit.displayed, orderId] as const);
    const known = suppliers.get(key) ?? { contracts: 0, orderIds: new Set<number>() };
    suppliers.set(key, known);
    return known;
  }

  /** The icebergs, the one owner who hid most, or the one order that gave most. */
  #supplied(visit: Visit): Supply {
    const suppliers = [visit.icebergs, ...visit.hidden.values(), ...visit.displayed.values()];
    return suppliers.reduce((most, one) => (one.contracts > most.contracts ? one : most));
  }

  #isAbsorbed(visit: Visit): boolean {
    if (visit.evidentNs < 0 || visit.scripted > SCRIPTED * visit.volume) return false;
    if (visit.lastNs - visit.fromNs < MIN_NS) return false;
    return this.#supplied(visit).contracts >= SUPPLIED * visit.volume;
  }

  #label(visit: Visit): void {
    const market = this.#market;
    const farTicks = visit.nearTicks + awayStep(visit.side);
    const supplied = this.#supplied(visit);
    const serial = ++this.#serial;
    market.onLabel({
      id: `${NAME}-${market.instrumentId}-${serial}`,
      type: 'absorption',
      sub: 'organic',
      side: visit.side === SIDE_BID ? 'bid' : 'ask',
      instrumentId: market.instrumentId,
      t0Ns: market.exchangeNs(visit.fromNs),
      t1Ns: market.exchangeNs(visit.lastNs),
      tEvidentNs: market.exchangeNs(visit.evidentNs),
      priceLowTicks: Math.min(visit.nearTicks, farTicks),
      priceHighTicks: Math.max(visit.nearTicks, farTicks),
      qty: supplied.contracts,
      agentIds: [`${NAME}/${serial}`],
      orderIds: [...supplied.orderIds].map(String),
      params: {
        held: !visit.passed,
        passTicks: this.#passTicks,
        zoneQty: visit.volume,
        ownShare: supplied.contracts / visit.volume,
        // The reference also requires a run without the supplier; this label rests on ownership and volume only.
        counterfactual: false,
      },
      observability: 'strong',
      success: !visit.passed,
    });
  }
}
