/** Traders who take all that others throw at a price, refill what was taken, and so keep the price where it is. */
import { MS_NS, SECOND_NS, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { AgentGroup, type OwnOrder, type Player } from '#agents/frame/agent-group.ts';
import { depthOf, hasBothSides } from '#agents/frame/book-gauge.ts';
import { ordinaryClips } from '#agents/frame/draws.ts';
import type { MarketAccess } from '#agents/frame/market-access.ts';
import type { EventReport } from '#engine/event-report.ts';
import { oppositeSide } from '#engine/match-rounds.ts';
import { awayStep } from '#flow/book-weights.ts';
import type { SizeLaw } from '#flow/size-law.ts';
import type { Observability } from '#ground-truth/labels.ts';
import { type AbsorbStyle, absorbStyle } from './absorb-style.ts';

/** Refills of the defended price and of the one behind it. */
const REFILL_NEAR = 1;
const REFILL_FAR = 2;
const ATTACK = 3;
const STOP = 4;
const OUTCOME = 5;

/** Below this share of the zone's volume it was rather the crowd that held. */
const OWN_SHARE = 0.3;
/** The price is watched this long after the defence. */
const AFTERMATH_NS = 10 * SECOND_NS;
/** Slower reposts than this are not attributed to the same trader. */
const EVIDENT_REPOST_NS = 50e6;
const EVIDENT_SLICES = 4;

interface Absorber extends Player, AbsorbStyle {
  readonly side: number;
  readonly nearTicks: number;
  readonly passTicks: number;
  readonly depth: number;
  readonly latencyNs: number;
  readonly attackEveryNs: number;
  attackLeft: number;
  /** The order whose successor is under way already. */
  topped: OwnOrder | null;
  absorbed: number;
  zoneVolume: number;
  faintNs: number;
  evidentNs: number;
  passed: boolean;
  endNs: number;
  end: string;
}

export interface AbsorberOptions {
  readonly owner: number;
  readonly perHour: number;
}

export class Absorbers extends AgentGroup<Absorber> {
  readonly #clips: SizeLaw;

  constructor(market: MarketAccess, { owner, perHour }: AbsorberOptions) {
    super(market, 'absorber', owner, perHour);
    this.#clips = ordinaryClips(market);
  }

  protected begin(player: Player): Absorber | null {
    const { market } = this;
    const { random } = player;
    if (!hasBothSides(market)) return null;
    const side = random.chance(0.5) ? SIDE_BID : SIDE_ASK;
    const depth = Math.max(5, depthOf(market, side, 5));
    const style = absorbStyle(market, side, depth, random);
    const { attackVolume, attackNs } = style;
    return {
      ...player,
      ...style,
      side,
      nearTicks: market.bestTicks(side) + awayStep(side) * style.behindTicks,
      passTicks: Math.max(2, Math.round(market.profile.swingTicks / 6)),
      depth,
      latencyNs: market.perturbation.latencyFactor * random.logUniform(0.5e6, 120e6),
      attackEveryNs: attackNs / Math.max(1, attackVolume / this.#clips.mean),
      attackLeft: attackVolume,
      topped: null,
      absorbed: 0,
      zoneVolume: 0,
      faintNs: -1,
      evidentNs: -1,
      passed: false,
      endNs: -1,
      end: '',
    };
  }

  protected start(player: Absorber): void {
    const { random } = player;
    for (let slot = 0; slot < player.slots; slot++)
      this.plan(player, (0.05 + 1.5 * random.unit()) * SECOND_NS, REFILL_NEAR);
    if (player.isDeep) this.plan(player, (0.05 + 1.5 * random.unit()) * SECOND_NS, REFILL_FAR);
    this.plan(player, player.attackEveryNs * random.exponential(), ATTACK);
    this.plan(player, random.logUniform(40, 400) * SECOND_NS, STOP);
  }

  protected step(player: Absorber, kind: number): void {
    if (kind === OUTCOME) {
      this.live.delete(player.serial);
      this.#judge(player);
    } else if (kind === ATTACK) this.#attack(player);
    else if (player.endNs >= 0) return;
    else if (kind === STOP) this.#stop(player, player.end === '' ? 'patience' : player.end);
    else this.#refill(player, kind);
  }

  protected override filled(player: Absorber, order: OwnOrder): void {
    const absorbed = player.orders.reduce((sum, own) => sum + own.filled, 0);
    player.absorbed = absorbed;
    const left = order.done ? 0 : (order.size - order.filled) / order.size;
    if (left > player.topAt || player.topped === order || player.endNs >= 0) return;
    player.topped = order;
    const pause = player.latencyNs * (0.7 + 0.6 * player.random.unit());
    this.plan(player, pause, order.priceTicks === player.nearTicks ? REFILL_NEAR : REFILL_FAR);
  }

  /** Counts what is traded against anybody at the defended prices, and whether the price went through them. */
  protected override observed(player: Absorber, report: EventReport): void {
    const { side, nearTicks } = player;
    const away = awayStep(side);
    if ((report.lastTradeTicks - nearTicks) * away > player.passTicks) this.#pass(player);
    if (player.endNs >= 0) return;
    const { orders } = this.market.engine;
    for (let at = 0; at < report.touchedCount; at++) {
      const slot = report.touchedSlot[at]!;
      const beyond = (orders.priceTicks[slot]! - nearTicks) * away;
      if (orders.side[slot] === side && (beyond === 0 || beyond === 1))
        player.zoneVolume += report.touchedFilled[at]!;
    }
    if (player.passed || player.absorbed === 0) return;
    if (player.faintNs < 0 && player.zoneVolume >= player.faint) player.faintNs = report.timeNs;
    if (player.evidentNs < 0 && player.zoneVolume >= player.evident) player.evidentNs = report.timeNs;
  }

  protected closed(player: Absorber): void {
    this.#end(player, 'open');
    this.#judge(player);
  }

  /** The level is lost: the trader notices, and stops. */
  #pass(player: Absorber): void {
    if (player.passed) return;
    player.passed = true;
    if (player.endNs >= 0) return;
    player.end = 'broken';
    this.plan(player, player.random.logUniform(0.05, 1) * SECOND_NS, STOP);
  }

  /** Others sell (or buy) in ordinary clips, more of them than usual and all the same way. */
  #attack(player: Absorber): void {
    if (player.attackLeft <= 0) {
      if (player.endNs < 0) {
        if (player.end === '') player.end = 'over';
        this.plan(player, player.random.logUniform(1, 12) * SECOND_NS, STOP);
      }
      return;
    }
    const clip = this.#clips.draw(player.random);
    player.attackLeft -= clip;
    this.market.take(oppositeSide(player.side), 0, clip);
    this.plan(player, player.attackEveryNs * player.random.exponential(), ATTACK);
  }

  #refill(player: Absorber, kind: number): void {
    const { random, side } = player;
    const left = player.budget - player.absorbed;
    if (left <= 0) {
      this.#stop(player, 'spent');
      return;
    }
    const price = player.nearTicks + (kind === REFILL_NEAR ? 0 : awayStep(side));
    const show = Math.max(1, Math.round(player.show * (0.75 + 0.5 * random.unit())));
    const native = random.chance(player.nativeShare);
    const size = native ? Math.round(Math.max(show * (8 + random.below(25)), 0.45 * left)) : show;
    const order = this.enter(
      player,
      side,
      price,
      Math.max(show, Math.min(size, Math.ceil(left))),
      native ? show : 0,
    );
    // The price is beyond the level: the trader retries when it may have returned.
    if (order === null) this.plan(player, (0.2 + random.unit()) * SECOND_NS, kind);
  }

  #stop(player: Absorber, end: string): void {
    this.#end(player, end);
    for (const order of player.orders) this.withdraw(order);
    this.plan(player, AFTERMATH_NS, OUTCOME);
  }

  #end(player: Absorber, end: string): void {
    if (player.endNs >= 0) return;
    player.endNs = this.market.nowNs;
    player.end = end;
  }

  #judge(player: Absorber): void {
    const { orders, endNs } = player;
    if (orders.length === 0) return;
    for (const order of orders) if (order.display > 0) this.labelNative(player, order, order.lastFillNs);
    this.#labelSlices(player, 0);
    this.#labelSlices(player, awayStep(player.side));
    const observability = this.#observability(player);
    const evidentNs = observability === 'strong' || player.evidentNs >= 0 ? player.evidentNs : player.faintNs;
    const far = player.nearTicks + awayStep(player.side);
    this.label(player, {
      type: 'absorption',
      sub: 'defended',
      side: player.side,
      toNs: endNs,
      evidentNs: observability === 'none' ? null : evidentNs,
      lowTicks: Math.min(player.nearTicks, far),
      highTicks: Math.max(player.nearTicks, far),
      params: {
        held: !player.passed,
        passTicks: player.passTicks,
        budget: Math.round(player.budget),
        depth5: player.depth,
        variant: player.variant,
        zoneQty: player.zoneVolume,
        ownShare: player.zoneVolume === 0 ? 0 : player.absorbed / player.zoneVolume,
        posts: orders.length,
        natives: orders.filter((order) => order.display > 0).length,
        attackQty: Math.round(player.attackVolume - Math.max(0, player.attackLeft)),
        end: player.end,
      },
      observability,
      success: player.end === 'open' ? null : !player.passed,
    });
  }

  #observability(player: Absorber): Observability {
    if (player.faintNs < 0) return 'none';
    const own = player.absorbed >= OWN_SHARE * player.zoneVolume;
    return own && player.evidentNs >= 0 ? 'strong' : 'weak';
  }

  /** Plain orders posted again and again at one price are a synthetic iceberg, whatever they are for. */
  #labelSlices(player: Absorber, step: number): void {
    const price = player.nearTicks + step;
    const slices = player.orders.filter((order) => order.display === 0 && order.priceTicks === price);
    if (slices.length < EVIDENT_SLICES) return;
    const strong = player.show >= 4 && player.latencyNs <= EVIDENT_REPOST_NS;
    this.label(player, {
      type: 'iceberg',
      sub: 'synthetic',
      side: player.side,
      fromNs: slices[0]!.entryNs,
      toNs: player.endNs,
      evidentNs: slices[EVIDENT_SLICES - 1]!.entryNs,
      orders: slices,
      params: {
        slice: player.show,
        slices: slices.length,
        latencyMs: player.latencyNs / MS_NS,
        variant: 'jittered',
        moves: 0,
        end: player.end,
      },
      observability: strong ? 'strong' : 'weak',
      success: null,
      suffix: step === 0 ? 'slices-near' : 'slices-far',
    });
  }
}
