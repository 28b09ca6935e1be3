/** Traders who hide a large order by themselves: a slice at a time, the next one as soon as the last has traded. */
import { MS_NS, NO_PRICE, SECOND_NS, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { AgentGroup, type OwnOrder, type Player } from '#agents/frame/agent-group.ts';
import { drawStyle } from '#agents/frame/draw-style.ts';
import { ordinaryOrders } from '#agents/frame/draws.ts';
import type { MarketAccess } from '#agents/frame/market-access.ts';
import { awayStep } from '#flow/book-weights.ts';
import type { SizeLaw } from '#flow/size-law.ts';
import type { Observability } from '#ground-truth/labels.ts';
import { pow } from '#random/exact-math.ts';
import { drawIcebergStyle, type IcebergStyle } from './iceberg-style.ts';

const POST = 1;
const LOOK = 2;
const GIVE_UP = 3;

/**
 * Largest mean slice on ES; thinner products shrink it as they shrink every size, but never below the second figure.
 */
const MAX_SLICE = 30;
const MAX_THIN_SLICE = 10;
const MIN_SLICES = 4;
const MAX_SLICES = 40;
/** Slices that an observer needs to distinguish them from chance. */
const EVIDENT_SLICE = 4;
/** Smaller slices drown in the crowd's own orders. */
const CLEAR_SLICE = 4;
const MIN_LATENCY_NS = 0.3e6;
const MAX_LATENCY_NS = 20e6;
const FOLLOWERS = 0.5;
const MAX_MOVES = 3;
const MEAN_PATIENCE_NS = 600 * SECOND_NS;
const MAX_PATIENCE_NS = 1800 * SECOND_NS;

interface SyntheticIceberg extends Player, IcebergStyle {
  readonly side: number;
  readonly planned: number;
  readonly follows: boolean;
  readonly patienceNs: number;
  priceTicks: number;
  current: OwnOrder | null;
  moves: number;
  lowTicks: number;
  highTicks: number;
}

export interface SyntheticIcebergOptions {
  readonly owner: number;
  readonly perHour: number;
}

export class SyntheticIcebergs extends AgentGroup<SyntheticIceberg> {
  readonly #orders: SizeLaw;

  constructor(market: MarketAccess, { owner, perHour }: SyntheticIcebergOptions) {
    super(market, 'synthetic-iceberg', owner, perHour);
    this.#orders = ordinaryOrders(market);
  }

  protected begin(player: Player): SyntheticIceberg | null {
    const { random } = player;
    const side = random.chance(0.5) ? SIDE_BID : SIDE_ASK;
    const best = this.market.bestTicks(side);
    if (best === NO_PRICE) return null;
    const largest = Math.max(MAX_THIN_SLICE, pow(MAX_SLICE, this.market.profile.sizePower));
    const kind = random.unit();
    const { latencyFactor, sizeFactor } = this.market.perturbation;
    const latency = random.logNormal(2.5e6, 1.1);
    const priceTicks = best + awayStep(side) * (random.chance(0.75) ? 0 : 1);
    const { market } = this;
    const styled = market.isStyled
      ? drawStyle(
          market,
          () => drawIcebergStyle(market, random),
          ({ variant }) => `iceberg/${variant}`,
        )
      : {};
    return {
      ...player,
      side,
      slice: Math.max(1, Math.round(sizeFactor * pow(largest, pow(random.openUnit(), 0.8)))),
      planned: MIN_SLICES + Math.floor((MAX_SLICES - MIN_SLICES + 1) * pow(random.unit(), 1.8)),
      variant: kind < 0.4 ? 'constant' : kind < 0.85 ? 'jittered' : 'randomised',
      latencyNs: latencyFactor * Math.min(MAX_LATENCY_NS, Math.max(MIN_LATENCY_NS, latency)),
      follows: random.chance(FOLLOWERS),
      patienceNs: Math.min(MAX_PATIENCE_NS, (0.25 + random.exponential()) * MEAN_PATIENCE_NS),
      priceTicks,
      current: null,
      moves: 0,
      lowTicks: priceTicks,
      highTicks: priceTicks,
      ...styled,
    };
  }

  protected start(player: SyntheticIceberg): void {
    this.plan(player, player.patienceNs, GIVE_UP);
    this.#planLook(player);
    this.#post(player);
  }

  protected step(player: SyntheticIceberg, kind: number): void {
    if (kind === POST) this.#post(player);
    else if (kind === LOOK) this.#look(player);
    else {
      this.leave(player);
      this.#judge(player, 'cancelled');
    }
  }

  protected override filled(player: SyntheticIceberg, order: OwnOrder): void {
    if (!order.done) return;
    player.current = null;
    if (player.orders.length < player.planned) this.plan(player, this.#pause(player), POST);
    else {
      this.live.delete(player.serial);
      this.#judge(player, 'completed');
    }
  }

  protected closed(player: SyntheticIceberg): void {
    this.#judge(player, 'open');
  }

  #pause({ random, latencyNs, variant }: SyntheticIceberg): number {
    if (variant === 'timed') return SECOND_NS * (0.8 + 0.4 * random.unit());
    if (variant === 'randomised') return Math.max(MIN_LATENCY_NS, random.logNormal(latencyNs, 1.5));
    return latencyNs * (0.95 + 0.1 * random.unit());
  }

  #size({ random, slice, variant }: SyntheticIceberg): number {
    if (variant === 'constant' || variant === 'timed') return slice;
    if (variant === 'as_others') return this.#orders.draw(random);
    const spread = variant === 'jittered' ? 0.3 : 0.7;
    return Math.max(1, Math.round(slice * (1 + spread * (2 * random.unit() - 1))));
  }

  /** Posts the next slice where the last one rested; a follower moves by a tick when the touch has moved. */
  #post(player: SyntheticIceberg): void {
    const { market } = this;
    const away = awayStep(player.side);
    const best = market.bestTicks(player.side);
    if (player.current !== null) return;
    const behind = best === NO_PRICE ? 0 : (player.priceTicks - best) * away;
    let price = player.priceTicks;
    if (player.follows && player.moves < MAX_MOVES && player.random.chance(0.6)) {
      if (behind > 0) price -= away;
      else if (market.engine.crosses(player.side, price)) price += away;
    }
    const order = this.enter(player, player.side, price, this.#size(player));
    if (order === null) {
      // The market went through the price: the trader waits for its return.
      this.plan(player, (0.5 + 3 * player.random.unit()) * SECOND_NS, POST);
      return;
    }
    player.current = order;
    this.#rest(player, price);
  }

  #rest(player: SyntheticIceberg, priceTicks: number): void {
    if (priceTicks !== player.priceTicks) player.moves++;
    player.priceTicks = priceTicks;
    player.lowTicks = Math.min(player.lowTicks, priceTicks);
    player.highTicks = Math.max(player.highTicks, priceTicks);
  }

  #planLook(player: SyntheticIceberg): void {
    this.plan(player, (2 + 6 * player.random.unit()) * SECOND_NS, LOOK);
  }

  /** A follower whose slice was left behind moves it a tick nearer. */
  #look(player: SyntheticIceberg): void {
    this.#planLook(player);
    const { current, side } = player;
    const best = this.market.bestTicks(side);
    if (!player.follows || current === null || best === NO_PRICE || player.moves >= MAX_MOVES) return;
    const behind = (current.priceTicks - best) * awayStep(side);
    if (behind < 2 || !player.random.chance(0.5)) return;
    this.move(current, current.priceTicks - awayStep(side));
    this.#rest(player, current.priceTicks);
  }

  #judge(player: SyntheticIceberg, end: 'completed' | 'cancelled' | 'open'): void {
    const slices = player.orders.length;
    if (slices === 0) return;
    const observability = this.#observability(player, slices);
    const evident = player.orders[Math.min(slices, EVIDENT_SLICE) - 1];
    this.label(player, {
      type: 'iceberg',
      sub: 'synthetic',
      side: player.side,
      evidentNs: observability === 'none' || evident === undefined ? null : evident.entryNs,
      lowTicks: player.lowTicks,
      highTicks: player.highTicks,
      params: {
        slice: player.slice,
        slices,
        planned: player.planned,
        latencyMs: player.latencyNs / MS_NS,
        variant: player.variant,
        moves: player.moves,
        end,
      },
      observability,
      success: end === 'open' ? null : end === 'completed',
    });
  }

  #observability(player: SyntheticIceberg, slices: number): Observability {
    if (slices <= 2) return 'none';
    return slices < EVIDENT_SLICE || player.slice < CLEAR_SLICE ? 'weak' : 'strong';
  }
}
