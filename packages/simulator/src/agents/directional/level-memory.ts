/** Traders who remember a price: they wait there with orders and, when it is reached, defend it or give it up. */
import { NO_PRICE, SECOND_NS, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { AgentGroup, type OwnOrder, type Player } from '#agents/frame/agent-group.ts';
import type { MarketAccess } from '#agents/frame/market-access.ts';
import type { MarketGauge } from '#agents/frame/market-gauge.ts';
import type { EventReport } from '#engine/event-report.ts';
import { oppositeSide } from '#engine/match-rounds.ts';
import { awayStep } from '#flow/book-weights.ts';
import {
  beyond,
  EVIDENT_TOUCHES,
  interestIn,
  inward,
  type Level,
  type LevelEnd,
  rememberTouch,
  truthOfLevel,
} from './remembered-level.ts';

const LOOK = 1;
const ACT = 2;
const FORGET = 3;

const MIN_BOUNCE = 0.5;
const MAX_BOUNCE = 0.75;
const MIN_LIFE_NS = 2700 * SECOND_NS;
const MAX_LIFE_NS = 7200 * SECOND_NS;
/** What was remembered in the hour before is still remembered when the session begins. */
const HOURS_BEFORE = 1;
const MAX_FIGHT_NS = 300 * SECOND_NS;
/**
 * Shares of the usual ten-minute range: distance at planting, width, departure of a bounce, passage of a break, and how
 * far beyond the price is not awaited any more.
 */
const MIN_DISTANCE = 0.25;
const MAX_DISTANCE = 0.7;
const WIDTH = 0.1;
const MAX_WIDTH_TICKS = 12;
const DEPART = 0.3;
const PASSAGE = 0.22;
const LOST = 1;
/** Two levels are not nearer than this share of the range. */
const APART = 0.35;
const NEAR_TICKS = 2;

export interface LevelMemoryOptions {
  readonly owner: number;
  readonly perHour: number;
  readonly gauge: MarketGauge;
}

export class LevelMemory extends AgentGroup<Level> {
  readonly #gauge: MarketGauge;
  readonly #zones: { readonly side: number; readonly lowTicks: number; readonly highTicks: number }[] = [];

  constructor(market: MarketAccess, { owner, perHour, gauge }: LevelMemoryOptions) {
    super(market, 'level-memory', owner, perHour, HOURS_BEFORE);
    this.#gauge = gauge;
  }

  /** Whether a level of the side was at the price, or within a few ticks of it, at any time. */
  wasPlanted(side: number, ticks: number): boolean {
    return this.#zones.some(
      (zone) =>
        zone.side === side && ticks >= zone.lowTicks - NEAR_TICKS && ticks <= zone.highTicks + NEAR_TICKS,
    );
  }

  protected begin(player: Player): Level | null {
    const { random } = player;
    const side = random.chance(0.5) ? SIDE_BID : SIDE_ASK;
    const range = this.#gauge.rangeTicks;
    const best = this.market.bestTicks(side);
    if (best === NO_PRICE) return null;
    const swing = this.#gauge.standingSwing(side, best, MAX_DISTANCE * range);
    const away = awayStep(side);
    const isNear = swing !== null && Math.abs(swing.ticks - best) < MIN_DISTANCE * range;
    const drawn =
      best +
      away * Math.max(3, Math.round(range * (MIN_DISTANCE + (MAX_DISTANCE - MIN_DISTANCE) * random.unit())));
    const near = swing === null || isNear ? drawn : swing.ticks;
    const far =
      near +
      away * (random.below(1 + Math.min(MAX_WIDTH_TICKS, Math.round(WIDTH * range))) + (range > 20 ? 1 : 0));
    const level: Level = {
      ...player,
      side,
      lowTicks: Math.min(near, far),
      highTicks: Math.max(near, far),
      bounce: MIN_BOUNCE + (MAX_BOUNCE - MIN_BOUNCE) * random.unit(),
      strength: 0.7 + 1.8 * random.unit(),
      departTicks: Math.max(3, Math.round(DEPART * range)),
      passageTicks: Math.max(2, Math.round(PASSAGE * range)),
      lostTicks: Math.max(6, Math.round(LOST * range)),
      depth: this.#usualDepth(side, best),
      fromSwing: near === swing?.ticks,
      state: 'waiting',
      holding: [],
      touches: 0,
      bounces: 0,
      breaks: 0,
      memory: 1,
      memoryNs: player.beganNs,
      thirdNs: -1,
      touchedNs: -1,
      inventory: 0,
    };
    return this.#isFree(level, APART * range) ? level : null;
  }

  protected start(level: Level): void {
    this.#zones.push({ side: level.side, lowTicks: level.lowTicks, highTicks: level.highTicks });
    const lifeNs = MIN_LIFE_NS + (MAX_LIFE_NS - MIN_LIFE_NS) * level.random.unit();
    this.plan(level, lifeNs, FORGET);
    this.plan(level, 0.2 * SECOND_NS, LOOK);
  }

  protected step(level: Level, kind: number): void {
    if (kind === LOOK) this.#look(level);
    else if (kind === ACT) this.#act(level);
    else if (level.state === 'waiting' || level.state === 'beyond') this.#end(level, 'forgotten');
    else this.plan(level, 10 * SECOND_NS, FORGET);
  }

  /** The price arrives: traders waiting there decide by the next wake-up whether to defend it. */
  protected override observed(level: Level, report: EventReport): void {
    if (level.state !== 'waiting' || inward(level, report.lastTradeTicks) > 0) return;
    // One print at the far side of a wide spread is no visit.
    if (inward(level, this.market.midTicks()) >= level.departTicks) return;
    level.touches++;
    level.touchedNs = report.timeNs;
    if (level.touches === EVIDENT_TOUCHES) level.thirdNs = report.timeNs;
    level.state = level.random.chance(level.bounce) ? 'defending' : 'yielding';
    level.turn++;
    this.planTurn(level, this.#reactionNs(level), ACT);
  }

  protected override filled(level: Level, order: OwnOrder, report: EventReport): void {
    for (let at = 0; at < report.touchedCount; at++)
      if (report.touchedId[at] === order.orderId) level.inventory += report.touchedFilled[at]!;
  }

  protected closed(level: Level): void {
    this.#judge(level, 'open');
  }

  #reactionNs(level: Level): number {
    return this.market.perturbation.latencyFactor * level.random.logNormal(0.06 * SECOND_NS, 0.8);
  }

  /** Mean size shown at the first prices of a side. */
  #usualDepth(side: number, best: number): number {
    let shown = 0;
    for (let k = 0; k < 5; k++) shown += this.market.engine.ladder.sizeAt(side, best + k * awayStep(side));
    return Math.max(1, shown / 5);
  }

  #isFree(level: Level, apart: number): boolean {
    for (const other of this.live.values())
      if (level.lowTicks - apart < other.highTicks && level.highTicks + apart > other.lowTicks) return false;
    return true;
  }

  #look(level: Level): void {
    if (level.state === 'waiting') {
      this.#hold(level);
      this.#takeProfit(level);
    } else if (level.state === 'beyond' && this.#isLost(level)) return;
    this.plan(level, (4 + 6 * level.random.unit()) * SECOND_NS, LOOK);
  }

  /** After a break: whether the level is given up; when the price is back on its own side, it is waited for again. */
  #isLost(level: Level): boolean {
    const mid = this.market.midTicks();
    if (inward(level, mid) >= level.departTicks) level.state = 'waiting';
    if (beyond(level, mid) < level.lostTicks) return false;
    this.#end(level, 'broken');
    return true;
  }

  /** Who bought at the level sells a little higher up, which brings the price back. */
  #takeProfit(level: Level): void {
    const usual = this.#gauge.usualClip;
    const before = inward(level, this.market.midTicks());
    if (level.inventory <= 0 || before < 0.5 * level.departTicks || !level.random.chance(0.6)) return;
    const size = Math.min(level.inventory, 1 + Math.floor(level.random.exponential() * usual * 2));
    level.inventory -= this.market.take(oppositeSide(level.side), 0, size);
  }

  /** Rests orders in the zone up to what is left of the interest. */
  #hold(level: Level): void {
    const { market } = this;
    level.holding = level.holding.filter((order) => this.rests(order));
    const wanted = interestIn(level, market.nowNs);
    for (let price = level.lowTicks; price <= level.highTicks; price++) {
      let resting = 0;
      for (const order of level.holding) if (order.priceTicks === price) resting += order.size - order.filled;
      if (resting < 0.6 * wanted) this.#rest(level, price, wanted - resting);
    }
  }

  #rest(level: Level, priceTicks: number, wanted: number): void {
    let left = wanted;
    while (left > 0) {
      const size = Math.min(left, 1 + Math.floor(level.random.exponential() * (1 + wanted / 3)));
      const order = this.enter(level, level.side, priceTicks, size);
      if (order === null) return;
      level.holding.push(order);
      left -= size;
    }
  }

  #act(level: Level): void {
    const { market } = this;
    const mid = market.midTicks();
    const last = market.engine.lastTradeTicks;
    if (beyond(level, last) >= level.passageTicks) {
      this.#break(level);
      return;
    }
    const left = inward(level, mid) >= level.departTicks;
    if (left || market.nowNs - level.touchedNs > MAX_FIGHT_NS) {
      if (left) rememberTouch(level, market.nowNs, true);
      level.state = 'waiting';
      level.turn++;
      if (!left) this.#end(level, 'forgotten');
      return;
    }
    if (level.state === 'defending') this.#defend(level);
    else this.#yield(level);
    this.planTurn(level, (0.15 + 0.7 * level.random.exponential()) * SECOND_NS, ACT);
  }

  /** Refills what was taken and buys (sells) the price away, harder the longer it takes. */
  #defend(level: Level): void {
    this.#hold(level);
    const age = (this.market.nowNs - level.touchedNs) / MAX_FIGHT_NS;
    const pressed = beyond(level, this.market.engine.lastTradeTicks) >= 0;
    if (level.random.chance(0.35 + 2 * age + (pressed ? 0.3 : 0))) this.#lean(level, level.side, 1 + 3 * age);
  }

  /** The orders are withdrawn, and those who had relied on the price get out. */
  #yield(level: Level): void {
    for (const order of level.holding) this.withdraw(order);
    level.holding = [];
    const age = (this.market.nowNs - level.touchedNs) / MAX_FIGHT_NS;
    if (level.random.chance(0.4 + 2 * age)) this.#lean(level, oppositeSide(level.side), 1 + 3 * age);
  }

  #break(level: Level): void {
    for (const order of level.holding) this.withdraw(order);
    level.holding = [];
    rememberTouch(level, this.market.nowNs, false);
    level.state = 'beyond';
    level.turn++;
  }

  #lean(level: Level, side: number, force: number): void {
    const size = 1 + Math.floor(level.random.exponential() * this.#gauge.usualClip * 1.5 * force);
    const traded = this.market.take(side, 0, size);
    if (side === level.side) level.inventory += traded;
  }

  #end(level: Level, end: 'broken' | 'forgotten'): void {
    this.leave(level);
    this.#judge(level, end);
  }

  #judge(level: Level, end: LevelEnd): void {
    this.label(level, truthOfLevel(level, end));
  }
}
