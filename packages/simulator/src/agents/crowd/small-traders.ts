/** Small traders: clips of one to three, entered late in the direction of the last minute, each with a stop behind it. */
import { HOUR_NS, SECOND_NS, SIDE_ASK, SIDE_BID } from '@undertow/market';
import type { Agent, MarketAccess } from '#agents/frame/market-access.ts';
import { oppositeSide } from '#engine/match-rounds.ts';
import { NO_SLOT } from '#engine/order-store.ts';
import type { RandomStream } from '#random/random.ts';

const NAME = 'small-trader';
const TAG_SAMPLE = 0;
const TAG_ARRIVE = 1;
const TAG_LOOK = 2;

/** They chase the move of this many samples. */
const SAMPLES = 12;
const SAMPLE_NS = 5 * SECOND_NS;
/** Entries in the direction of the last minute's move; the others are anyone's guess. */
const CHASERS = 0.55;
const LOOK_NS = 4 * SECOND_NS;
/** Nobody holds a position longer than this many looks. */
const MAX_LOOKS = 200;
/** Stops and targets in shares of a swing. */
const STOP_SWINGS = 1.1;
const TARGET_SWINGS = 0.9;
const MIN_STOP_TICKS = 2;
/** Stops put a tick beyond the next round number instead (Osler 2003). */
const ROUND_STOPS = 0.25;
const MAX_ROUND_TICKS = 4;

interface Position {
  readonly random: RandomStream;
  readonly side: number;
  readonly size: number;
  readonly entryTicks: number;
  readonly targetTicks: number;
  readonly stopSlot: number;
  readonly stopId: number;
  looks: number;
}

export interface SmallTradersOptions {
  readonly owner: number;
  readonly perHour: number;
}

export class SmallTraders implements Agent {
  readonly #market: MarketAccess;
  readonly #options: SmallTradersOptions;
  readonly #arrivals: RandomStream;
  readonly #positions = new Map<number, Position>();
  readonly #mids: number[] = [];
  #serial = 0;

  constructor(market: MarketAccess, options: SmallTradersOptions) {
    this.#market = market;
    this.#options = options;
    this.#arrivals = market.stream(NAME, 0);
    if (options.perHour <= 0) return;
    market.wakeIn(options.owner, SAMPLE_NS, 0, TAG_SAMPLE);
    this.#plan();
  }

  wake(serial: number, tag: number): void {
    if (tag === TAG_SAMPLE) this.#sample();
    else if (tag === TAG_ARRIVE) {
      this.#plan();
      this.#enter(++this.#serial);
    } else this.#look(serial);
  }

  onMatch(): void {
    // They look at their positions when they wake.
  }

  finish(): void {
    // Their elected stops are labelled by the watch on stops.
  }

  #plan(): void {
    const { owner, perHour } = this.#options;
    this.#market.wakeIn(owner, (this.#arrivals.exponential() * HOUR_NS) / perHour, 0, TAG_ARRIVE);
  }

  #sample(): void {
    this.#market.wakeIn(this.#options.owner, SAMPLE_NS, 0, TAG_SAMPLE);
    this.#mids.push(this.#market.midTicks());
    if (this.#mids.length > SAMPLES) this.#mids.shift();
  }

  #enter(serial: number): void {
    const market = this.#market;
    const random = market.stream(NAME, serial);
    const size = (1 + random.below(3)) * Math.round(market.perturbation.sizeFactor);
    const { swingTicks } = market.profile;
    const room = MIN_STOP_TICKS + Math.floor(random.exponential() * STOP_SWINGS * swingTicks);
    const target = MIN_STOP_TICKS + Math.floor(random.exponential() * TARGET_SWINGS * swingTicks);
    const guess = random.chance(0.5) ? 1 : -1;
    const move = market.midTicks() - (this.#mids[0] ?? market.midTicks());
    const sign = random.chance(CHASERS) && move !== 0 ? Math.sign(move) : guess;
    const side = sign > 0 ? SIDE_BID : SIDE_ASK;
    const traded = market.take(side, 0, size);
    if (traded === 0) return;
    const entryTicks = market.engine.lastTradeTicks;
    const stopSide = oppositeSide(side);
    const triggerTicks = this.#beyondRound(random, entryTicks - sign * room, -sign);
    const stopSlot = market.addStop({
      side: stopSide,
      triggerTicks,
      size: traded,
      owner: this.#options.owner,
    });
    this.#positions.set(serial, {
      random,
      side,
      size: traded,
      entryTicks,
      targetTicks: target,
      stopSlot,
      stopId: stopSlot === NO_SLOT ? 0 : market.engine.orders.id[stopSlot]!,
      looks: 0,
    });
    market.wakeIn(this.#options.owner, LOOK_NS * (0.5 + random.unit()), serial, TAG_LOOK);
  }

  /** Some move the stop a tick beyond a round number when one is near. */
  #beyondRound(random: RandomStream, ticks: number, away: number): number {
    if (!random.chance(ROUND_STOPS)) return ticks;
    const step = this.#market.profile.roundTicks;
    const round = (away > 0 ? Math.ceil(ticks / step) : Math.floor(ticks / step)) * step;
    return Math.abs(round - ticks) <= MAX_ROUND_TICKS ? round + away : ticks;
  }

  /** Takes the profit, gives up, or waits. */
  #look(serial: number): void {
    const market = this.#market;
    const position = this.#positions.get(serial);
    if (position === undefined) return;
    const { side, stopSlot, stopId } = position;
    const isProtected = stopId !== 0 && market.holds(stopSlot, stopId) && market.engine.stops.holds(stopSlot);
    if (stopId !== 0 && !isProtected) {
      this.#positions.delete(serial);
      if (market.holds(stopSlot, stopId)) market.cancel(stopSlot);
      return;
    }
    const gain = (market.midTicks() - position.entryTicks) * (side === SIDE_BID ? 1 : -1);
    if (gain < position.targetTicks && ++position.looks < MAX_LOOKS) {
      market.wakeIn(this.#options.owner, LOOK_NS * (0.5 + position.random.unit()), serial, TAG_LOOK);
      return;
    }
    this.#positions.delete(serial);
    if (isProtected) market.cancelStop(stopSlot);
    market.take(oppositeSide(side), 0, position.size);
  }
}
