/** Makers who quote in layers and all withdraw within an instant because news is due: no order of theirs was a lie. */
import { SECOND_NS, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { AgentGroup, type OwnOrder, type Player } from '#agents/frame/agent-group.ts';
import { hasBothSides, typicalLevel } from '#agents/frame/book-gauge.ts';
import { ordinaryClips } from '#agents/frame/draws.ts';
import type { MarketAccess } from '#agents/frame/market-access.ts';
import { awayStep } from '#flow/book-weights.ts';
import type { SizeLaw } from '#flow/size-law.ts';

const QUOTE = 1;
const FOLLOW = 2;
const NEWS = 3;
const WITHDRAW = 4;
const BURST = 5;

interface Makers extends Player {
  /** One side for makers who work the other one elsewhere, else both. */
  readonly sides: readonly number[];
  readonly layers: number;
  readonly size: number;
  quotes: number;
  withdrawNs: number;
  burstClips: number;
  burstSide: number;
}

export class Pulls extends AgentGroup<Makers> {
  readonly #clips: SizeLaw;

  constructor(market: MarketAccess, owner: number, perHour: number) {
    super(market, 'pull', owner, perHour);
    this.#clips = ordinaryClips(market);
  }

  protected begin(player: Player): Makers | null {
    const { random } = player;
    if (!hasBothSides(this.market)) return null;
    const side = random.chance(0.5) ? SIDE_BID : SIDE_ASK;
    return {
      ...player,
      sides: random.chance(0.5) ? [SIDE_BID, SIDE_ASK] : [side],
      layers: 3 + random.below(4),
      size: typicalLevel(this.market) * random.logUniform(0.15, 0.7),
      quotes: 0,
      withdrawNs: -1,
      burstClips: random.chance(0.6) ? 4 + random.below(16) : 0,
      burstSide: random.chance(0.5) ? SIDE_BID : SIDE_ASK,
    };
  }

  protected start(player: Makers): void {
    this.planTurn(player, 1, QUOTE);
    this.planTurn(player, SECOND_NS, FOLLOW);
    this.plan(player, player.random.logUniform(2, 40) * SECOND_NS, NEWS);
  }

  protected step(player: Makers, kind: number): void {
    if (kind === QUOTE) this.#quote(player);
    else if (kind === FOLLOW) this.#follow(player);
    else if (kind === NEWS) this.#news(player);
    else if (kind === WITHDRAW) this.#withdrawNext(player);
    else this.#burst(player);
  }

  protected closed(player: Makers): void {
    this.#judge(player);
  }

  #quote(player: Makers): void {
    const { random, sides, layers } = player;
    if (player.quotes >= layers * sides.length) return;
    const side = sides[player.quotes % sides.length]!;
    const far = 1 + Math.floor(player.quotes / sides.length);
    player.quotes++;
    const size = Math.max(1, Math.round(player.size * (0.9 + 0.2 * random.unit())));
    if (hasBothSides(this.market))
      this.enter(player, side, this.market.bestTicks(side) + awayStep(side) * far, size);
    this.planTurn(player, random.logNormal(60e6, 1.5), QUOTE);
  }

  /** Quotes go with the market. */
  #follow(player: Makers): void {
    const { random } = player;
    for (const order of player.orders) {
      if (!this.rests(order) || !hasBothSides(this.market)) continue;
      const away = awayStep(order.side);
      const distance = (order.priceTicks - this.market.bestTicks(order.side)) * away;
      if (distance <= 0) this.move(order, order.priceTicks + away);
      else if (distance > player.layers + 1) this.move(order, order.priceTicks - away);
    }
    this.planTurn(player, (0.3 + random.unit()) * SECOND_NS, FOLLOW);
  }

  #news(player: Makers): void {
    player.turn++;
    player.withdrawNs = this.market.nowNs;
    this.#withdrawNext(player);
  }

  #withdrawNext(player: Makers): void {
    const resting = player.orders.filter((order: OwnOrder) => this.rests(order));
    const order = resting[player.random.below(Math.max(1, resting.length))];
    if (order !== undefined) this.withdraw(order);
    if (resting.length > 1) this.plan(player, player.random.logUniform(0.05e6, 25e6), WITHDRAW);
    else {
      this.#judge(player);
      this.plan(player, 0.2 * SECOND_NS, BURST);
    }
  }

  /** What the makers feared: clips of one side within a second or two. */
  #burst(player: Makers): void {
    if (player.burstClips-- <= 0) {
      this.leave(player);
      return;
    }
    this.market.take(player.burstSide, 0, this.#clips.draw(player.random));
    this.plan(player, player.random.exponential() * 0.15 * SECOND_NS, BURST);
  }

  #judge(player: Makers): void {
    if (player.orders.length === 0 || player.withdrawNs < 0) return;
    this.label(player, {
      type: 'neg',
      sub: 'pull',
      side: player.sides.length === 1 ? player.sides[0]! : null,
      evidentNs: player.withdrawNs,
      params: { layers: player.layers, size: Math.round(player.size) },
      observability: 'strong',
      success: null,
    });
    // What follows is the market's, and the label is written once.
    player.withdrawNs = -1;
  }
}
