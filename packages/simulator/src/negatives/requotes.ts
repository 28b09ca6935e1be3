/**
 * Makers who quote both sides and post the same size again within milliseconds of a fill, as long as inventory allows.
 */
import { MS_NS, SECOND_NS, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { AgentGroup, type OwnOrder, type Player } from '#agents/frame/agent-group.ts';
import { hasBothSides, typicalOrder } from '#agents/frame/book-gauge.ts';
import type { MarketAccess } from '#agents/frame/market-access.ts';
import { awayStep } from '#flow/book-weights.ts';

/** Kinds of a side are these plus the side. */
const POST = 4;
const LOOK = 1;
const GO = 2;

interface Maker extends Player {
  readonly size: number;
  readonly latencyNs: number;
  /** Fills of one side more than of the other after which the maker steps back. */
  readonly limit: number;
  readonly quotes: (OwnOrder | null)[];
  inventory: number;
  reposts: number;
  firstNs: number;
}

export class Requotes extends AgentGroup<Maker> {
  constructor(market: MarketAccess, owner: number, perHour: number) {
    super(market, 'requote', owner, perHour);
  }

  protected begin(player: Player): Maker | null {
    const { random } = player;
    if (!hasBothSides(this.market)) return null;
    return {
      ...player,
      size: Math.max(1, Math.round(typicalOrder(this.market) * random.logUniform(0.7, 6))),
      latencyNs: this.market.perturbation.latencyFactor * random.logUniform(1e6, 5e6),
      limit: 2 + random.below(4),
      quotes: [null, null, null],
      inventory: 0,
      reposts: 0,
      firstNs: -1,
    };
  }

  protected start(player: Maker): void {
    this.#post(player, SIDE_BID);
    this.#post(player, SIDE_ASK);
    this.plan(player, 0.2 * SECOND_NS, LOOK);
    this.plan(player, player.random.logUniform(20, 240) * SECOND_NS, GO);
  }

  protected step(player: Maker, kind: number): void {
    if (kind === LOOK) this.#look(player);
    else if (kind === GO) {
      this.leave(player);
      this.#judge(player);
    } else this.#post(player, kind - POST);
  }

  protected override filled(player: Maker, order: OwnOrder): void {
    if (!order.done) return;
    player.quotes[order.side] = null;
    player.inventory += order.side === SIDE_BID ? 1 : -1;
    player.reposts++;
    if (player.reposts === 1) player.firstNs = order.lastFillNs;
    const pause = player.latencyNs * (0.8 + 0.4 * player.random.unit());
    this.plan(player, pause, POST + order.side);
  }

  protected closed(player: Maker): void {
    this.#judge(player);
  }

  /** Where the maker wants to quote: at the touch, two ticks behind it on the side of which it has enough. */
  #wanted(player: Maker, side: number): number {
    const held = side === SIDE_BID ? player.inventory : -player.inventory;
    return this.market.bestTicks(side) + awayStep(side) * (held >= player.limit ? 2 : 0);
  }

  #post(player: Maker, side: number): void {
    if (player.quotes[side] !== null || !hasBothSides(this.market)) return;
    player.quotes[side] = this.enter(player, side, this.#wanted(player, side), player.size);
  }

  #look(player: Maker): void {
    this.plan(player, (0.05 + 0.5 * player.random.unit()) * SECOND_NS, LOOK);
    if (!hasBothSides(this.market)) return;
    for (const side of [SIDE_BID, SIDE_ASK]) {
      const quote = player.quotes[side] ?? null;
      if (quote === null) this.#post(player, side);
      else if (quote.priceTicks !== this.#wanted(player, side)) {
        this.withdraw(quote);
        player.quotes[side] = null;
        this.plan(player, player.latencyNs, POST + side);
      }
    }
    // The position is worked off elsewhere little by little.
    if (player.random.chance(0.1)) player.inventory -= Math.sign(player.inventory);
  }

  #judge(player: Maker): void {
    if (player.orders.length === 0) return;
    const shown = player.reposts > 0;
    this.label(player, {
      type: 'neg',
      sub: 'requote',
      side: null,
      evidentNs: shown ? player.firstNs : null,
      params: { size: player.size, latencyMs: player.latencyNs / MS_NS, reposts: player.reposts },
      observability: shown ? 'strong' : 'none',
      success: null,
    });
  }
}
