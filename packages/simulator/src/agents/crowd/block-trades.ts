/** Large trades negotiated off the book, which the exchange reports minutes later: blocks, and exchanges for physical or risk. */
import { HOUR_NS, SECOND_NS } from '@undertow/market';
import type { Agent, MarketAccess } from '#agents/frame/market-access.ts';
import type { RandomStream } from '#random/random.ts';

const NAME = 'block';
const TAG_AGREED = 0;
const TAG_PRINTED = 1;
/** `COL_AUX` of a block row counts from 1. */
const KINDS = ['block', 'efp', 'efr'] as const;
const BLOCK_SHARE = 0.7;
const EFP_SHARE = 0.25;
/** Contracts in the orders of an undisturbed level. */
const SIZE_LEVELS = 12;
const MAX_CONTRACTS = 20_000;
/** Rules of the exchange allow five to fifteen minutes; most report sooner. */
const MEAN_DELAY_NS = 180 * SECOND_NS;
const MAX_DELAY_NS = 900 * SECOND_NS;

interface Agreed {
  readonly kind: number;
  readonly priceTicks: number;
  readonly size: number;
  readonly timeNs: number;
}

export interface BlockTradesOptions {
  readonly owner: number;
  readonly perHour: number;
}

export class BlockTrades implements Agent {
  readonly #market: MarketAccess;
  readonly #options: BlockTradesOptions;
  readonly #random: RandomStream;
  readonly #agreed = new Map<number, Agreed>();
  #serial = 0;

  constructor(market: MarketAccess, options: BlockTradesOptions) {
    this.#market = market;
    this.#options = options;
    this.#random = market.stream(NAME, 0);
    this.#plan();
  }

  wake(serial: number, tag: number): void {
    if (tag === TAG_AGREED) {
      this.#plan();
      this.#agree();
    } else this.#print(serial);
  }

  onMatch(): void {
    // Negotiated away from the book.
  }

  finish(): void {
    // What was not reported was never seen.
  }

  #plan(): void {
    const { owner, perHour } = this.#options;
    if (perHour > 0)
      this.#market.wakeIn(owner, (this.#random.exponential() * HOUR_NS) / perHour, 0, TAG_AGREED);
  }

  #agree(): void {
    const market = this.#market;
    const random = this.#random;
    const drawn = random.unit();
    const kind = drawn < BLOCK_SHARE ? 1 : drawn < BLOCK_SHARE + EFP_SHARE ? 2 : 3;
    const usual = SIZE_LEVELS * market.profile.ordersPerLevel * market.perturbation.sizeFactor;
    const size = Math.min(MAX_CONTRACTS, Math.max(10, Math.round(random.logNormal(usual, 0.8))));
    const away = Math.round(random.normal() * 2);
    const serial = ++this.#serial;
    const priceTicks = Math.round(market.midTicks()) + away;
    this.#agreed.set(serial, { kind, priceTicks, size, timeNs: market.nowNs });
    const delayNs = Math.min(MAX_DELAY_NS, random.exponential() * MEAN_DELAY_NS);
    market.wakeIn(this.#options.owner, delayNs, serial, TAG_PRINTED);
  }

  #print(serial: number): void {
    const market = this.#market;
    const trade = this.#agreed.get(serial);
    if (trade === undefined) return;
    this.#agreed.delete(serial);
    market.reportOffBook(trade.priceTicks, trade.size, trade.kind);
    const now = market.exchangeNs(market.nowNs);
    market.onLabel({
      id: `${NAME}-${market.instrumentId}-${serial}`,
      type: 'block',
      sub: KINDS[trade.kind - 1]!,
      side: null,
      instrumentId: market.instrumentId,
      t0Ns: market.exchangeNs(trade.timeNs),
      t1Ns: now,
      tEvidentNs: now,
      priceLowTicks: trade.priceTicks,
      priceHighTicks: trade.priceTicks,
      qty: trade.size,
      agentIds: [`${NAME}/${serial}`],
      orderIds: [],
      params: { delaySeconds: Math.round((market.nowNs - trade.timeNs) / SECOND_NS) },
      observability: 'exact',
      success: null,
    });
  }
}
