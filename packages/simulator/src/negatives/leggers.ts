/** Traders who work one leg here and one in another market, and withdraw this one whenever the other has traded. */
import { SECOND_NS, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { AgentGroup, type OwnOrder, type Player } from '#agents/frame/agent-group.ts';
import { hasBothSides, typicalOrder } from '#agents/frame/book-gauge.ts';
import type { MarketAccess } from '#agents/frame/market-access.ts';
import { awayStep } from '#flow/book-weights.ts';

const PLACE = 1;
const OTHER_LEG = 2;

interface Legger extends Player {
  readonly side: number;
  readonly size: number;
  readonly far: number;
  readonly rounds: number;
  readonly meanWaitNs: number;
  order: OwnOrder | null;
  made: number;
  firstNs: number;
}

export class Leggers extends AgentGroup<Legger> {
  constructor(market: MarketAccess, owner: number, perHour: number) {
    super(market, 'legger', owner, perHour);
  }

  protected begin(player: Player): Legger | null {
    const { random } = player;
    if (!hasBothSides(this.market)) return null;
    return {
      ...player,
      side: random.chance(0.5) ? SIDE_BID : SIDE_ASK,
      size: Math.max(2, Math.round(typicalOrder(this.market) * random.logUniform(4, 20))),
      far: random.below(3),
      rounds: 2 + random.below(8),
      meanWaitNs: random.logUniform(0.6, 8) * SECOND_NS,
      order: null,
      made: 0,
      firstNs: -1,
    };
  }

  protected start(player: Legger): void {
    this.#place(player);
  }

  protected step(player: Legger, kind: number): void {
    if (kind === PLACE) this.#place(player);
    else this.#otherLeg(player);
  }

  /** This leg traded first: the other market is taken at once, out of sight, and the round is over. */
  protected override filled(player: Legger, order: OwnOrder): void {
    if (!order.done) return;
    player.turn++;
    player.order = null;
    this.#next(player);
  }

  protected closed(player: Legger): void {
    this.#judge(player);
  }

  #place(player: Legger): void {
    const { random, side, far } = player;
    if (hasBothSides(this.market))
      player.order = this.enter(
        player,
        side,
        this.market.bestTicks(side) + awayStep(side) * far,
        player.size,
      );
    this.planTurn(player, 0.1 * SECOND_NS + random.exponential() * player.meanWaitNs, OTHER_LEG);
  }

  #otherLeg(player: Legger): void {
    if (player.firstNs < 0) player.firstNs = this.market.nowNs;
    this.withdraw(player.order);
    player.order = null;
    this.#next(player);
  }

  #next(player: Legger): void {
    if (++player.made < player.rounds) {
      this.planTurn(player, player.random.logUniform(0.5, 20) * SECOND_NS, PLACE);
      return;
    }
    this.live.delete(player.serial);
    this.#judge(player);
  }

  #judge(player: Legger): void {
    if (player.orders.length === 0) return;
    const shown = player.firstNs >= 0;
    this.label(player, {
      type: 'neg',
      sub: 'legger',
      side: player.side,
      evidentNs: shown ? player.firstNs : null,
      params: { size: player.size, rounds: player.made },
      observability: shown ? 'strong' : 'none',
      success: null,
    });
  }
}
