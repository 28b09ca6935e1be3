/**
 * Orders changed by their owner in the moment they trade: smaller, elsewhere, or through the spread; nothing is hidden.
 */
import { SECOND_NS, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { AgentGroup, type OwnOrder, type Player } from '#agents/frame/agent-group.ts';
import { hasBothSides, typicalOrder } from '#agents/frame/book-gauge.ts';
import type { MarketAccess } from '#agents/frame/market-access.ts';
import { oppositeSide } from '#engine/match-rounds.ts';
import { awayStep } from '#flow/book-weights.ts';

const CHANGE = 1;
const CROSS = 2;
const RETURN = 3;
const GIVE_UP = 4;

/** Reduces what is left; re-prices it away and back; turns it into an aggressor under its old id. */
type Variant = 'reduce' | 'reprice' | 'selfFill';
const VARIANTS: readonly Variant[] = ['reduce', 'reprice', 'selfFill'];

interface Modifier extends Player {
  readonly side: number;
  readonly size: number;
  readonly variant: Variant;
  readonly reactionNs: number;
  changes: number;
  firstNs: number;
}

export class PartialModifies extends AgentGroup<Modifier> {
  constructor(market: MarketAccess, owner: number, perHour: number) {
    super(market, 'partial-modify', owner, perHour);
  }

  protected begin(player: Player): Modifier | null {
    const { random } = player;
    if (!hasBothSides(this.market)) return null;
    return {
      ...player,
      side: random.chance(0.5) ? SIDE_BID : SIDE_ASK,
      size: Math.max(3, Math.round(typicalOrder(this.market) * random.logUniform(3, 20))),
      variant: VARIANTS[random.below(VARIANTS.length)]!,
      reactionNs: random.logUniform(0.01e6, 3e6),
      changes: 0,
      firstNs: -1,
    };
  }

  protected start(player: Modifier): void {
    const { random, side, variant } = player;
    this.enter(player, side, this.market.bestTicks(side), player.size);
    this.plan(player, random.logUniform(30, 300) * SECOND_NS, GIVE_UP);
    if (variant === 'selfFill') this.plan(player, random.logUniform(1, 20) * SECOND_NS, CROSS);
  }

  protected step(player: Modifier, kind: number): void {
    const order = player.orders[0] ?? null;
    if (kind === GIVE_UP || !this.rests(order)) {
      this.leave(player);
      this.#judge(player);
    } else if (kind === CROSS) this.#cross(player, order);
    else if (kind === RETURN) this.move(order, this.market.bestTicks(order.side));
    else this.#change(player, order);
  }

  /** A part traded: the owner's change goes out at once. */
  protected override filled(player: Modifier, order: OwnOrder): void {
    if (order.done || player.variant === 'selfFill') return;
    this.planTurn(player, player.reactionNs * (0.5 + player.random.unit()), CHANGE);
  }

  protected closed(player: Modifier): void {
    this.#judge(player);
  }

  #change(player: Modifier, order: OwnOrder): void {
    const { random } = player;
    this.#count(player);
    if (player.variant === 'reprice') {
      this.move(order, order.priceTicks + awayStep(order.side));
      this.plan(player, random.logUniform(2e6, 500e6), RETURN);
      return;
    }
    const left = this.market.engine.orders.size[order.slot]!;
    if (left > 1) this.market.resize(order.slot, left - 1 - random.below(Math.min(3, left - 1)));
  }

  /** Re-priced to the opposite best price: it takes what rests there, and its remainder rests. */
  #cross(player: Modifier, order: OwnOrder): void {
    if (!hasBothSides(this.market)) return;
    this.#count(player);
    order.priceTicks = this.market.bestTicks(oppositeSide(order.side));
    order.done = !this.market.reprice(order.slot, order.priceTicks);
  }

  #count(player: Modifier): void {
    player.changes++;
    if (player.changes === 1) player.firstNs = this.market.nowNs;
  }

  #judge(player: Modifier): void {
    if (player.orders.length === 0) return;
    const shown = player.firstNs >= 0;
    this.label(player, {
      type: 'neg',
      sub: 'partialModify',
      side: player.side,
      evidentNs: shown ? player.firstNs : null,
      params: { size: player.size, variant: player.variant, changes: player.changes },
      observability: shown ? 'strong' : 'none',
      success: null,
    });
  }
}
