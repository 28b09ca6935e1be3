/** Not an institution: many small traders copy the last trade's direction for minutes, without a parent order. */
import { SECOND_NS, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { AgentGroup, type Player } from '#agents/frame/agent-group.ts';
import type { MarketAccess } from '#agents/frame/market-access.ts';
import type { MarketGauge } from '#agents/frame/market-gauge.ts';
import type { DirectionalOptions } from './directional-options.ts';

const NAME = 'herd';
const ACT = 1;
const WAIT = 2;
const WAIT_NS = 60 * SECOND_NS;
const MIN_SECONDS = 120;
const MORE_SECONDS = 480;

interface Herd extends Player {
  readonly copying: number;
  readonly share: number;
  readonly seconds: number;
  side: number;
  fromNs: number;
  untilNs: number;
  bought: number;
  sold: number;
  runs: number;
  lowTicks: number;
  highTicks: number;
  readonly takerIds: string[];
}

export class Herds extends AgentGroup<Herd> {
  readonly #gauge: MarketGauge;

  constructor(market: MarketAccess, { owner, perHour, gauge }: DirectionalOptions) {
    super(market, NAME, owner, perHour);
    this.#gauge = gauge;
  }

  protected begin(player: Player): Herd {
    const { random } = player;
    return {
      ...player,
      copying: 0.86 + 0.09 * random.unit(),
      share: 0.08 + 0.17 * random.unit(),
      seconds: MIN_SECONDS + MORE_SECONDS * random.unit(),
      side: random.chance(0.5) ? SIDE_BID : SIDE_ASK,
      fromNs: -1,
      untilNs: -1,
      bought: 0,
      sold: 0,
      runs: 1,
      lowTicks: Number.POSITIVE_INFINITY,
      highTicks: Number.NEGATIVE_INFINITY,
      takerIds: [],
    };
  }

  protected start(herd: Herd): void {
    if (!this.#gauge.isWarm) {
      this.plan(herd, WAIT_NS, WAIT);
      return;
    }
    herd.fromNs = this.market.nowNs;
    herd.untilNs = herd.fromNs + herd.seconds * SECOND_NS;
    this.plan(herd, 0.1 * SECOND_NS, ACT);
  }

  protected step(herd: Herd, kind: number): void {
    if (kind === WAIT) this.start(herd);
    else if (this.market.nowNs >= herd.untilNs) {
      this.leave(herd);
      this.#judge(herd);
    } else this.#act(herd);
  }

  protected closed(herd: Herd): void {
    if (herd.fromNs >= 0) this.#judge(herd);
  }

  #act(herd: Herd): void {
    const { market } = this;
    const { random } = herd;
    const usual = this.#gauge.usualClip;
    if (!random.chance(herd.copying)) {
      const side = random.chance(0.5) ? SIDE_BID : SIDE_ASK;
      if (side !== herd.side) herd.runs++;
      herd.side = side;
    }
    const id = market.engine.nextOrderId;
    const traded = market.take(herd.side, 0, 1 + Math.floor(random.exponential() * usual));
    if (traded > 0) {
      herd.takerIds.push(String(id));
      if (herd.side === SIDE_BID) herd.bought += traded;
      else herd.sold += traded;
      const last = market.engine.lastTradeTicks;
      herd.lowTicks = Math.min(herd.lowTicks, last);
      herd.highTicks = Math.max(herd.highTicks, last);
    }
    const gap = (1 + usual) / Math.max(0.1, herd.share * this.#gauge.usualPerSecond);
    this.plan(herd, random.exponential() * gap * SECOND_NS, ACT);
  }

  #judge(herd: Herd): void {
    const { market } = this;
    const qty = herd.bought + herd.sold;
    if (qty === 0) return;
    market.onLabel({
      id: `${NAME}-${market.instrumentId}-${herd.serial}`,
      type: 'neg',
      sub: 'autocorrNoise',
      side: herd.bought >= herd.sold ? 'bid' : 'ask',
      instrumentId: market.instrumentId,
      t0Ns: market.exchangeNs(herd.fromNs),
      t1Ns: market.exchangeNs(market.nowNs),
      tEvidentNs: market.exchangeNs(herd.fromNs),
      priceLowTicks: herd.lowTicks,
      priceHighTicks: herd.highTicks,
      qty,
      agentIds: [`${NAME}/${herd.serial}`],
      orderIds: herd.takerIds,
      params: { bought: herd.bought, sold: herd.sold, runs: herd.runs },
      observability: 'strong',
      success: null,
    });
  }
}
