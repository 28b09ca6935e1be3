/** One break of a level, from the first trade beyond it to what became of those who traded there. */
import { type MatchEvent, ROUND_AUCTION, ROUND_STOP, SIDE_ASK, SIDE_BID } from '@undertow/market';
import type { Judgement } from '#calibration/judge.ts';

export type TrapOutcome = 'pending' | 'followed' | 're-entered' | 'expired' | 'interrupted';

export class TrapEpisode {
  /** Side of those who may be trapped: buyers above a level are bid. */
  readonly side: number;
  /** 1 where the break went up. */
  readonly sign: number;
  readonly levelTicks: number;
  readonly levelBornMs: number;
  readonly isZone: boolean;
  readonly startMs: number;
  readonly key: string;
  extremeTicks: number;
  extremeMs: number;
  /** Contracts of aggressors beyond the level in the direction of the break, and against it. */
  trapped = 0;
  opposed = 0;
  priceVolume = 0;
  /** Aggressors among the trapped, those of at most the median size, and contracts of elected stops. */
  small = 0;
  clips = 0;
  stops = 0;
  /** Contracts that the passive side showed again after they were taken. */
  refilled = 0;
  /** Since the extreme: contracts of aggressors against the break, and of stops among them. */
  returnVolume = 0;
  returnStops = 0;
  /** When price was inside again; NaN while it is beyond. */
  formedMs = Number.NaN;
  looks = 0;
  /** Delta beyond the level and what it was held against, as they were when it formed. */
  delta = 0;
  neededDelta = 1;
  /** Contracts a second in the ten minutes before the break. */
  usualRate = 0;
  outcome: TrapOutcome = 'pending';
  /** What was judged of the follow-through when it formed. */
  follow: Judgement | null = null;
  /** Set once it was shown. */
  raised: { readonly existence: Judgement; readonly follow: Judgement; readonly atMs: number } | null = null;
  raisedTicks = 0;
  degraded = false;

  constructor(side: number, levelTicks: number, levelBornMs: number, isZone: boolean, startMs: number) {
    this.side = side;
    this.sign = side === SIDE_BID ? 1 : -1;
    this.levelTicks = levelTicks;
    this.levelBornMs = levelBornMs;
    this.isZone = isZone;
    this.startMs = startMs;
    this.key = `${side}|${levelTicks}|${Math.round(startMs)}`;
    this.extremeTicks = levelTicks;
    this.extremeMs = startMs;
  }

  get hasFormed(): boolean {
    return !Number.isNaN(this.formedMs);
  }

  /** Furthest price beyond the level, in ticks. */
  get overshootTicks(): number {
    return (this.extremeTicks - this.levelTicks) * this.sign;
  }

  get meanEntryTicks(): number {
    return this.trapped === 0 ? this.levelTicks + this.sign : this.priceVolume / this.trapped;
  }

  /** Lowest and highest price of the zone beyond the level. */
  get lowTicks(): number {
    return this.sign > 0 ? this.levelTicks + 1 : this.extremeTicks;
  }

  get highTicks(): number {
    return this.sign > 0 ? this.extremeTicks : this.levelTicks - 1;
  }

  /** How far a price lies inside the level, in ticks; negative beyond it. */
  insideTicks(priceTicks: number): number {
    return (this.levelTicks - priceTicks) * this.sign;
  }

  /** Trades of an event; those beyond the level make the zone while it has not formed. */
  addTrades(event: MatchEvent, medianSize: number): void {
    const { rounds, timeMs } = event;
    for (let round = 0; round < rounds.count; round += 1) {
      if (rounds.kind[round] === ROUND_AUCTION) continue;
      const priceTicks = rounds.priceTicks[round]!;
      const size = rounds.size[round]!;
      const isStop = rounds.kind[round] === ROUND_STOP;
      if (this.insideTicks(priceTicks) >= 0 || this.hasFormed) {
        if (rounds.side[round] !== this.side) this.#addReturn(size, isStop);
        continue;
      }
      if ((priceTicks - this.extremeTicks) * this.sign > 0) this.#extend(priceTicks, timeMs);
      if (rounds.side[round] === this.side) this.#addTrapped(priceTicks, size, isStop, medianSize);
      else {
        this.opposed += size;
        this.#addReturn(size, isStop);
      }
    }
    if (!this.hasFormed) this.#addRefills(event);
  }

  #extend(priceTicks: number, timeMs: number): void {
    this.extremeTicks = priceTicks;
    this.extremeMs = timeMs;
    this.returnVolume = 0;
    this.returnStops = 0;
  }

  #addTrapped(priceTicks: number, size: number, isStop: boolean, medianSize: number): void {
    this.trapped += size;
    this.priceVolume += size * priceTicks;
    this.clips += 1;
    if (size <= medianSize) this.small += 1;
    if (isStop) this.stops += size;
  }

  #addReturn(size: number, isStop: boolean): void {
    this.returnVolume += size;
    if (isStop) this.returnStops += size;
  }

  #addRefills({ touched }: MatchEvent): void {
    const passive = this.side === SIDE_BID ? SIDE_ASK : SIDE_BID;
    for (let at = 0; at < touched.count; at += 1) {
      if (touched.side[at] !== passive) continue;
      if (this.insideTicks(touched.priceTicks[at]!) >= 0) continue;
      const shown = touched.after[at]! - touched.before[at]!;
      const again = shown + touched.traded[at]!;
      if (again > 0) this.refilled += again;
    }
  }
}
