/** Traders who show size they do not mean to trade, so that somebody trades with the small order they do mean. */
import { NO_PRICE, SECOND_NS, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { AgentGroup, type OwnOrder, type Player } from '#agents/frame/agent-group.ts';
import { hasBothSides, queueAhead, typicalLevel, typicalOrder } from '#agents/frame/book-gauge.ts';
import { drawStyle } from '#agents/frame/draw-style.ts';
import { ordinaryClips } from '#agents/frame/draws.ts';
import type { MarketAccess } from '#agents/frame/market-access.ts';
import { oppositeSide } from '#engine/match-rounds.ts';
import { awayStep } from '#flow/book-weights.ts';
import type { SizeLaw } from '#flow/size-law.ts';
import { SpoofSequence } from './spoof-sequence.ts';
import { drawSpoofStyle, LAYER_UNEVENNESS, spoofStyleName } from './spoof-style.ts';
import { chaseShift, hasWorked, layerSize, postureLife, reactionTime, type Spoofer } from './spoofer.ts';

const PREPARE = 1;
const WATCH = 2;
const SHOW = 3;
const FOLLOW = 4;
const CHASE = 5;
const EXPIRE = 6;
const PULL = 7;
const TAKE = 8;

/** A taker comes this long after the posture is gone, nanoseconds. */
const TAKER_WAIT = { low: 1e6, high: 5e6 };

/** Attempts that nobody answers, whatever the book shows. */
const UNANSWERED = 0.24;
const LAYERERS = 0.4;
const FLIPPERS = 0.3;
const CHASERS = 0.6;
const MIN_ATTEMPTS = 2;
const MAX_ATTEMPTS = 12;
const MIN_LIFE_NS = 0.2 * SECOND_NS;
const MAX_LIFE_NS = 8 * SECOND_NS;
const MAX_CLIPS = 30;

export interface SpooferOptions {
  readonly owner: number;
  readonly perHour: number;
}

export class Spoofers extends AgentGroup<Spoofer> {
  readonly #clips: SizeLaw;

  constructor(market: MarketAccess, { owner, perHour }: SpooferOptions) {
    super(market, 'spoofer', owner, perHour);
    this.#clips = ordinaryClips(market);
  }

  protected begin(player: Player): Spoofer | null {
    const { random } = player;
    const side = random.chance(0.5) ? SIDE_BID : SIDE_ASK;
    if (!hasBothSides(this.market)) return null;
    const adaptive = this.market.perturbation.adaptiveSpoofers;
    const usual = typicalOrder(this.market);
    const partial = adaptive || random.chance(0.3);
    return {
      ...player,
      layers: random.chance(LAYERERS) ? 3 + random.below(4) : 1,
      farTicks: 1 + random.below(6),
      multiple: random.logUniform(5, 30),
      genuineSize: Math.max(1, Math.round(usual * random.logUniform(0.6, 3))),
      attempts: Math.min(MAX_ATTEMPTS, MIN_ATTEMPTS - 1 + random.geometric(4.5)),
      medianReactionNs: adaptive ? random.logUniform(100e6, 800e6) : random.logUniform(4e6, 80e6),
      chases: random.chance(CHASERS),
      flips: random.chance(FLIPPERS),
      needs: partial ? 0.3 : 1,
      life: { low: MIN_LIFE_NS, high: MAX_LIFE_NS },
      takes: false,
      unevenness: LAYER_UNEVENNESS,
      isPegged: false,
      ...(this.market.isStyled ? drawStyle(this.market, () => drawSpoofStyle(random), spoofStyleName) : {}),
      sequence: new SpoofSequence(side, this.market.nowNs, 0),
      sequences: 1,
      made: 0,
      genuine: null,
      posture: [],
      watches: 0,
      clipsLeft: 0,
      clipEveryNs: SECOND_NS,
      pulling: false,
      followed: 0,
    };
  }

  protected start(player: Spoofer): void {
    this.#prepare(player);
  }

  protected step(player: Spoofer, kind: number): void {
    if (kind === PREPARE) this.#prepare(player);
    else if (kind === WATCH) this.#watch(player);
    else if (kind === SHOW) this.#show(player);
    else if (kind === FOLLOW) this.#follow(player);
    else if (kind === CHASE) this.#chase(player);
    else if (kind === PULL) this.#pull(player);
    else if (kind === TAKE) this.#take(player);
    else if (!player.pulling) this.#beginPull(player, 0);
  }

  /** Enough of the genuine leg, or anything of the posture, has traded: the posture has done its work. */
  protected override filled(player: Spoofer, order: OwnOrder): void {
    if (player.posture.length === 0 || player.pulling) return;
    if (order === player.genuine && (player.isPegged || order.filled < player.needs * order.size)) return;
    const { perturbation, isStyled } = this.market;
    this.#beginPull(player, reactionTime(player, perturbation.adaptiveSpoofers || isStyled));
  }

  protected closed(player: Spoofer): void {
    this.#judge(player);
  }

  /** The genuine leg goes to the best price, into the spread when there is room. */
  #prepare(player: Spoofer): void {
    const { market } = this;
    const side = oppositeSide(player.sequence.side);
    if (!hasBothSides(market)) {
      this.planTurn(player, SECOND_NS, PREPARE);
      return;
    }
    if (player.takes) {
      this.#show(player);
      return;
    }
    const room = market.bestTicks(SIDE_ASK) - market.bestTicks(SIDE_BID) > 1;
    const inside = room && player.random.chance(0.6) ? 1 : 0;
    const price = market.bestTicks(side) - awayStep(side) * inside;
    player.genuine = this.enter(player, side, price, player.genuineSize);
    player.watches = 12 + player.random.below(20);
    this.planTurn(player, 0.1 * SECOND_NS, WATCH);
  }

  /**
   * Waits for the genuine leg to come near the front of its queue, while patience lasts; traded before a show it was
   * honest.
   */
  #watch(player: Spoofer): void {
    const { market } = this;
    const { genuine, random } = player;
    if (!this.rests(genuine)) {
      this.#pause(player);
      return;
    }
    const best = market.bestTicks(genuine.side);
    if (best !== NO_PRICE && genuine.priceTicks !== best) this.move(genuine, best);
    const short = Math.max(6 * typicalOrder(market), 0.3 * typicalLevel(market));
    if (--player.watches <= 0 || queueAhead(market, genuine.slot) <= short) this.#show(player);
    else this.planTurn(player, (0.15 + 0.4 * random.unit()) * SECOND_NS, WATCH);
  }

  /** Puts the posture up, all layers within milliseconds. */
  #show(player: Spoofer): void {
    const { market } = this;
    const { random, sequence, layers } = player;
    const at = player.posture.length;
    const multiple = market.perturbation.adaptiveSpoofers ? random.logUniform(2, 25) : player.multiple;
    const least = Math.max(0.3 * typicalLevel(market), 3 * player.genuineSize);
    const whole = Math.max(multiple * typicalOrder(market), least);
    const size = layerSize(player, whole);
    const far = layers > 1 ? 1 + (player.farTicks % 2) + at : player.farTicks;
    const best = market.bestTicks(sequence.side);
    const price = best + awayStep(sequence.side) * far;
    const order = best === NO_PRICE ? null : this.enter(player, sequence.side, price, size);
    if (order !== null) {
      player.posture.push(order);
      sequence.rest(price);
    }
    if (order !== null && player.posture.length < layers) {
      this.planTurn(player, random.logUniform(0.3e6, 20e6), SHOW);
      return;
    }
    if (player.posture.length === 0) this.#pause(player);
    else this.#shown(player);
  }

  #shown(player: Spoofer): void {
    const { random, sequence, posture, genuine } = player;
    sequence.posture(posture.reduce((sum, order) => sum + order.size, 0));
    const life = postureLife(player, this.market.isStyled);
    this.planTurn(player, life, EXPIRE);
    this.planTurn(player, Math.min(0.6 * life, random.logUniform(0.1, 0.4) * SECOND_NS), CHASE);
    player.clipsLeft = 0;
    player.followed = 0;
    if (random.chance(UNANSWERED) || (!player.takes && !this.rests(genuine))) return;
    // Traders who read the book lean with the displayed size and take what is in the way.
    const ahead = genuine === null ? 0 : queueAhead(this.market, genuine.slot);
    const wanted = ahead + player.genuineSize;
    player.clipsLeft = MAX_CLIPS;
    player.clipEveryNs = (0.6 * life) / Math.max(1.5, wanted / this.#clips.mean);
    this.planTurn(player, player.clipEveryNs * random.exponential(), FOLLOW);
  }

  #follow(player: Spoofer): void {
    const { random, sequence, genuine } = player;
    if (player.clipsLeft-- <= 0 || (!player.takes && !this.rests(genuine))) return;
    this.market.take(sequence.side, 0, this.#clips.draw(random));
    this.planTurn(player, player.clipEveryNs * random.exponential(), FOLLOW);
  }

  /** Keeps the posture near enough to be seen and far enough not to be traded. */
  #chase(player: Spoofer): void {
    const { random, sequence, posture } = player;
    const away = awayStep(sequence.side);
    const best = this.market.bestTicks(sequence.side);
    const nearest = posture.find((order) => this.rests(order));
    if (player.pulling || nearest === undefined || best === NO_PRICE) return;
    const distance = (nearest.priceTicks - best) * away;
    const follows = player.chases || player.isPegged;
    if (distance <= 0 && !follows) {
      this.#beginPull(player, 0);
      return;
    }
    const shift = chaseShift(player, distance);
    if (follows && shift !== 0) {
      player.followed++;
      for (const order of posture) {
        this.move(order, order.priceTicks + away * shift);
        sequence.rest(order.priceTicks);
      }
    }
    this.planTurn(player, random.logUniform(0.08, 0.4) * SECOND_NS, CHASE);
  }

  #beginPull(player: Spoofer, delayNs: number): void {
    player.pulling = true;
    player.turn++;
    this.planTurn(player, delayNs, PULL);
  }

  /** Withdraws one layer after the other as fast as messages go out. */
  #pull(player: Spoofer): void {
    const order = player.posture.shift();
    if (player.pulling) {
      const { sequence } = player;
      player.pulling = false;
      sequence.withdrawn(this.market.nowNs, hasWorked(player));
      player.made++;
    }
    if (order !== undefined) this.withdraw(order);
    if (player.posture.length > 0) {
      this.planTurn(player, player.random.logUniform(0.02e6, 1.5e6), PULL);
      return;
    }
    player.sequence.lastNs = this.market.nowNs;
    if (player.takes) {
      this.planTurn(player, player.random.logUniform(TAKER_WAIT.low, TAKER_WAIT.high), TAKE);
      return;
    }
    this.withdraw(player.genuine);
    this.#pause(player);
  }

  /** Trades with those whom the posture drew, now that it is gone. */
  #take(player: Spoofer): void {
    this.market.take(oppositeSide(player.sequence.side), 0, player.genuineSize);
    player.sequence.lastNs = this.market.nowNs;
    this.#pause(player);
  }

  /** The next attempt follows, perhaps the other way round. */
  #pause(player: Spoofer): void {
    const { random } = player;
    player.turn++;
    player.pulling = false;
    if (player.made >= player.attempts || player.orders.length > 40 * player.attempts) {
      this.leave(player);
      this.#judge(player);
      return;
    }
    if (player.flips && player.sequence.attempts >= 2 && random.chance(0.3)) {
      this.#judge(player);
      const side = oppositeSide(player.sequence.side);
      player.sequence = new SpoofSequence(side, this.market.nowNs, player.orders.length);
      player.sequences++;
    }
    this.planTurn(player, Math.min(40, random.logNormal(2.5, 1)) * SECOND_NS, PREPARE);
  }

  #judge(player: Spoofer): void {
    const { sequence, sequences } = player;
    if (sequence.attempts === 0) return;
    const orders = player.orders.slice(sequence.firstOrder);
    const genuine = orders.filter((order) => order.side !== sequence.side);
    this.label(player, {
      ...sequence.truth((timeNs) => this.market.exchangeNs(timeNs), {
        genuineSize: player.genuineSize,
        genuineQty: genuine.reduce((sum, order) => sum + order.filled, 0),
        layers: player.layers,
        chases: player.chases || player.isPegged,
        isPegged: player.isPegged,
        takes: player.takes,
        flipped: sequences > 1,
      }),
      sub: player.layers > 1 ? 'layering' : 'single',
      orders,
      suffix: String(sequences),
    });
  }
}
