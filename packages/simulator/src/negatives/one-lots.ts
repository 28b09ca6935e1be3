/**
 * Many small traders at one price: single contracts come, trade and go so densely that it looks like one slicing
 * trader.
 */
import { SECOND_NS, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { AgentGroup, type OwnOrder, type Player } from '#agents/frame/agent-group.ts';
import { hasBothSides } from '#agents/frame/book-gauge.ts';
import type { MarketAccess } from '#agents/frame/market-access.ts';
import { oppositeSide } from '#engine/match-rounds.ts';

const ADD = 1;
const TAKE = 2;
const WITHDRAW = 3;
const END = 4;

interface OneLotCrowd extends Player {
  readonly side: number;
  readonly priceTicks: number;
  readonly addEveryNs: number;
  readonly takeEveryNs: number;
  readonly lifeNs: number;
  readonly waiting: OwnOrder[];
  firstNs: number;
}

export class OneLots extends AgentGroup<OneLotCrowd> {
  constructor(market: MarketAccess, owner: number, perHour: number) {
    super(market, 'one-lots', owner, perHour);
  }

  protected begin(player: Player): OneLotCrowd | null {
    const { random } = player;
    if (!hasBothSides(this.market)) return null;
    const side = random.chance(0.5) ? SIDE_BID : SIDE_ASK;
    return {
      ...player,
      side,
      priceTicks: this.market.bestTicks(side),
      addEveryNs: SECOND_NS / random.logUniform(6, 50),
      takeEveryNs: SECOND_NS / random.logUniform(2, 12),
      lifeNs: random.logUniform(0.5, 6) * SECOND_NS,
      waiting: [],
      firstNs: -1,
    };
  }

  protected start(player: OneLotCrowd): void {
    this.plan(player, 1, ADD);
    this.plan(player, player.takeEveryNs, TAKE);
    this.plan(player, player.random.logUniform(4, 40) * SECOND_NS, END);
  }

  protected step(player: OneLotCrowd, kind: number): void {
    if (kind === ADD) this.#add(player);
    else if (kind === TAKE) this.#take(player);
    else if (kind === WITHDRAW) this.withdraw(player.waiting.shift() ?? null);
    else {
      this.leave(player);
      this.#judge(player);
    }
  }

  protected override filled(player: OneLotCrowd, order: OwnOrder): void {
    if (player.firstNs < 0) player.firstNs = order.lastFillNs;
  }

  protected closed(player: OneLotCrowd): void {
    this.#judge(player);
  }

  #add(player: OneLotCrowd): void {
    const { random, side, priceTicks } = player;
    // A queue has its usual length: an endless one would be a level of its own kind.
    const most = Math.max(3, 1.3 * this.market.profile.ordersPerLevel);
    const isFull = this.market.engine.ladder.countAt(side, priceTicks) >= most;
    const order = isFull ? null : this.enter(player, side, priceTicks, 1);
    if (order !== null) {
      player.waiting.push(order);
      this.plan(player, player.lifeNs * random.exponential(), WITHDRAW);
    }
    this.plan(player, player.addEveryNs * random.exponential(), ADD);
  }

  #take(player: OneLotCrowd): void {
    const { random, side } = player;
    if (this.market.bestTicks(side) === player.priceTicks) this.market.take(oppositeSide(side), 0, 1);
    this.plan(player, player.takeEveryNs * random.exponential(), TAKE);
  }

  #judge(player: OneLotCrowd): void {
    if (player.orders.length === 0) return;
    const shown = player.firstNs >= 0;
    this.label(player, {
      type: 'neg',
      sub: 'oneLots',
      side: player.side,
      evidentNs: shown ? player.firstNs : null,
      params: { adds: player.orders.length },
      observability: shown ? 'strong' : 'none',
      success: null,
    });
  }
}
