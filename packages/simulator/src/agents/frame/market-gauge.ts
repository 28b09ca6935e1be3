/**
 * What any trader can see of the market's state: usual volume, clip and range, the session's extremes and its swings.
 */
import { SECOND_NS, SIDE_ASK, SIDE_BID } from '@undertow/market';
import type { EventReport } from '#engine/event-report.ts';
import { ClipLedger } from './clip-ledger.ts';
import type { Agent, MarketAccess } from './market-access.ts';

/** Volume is usual over this many seconds. */
const USUAL_SECONDS = 600;
/** A trader has seen enough of a market after this time, nanoseconds. */
const WARM_NS = 300 * SECOND_NS;
/** One second counts towards the usual volume with at most this many times of it. */
const BURST_SHARE = 8;
const CELL_NS = 0.1 * SECOND_NS;
/** Cells of the running ten seconds. */
const CELLS = 100;
const RANGE_MINUTES = 10;
const RANGE_WEIGHT = 0.1;
const CLIP_WEIGHT = 1 / 300;
/** A turn of this share of the usual range makes a swing. */
const TURN_SHARE = 0.45;
const MAX_SWINGS = 12;

/** A price at which the market turned. */
export interface Swing {
  /** `SIDE_ASK` for a high (sellers turned the price), `SIDE_BID` for a low. */
  readonly side: number;
  readonly ticks: number;
  /** When the extreme was traded, nanoseconds since the session began. */
  readonly timeNs: number;
}

/** It trades nothing. Precedes its readers in the roster, so that they see the current event counted. */
export class MarketGauge implements Agent {
  /** Contracts executed since the session began. */
  volume = 0;
  /** Mean contracts of a match event. */
  usualClip = 2;
  /** All aggressors since the session began. */
  readonly clips = new ClipLedger();
  /** Usual distance between high and low of ten minutes, ticks. */
  rangeTicks: number;
  highTicks: number;
  lowTicks: number;
  /** Oldest first. */
  readonly swings: Swing[] = [];
  /** Swings at which a plan of somebody is or was under way: nobody begins a second one there. */
  readonly claimed = new WeakSet<Swing>();
  readonly #market: MarketAccess;
  readonly #owner: number;
  readonly #seconds = new Float64Array(USUAL_SECONDS);
  #secondsSum = 0;
  #secondsSeen = 0;
  #volumeAtSecond = 0;
  readonly #cells = new Float64Array(CELLS);
  #cell = 0;
  #cellsSum = 0;
  readonly #minuteHigh = new Float64Array(RANGE_MINUTES);
  readonly #minuteLow = new Float64Array(RANGE_MINUTES);
  #minutes = 0;
  #legHigh: number;
  #legLow: number;
  #legHighNs = 0;
  #legLowNs = 0;
  #rising = true;

  constructor(market: MarketAccess, owner: number) {
    this.#market = market;
    this.#owner = owner;
    this.rangeTicks = 1.7 * market.profile.swingTicks;
    const mid = market.midTicks();
    this.highTicks = Math.ceil(mid);
    this.lowTicks = Math.floor(mid);
    this.#legHigh = mid;
    this.#legLow = mid;
    this.#minuteHigh.fill(mid);
    this.#minuteLow.fill(mid);
    market.wakeIn(owner, SECOND_NS);
  }

  /** Whether the usual figures rest on enough minutes. */
  get isWarm(): boolean {
    return this.#market.nowNs >= WARM_NS;
  }

  /** Contracts a second over the last ten minutes; 0 while nothing was seen. */
  get usualPerSecond(): number {
    return this.#secondsSum / Math.max(1, Math.min(USUAL_SECONDS, this.#secondsSeen));
  }

  /** Contracts of the running ten seconds, to a tenth of a second. */
  get tenSeconds(): number {
    this.#moveCells(this.#market.nowNs);
    return this.#cellsSum;
  }

  wake(): void {
    this.#market.wakeIn(this.#owner, SECOND_NS);
    const at = this.#secondsSeen % USUAL_SECONDS;
    // A burst must not make the next one look usual.
    const most = this.isWarm
      ? BURST_SHARE * (this.usualPerSecond + this.usualClip)
      : Number.POSITIVE_INFINITY;
    const traded = Math.min(this.volume - this.#volumeAtSecond, most);
    this.#secondsSum += traded - this.#seconds[at]!;
    this.#seconds[at] = traded;
    this.#volumeAtSecond = this.volume;
    this.#secondsSeen++;
    if (this.#secondsSeen % 60 === 0) this.#stepMinute();
  }

  onMatch(report: EventReport): void {
    const traded = report.buyVolume + report.sellVolume;
    this.volume += traded;
    if (report.firstSide !== 0)
      this.clips.add(report.firstSide, report.firstSide === SIDE_BID ? report.buyVolume : report.sellVolume);
    this.usualClip += CLIP_WEIGHT * (traded - this.usualClip);
    this.#moveCells(report.timeNs);
    const at = this.#cell % CELLS;
    this.#cells[at]! += traded;
    this.#cellsSum += traded;
    this.#follow(report.lastTradeTicks, report.timeNs);
  }

  finish(): void {
    // It has nothing to label.
  }

  /**
   * The most recent swing of a side that the price has not traded beyond since, within `reach` of `fromTicks`, or null.
   */
  standingSwing(side: number, fromTicks: number, reach: number): Swing | null {
    for (let at = this.swings.length - 1; at >= 0; at--) {
      const swing = this.swings[at]!;
      if (swing.side !== side) continue;
      const beyond = side === SIDE_BID ? fromTicks - swing.ticks : swing.ticks - fromTicks;
      if (beyond >= 1 && beyond <= reach && !this.#isBroken(at)) return swing;
    }
    return null;
  }

  #isBroken(index: number): boolean {
    const { side, ticks } = this.swings[index]!;
    for (let at = index + 1; at < this.swings.length; at++) {
      const later = this.swings[at]!;
      if (later.side === side && (side === SIDE_BID ? later.ticks < ticks : later.ticks > ticks)) return true;
    }
    return side === SIDE_BID ? this.#legLow < ticks : this.#legHigh > ticks;
  }

  #moveCells(timeNs: number): void {
    const now = Math.floor(timeNs / CELL_NS);
    if (now - this.#cell >= CELLS) {
      this.#cells.fill(0);
      this.#cellsSum = 0;
      this.#cell = now;
    }
    while (this.#cell < now) {
      this.#cell++;
      const at = this.#cell % CELLS;
      this.#cellsSum -= this.#cells[at]!;
      this.#cells[at] = 0;
    }
  }

  #stepMinute(): void {
    this.#minutes++;
    if (this.#minutes >= RANGE_MINUTES) {
      const range = Math.max(...this.#minuteHigh) - Math.min(...this.#minuteLow);
      this.rangeTicks += RANGE_WEIGHT * (Math.max(3, range) - this.rangeTicks);
    }
    const mid = this.#market.midTicks();
    this.#minuteHigh[this.#minutes % RANGE_MINUTES] = mid;
    this.#minuteLow[this.#minutes % RANGE_MINUTES] = mid;
  }

  /** Extremes of the minute and the session, and the swings by directional change. */
  #follow(ticks: number, timeNs: number): void {
    const minute = this.#minutes % RANGE_MINUTES;
    if (ticks > this.#minuteHigh[minute]!) this.#minuteHigh[minute] = ticks;
    if (ticks < this.#minuteLow[minute]!) this.#minuteLow[minute] = ticks;
    if (ticks > this.highTicks) this.highTicks = ticks;
    if (ticks < this.lowTicks) this.lowTicks = ticks;
    if (ticks > this.#legHigh) {
      this.#legHigh = ticks;
      this.#legHighNs = timeNs;
    }
    if (ticks < this.#legLow) {
      this.#legLow = ticks;
      this.#legLowNs = timeNs;
    }
    const turn = Math.max(3, TURN_SHARE * this.rangeTicks);
    if (this.#rising && ticks <= this.#legHigh - turn) {
      this.#keep({ side: SIDE_ASK, ticks: this.#legHigh, timeNs: this.#legHighNs });
      this.#rising = false;
      this.#legLow = ticks;
      this.#legLowNs = timeNs;
    } else if (!this.#rising && ticks >= this.#legLow + turn) {
      this.#keep({ side: SIDE_BID, ticks: this.#legLow, timeNs: this.#legLowNs });
      this.#rising = true;
      this.#legHigh = ticks;
      this.#legHighNs = timeNs;
    }
  }

  #keep(swing: Swing): void {
    this.swings.push(swing);
    if (this.swings.length > MAX_SWINGS) this.swings.shift();
  }
}
