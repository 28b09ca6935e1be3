/** Machines that enter and withdraw an order at the touch tens of times a second, without any order meant to trade. */
import { SECOND_NS, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { AgentGroup, type OwnOrder, type Player } from '#agents/frame/agent-group.ts';
import { hasBothSides, typicalOrder } from '#agents/frame/book-gauge.ts';
import type { MarketAccess } from '#agents/frame/market-access.ts';
import { awayStep } from '#flow/book-weights.ts';

const ADD = 1;
const WITHDRAW = 2;

interface Flicker extends Player {
  readonly side: number;
  readonly size: number;
  readonly far: number;
  readonly periodNs: number;
  readonly untilNs: number;
  order: OwnOrder | null;
}

export class Flickers extends AgentGroup<Flicker> {
  constructor(market: MarketAccess, owner: number, perHour: number) {
    super(market, 'flicker', owner, perHour);
  }

  protected begin(player: Player): Flicker | null {
    const { random } = player;
    if (!hasBothSides(this.market)) return null;
    return {
      ...player,
      side: random.chance(0.5) ? SIDE_BID : SIDE_ASK,
      size: Math.max(1, Math.round(typicalOrder(this.market) * random.logUniform(0.5, 8))),
      far: random.chance(0.6) ? 0 : 1,
      periodNs: SECOND_NS / random.logUniform(10, 100),
      untilNs: player.beganNs + random.logUniform(1, 8) * SECOND_NS,
      order: null,
    };
  }

  protected start(player: Flicker): void {
    this.#add(player);
  }

  protected step(player: Flicker, kind: number): void {
    if (kind === ADD) this.#add(player);
    else {
      this.withdraw(player.order);
      this.plan(player, 0.5 * player.periodNs, ADD);
    }
  }

  protected closed(player: Flicker): void {
    this.#judge(player);
  }

  #add(player: Flicker): void {
    const { random, side, far } = player;
    if (this.market.nowNs >= player.untilNs) {
      this.leave(player);
      this.#judge(player);
      return;
    }
    if (hasBothSides(this.market))
      player.order = this.enter(
        player,
        side,
        this.market.bestTicks(side) + awayStep(side) * far,
        player.size,
      );
    this.plan(player, (0.3 + 0.4 * random.unit()) * player.periodNs, WITHDRAW);
  }

  #judge(player: Flicker): void {
    if (player.orders.length === 0) return;
    this.label(player, {
      type: 'neg',
      sub: 'flicker',
      side: player.side,
      evidentNs: player.beganNs,
      params: { size: player.size, adds: player.orders.length },
      observability: 'strong',
      success: null,
    });
  }
}
