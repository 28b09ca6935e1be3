/** Traders with a large order that is meant to trade, and that goes only when the price leaves or the wait is too long. */
import { SECOND_NS, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { AgentGroup, type OwnOrder, type Player } from '#agents/frame/agent-group.ts';
import { hasBothSides, typicalOrder } from '#agents/frame/book-gauge.ts';
import type { MarketAccess } from '#agents/frame/market-access.ts';
import { awayStep } from '#flow/book-weights.ts';

const LOOK = 1;
const GIVE_UP = 2;

interface Honest extends Player {
  readonly side: number;
  readonly size: number;
  readonly far: number;
  /** Ticks from the best price at which it no longer makes sense to wait. */
  readonly leaveTicks: number;
}

export class BigHonest extends AgentGroup<Honest> {
  constructor(market: MarketAccess, owner: number, perHour: number) {
    super(market, 'big-honest', owner, perHour);
  }

  protected begin(player: Player): Honest | null {
    const { random } = player;
    if (!hasBothSides(this.market)) return null;
    return {
      ...player,
      side: random.chance(0.5) ? SIDE_BID : SIDE_ASK,
      size: Math.max(2, Math.round(typicalOrder(this.market) * random.logUniform(10, 40))),
      far: random.below(7),
      leaveTicks: Math.max(11, Math.round(1.6 * this.market.profile.swingTicks)),
    };
  }

  protected start(player: Honest): void {
    const price = this.market.bestTicks(player.side) + awayStep(player.side) * player.far;
    this.enter(player, player.side, price, player.size);
    this.plan(player, SECOND_NS, LOOK);
    this.plan(player, player.random.logUniform(60, 900) * SECOND_NS, GIVE_UP);
  }

  protected step(player: Honest, kind: number): void {
    const order = player.orders[0] ?? null;
    if (kind === GIVE_UP || !this.rests(order)) this.#end(player, kind === GIVE_UP ? 'waited' : 'traded');
    else if (this.#distance(order) > player.leaveTicks) this.#end(player, 'left');
    else this.plan(player, (0.5 + player.random.unit()) * SECOND_NS, LOOK);
  }

  protected closed(player: Honest): void {
    this.#judge(player, 'open');
  }

  #distance(order: OwnOrder): number {
    return (order.priceTicks - this.market.bestTicks(order.side)) * awayStep(order.side);
  }

  #end(player: Honest, end: string): void {
    this.leave(player);
    this.#judge(player, end);
  }

  #judge(player: Honest, end: string): void {
    if (player.orders.length === 0) return;
    this.label(player, {
      type: 'neg',
      sub: 'bigHonest',
      side: player.side,
      evidentNs: player.beganNs,
      params: { size: player.size, far: player.far, end },
      observability: 'strong',
      success: null,
    });
  }
}
