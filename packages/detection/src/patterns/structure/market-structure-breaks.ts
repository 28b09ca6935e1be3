/**
 * Breaks of structure: a minute that closes beyond the last swing against it. In the direction of the last breaks it is
 * a break of structure, the first against them a change of character. The break is geometry and is always reported; its
 * confidence is that of an outcome: price continues by half an ATR before it trades back inside. Reference: detection,
 * 11.8.
 */
import {
  joinNs,
  type MatchEvent,
  MINUTE_MS,
  NO_PRICE,
  NS_PER_MS,
  ROUND_AUCTION,
  SIDE_ASK,
  SIDE_BID,
} from '@undertow/market';
import type { Swings } from '#statistics/swings.ts';
import type { Availability, Detector, DetectorContext, DetectorEntry } from '#view/detector.ts';
import type { MarketView } from '#view/market-view.ts';
import { STRUCTURE_FOLLOW, structureFeatures } from './market-structure-features.ts';
import {
  type BreakOutcome,
  breakPattern,
  DECIDED_WITHIN_MS,
  type StructureBreak,
} from './market-structure-pattern.ts';

/** Followed: this far beyond the close, in ATR and at least so many ticks. Returned: this far inside the swing. */
const FOLLOW_ATR = 0.5;
const FOLLOW_TICKS = 2;
const INSIDE_TICKS = 2;
const MAX_PENDING = 8;

interface Pending {
  readonly one: StructureBreak;
  readonly key: string;
  readonly endMs: number;
}

class StructureBreaks implements Detector {
  readonly #context: DetectorContext;
  #pending: Pending[] = [];
  #minuteMs = Number.NaN;
  /** Direction of the last break, 0 before the first. */
  #trend = 0;
  /** Numbers of the swings that were broken last, so that each is broken once. */
  #brokenHigh = -1;
  #brokenLow = -1;
  #degradedUntilMs = Number.NEGATIVE_INFINITY;

  constructor(context: DetectorContext) {
    this.#context = context;
  }

  onMatch(event: MatchEvent, view: MarketView): void {
    if (event.degraded) this.#degradedUntilMs = event.timeMs + MINUTE_MS;
    if (this.#pending.length === 0 || event.rounds.count === 0) return;
    const { rounds } = event;
    for (let round = 0; round < rounds.count; round += 1) {
      if (rounds.kind[round] === ROUND_AUCTION) continue;
      this.#settleBy(rounds.priceTicks[round]!, event, view);
    }
  }

  onClock(timeMs: number, view: MarketView): void {
    const minute = Math.floor(timeMs / MINUTE_MS) * MINUTE_MS;
    if (minute === this.#minuteMs) return;
    const isFirst = Number.isNaN(this.#minuteMs);
    this.#minuteMs = minute;
    for (const one of this.#pending)
      if (timeMs >= one.endMs) this.#settle(one, 'undecided', toNs(timeMs), view);
    if (isFirst || view.lastTicks === NO_PRICE) return;
    const { swings } = view;
    const newest = swings.count - 1;
    // The current leg shows what the last swing was: a rising leg began at a low.
    const high = swings.isRising ? newest - 1 : newest;
    const low = swings.isRising ? newest : newest - 1;
    if (high >= 0 && high > this.#brokenHigh && view.lastTicks > swings.priceTicksOf(high)) {
      this.#brokenHigh = high;
      this.#raise(1, high, timeMs, view);
    } else if (low >= 0 && low > this.#brokenLow && view.lastTicks < swings.priceTicksOf(low)) {
      this.#brokenLow = low;
      this.#raise(-1, low, timeMs, view);
    }
  }

  onDiscontinuity(timeMs: number): void {
    for (const one of this.#pending) this.#settle(one, 'interrupted', toNs(timeMs), this.#context.view);
    this.#trend = 0;
  }

  #raise(direction: number, swing: number, timeMs: number, view: MarketView): void {
    const levelTicks = view.swings.priceTicksOf(swing);
    const closeTicks = view.lastTicks;
    const reach = Math.max(FOLLOW_TICKS, Math.round(FOLLOW_ATR * view.atr10Ticks));
    const isCounter = this.#trend !== 0 && this.#trend !== direction;
    const timeNs = toNs(timeMs);
    const key = `${timeNs}|${direction}`;
    const judgement = this.#context.judge.judge(STRUCTURE_FOLLOW, {
      key,
      side: direction > 0 ? SIDE_BID : SIDE_ASK,
      timeMs,
      priceLowTicks: Math.min(levelTicks, closeTicks),
      priceHighTicks: Math.max(levelTicks, closeTicks),
      features: structureFeatures(view, { direction, swing, closeTicks, reach }, timeMs),
    });
    const one: StructureBreak = {
      sub: isCounter ? 'change_of_character' : 'break_of_structure',
      direction,
      levelTicks,
      levelMs: view.swings.timeMsOf(swing),
      closeTicks,
      swings: swingNames(view.swings),
      timeNs,
      targetTicks: closeTicks + direction * reach,
      insideTicks: levelTicks - direction * INSIDE_TICKS,
      judgement,
      degraded: timeMs < this.#degradedUntilMs,
    };
    this.#trend = direction;
    this.#pending.push({ one, key, endMs: timeMs + DECIDED_WITHIN_MS });
    this.#context.emitPattern(breakPattern(one, 'open', timeNs, view), 'new');
    const oldest = this.#pending[0];
    if (this.#pending.length > MAX_PENDING && oldest) this.#settle(oldest, 'undecided', timeNs, view);
  }

  #settleBy(priceTicks: number, event: MatchEvent, view: MarketView): void {
    for (const pending of this.#pending) {
      const { direction, targetTicks, insideTicks } = pending.one;
      const isThere = (priceTicks - targetTicks) * direction >= 0;
      if (!isThere && (priceTicks - insideTicks) * direction > 0) continue;
      this.#settle(pending, isThere ? 'followed' : 'came back', joinNs(event.timeHi, event.timeLo), view);
    }
  }

  /** What is undecided after half an hour did not follow. */
  #settle(pending: Pending, outcome: BreakOutcome, timeNs: bigint, view: MarketView): void {
    this.#pending = this.#pending.filter((other) => other !== pending);
    const truth = outcome === 'interrupted' ? null : outcome === 'followed';
    this.#context.judge.resolve(STRUCTURE_FOLLOW, pending.key, truth, Number(timeNs / NS_PER_MS));
    this.#context.emitPattern(breakPattern(pending.one, outcome, timeNs, view), 'update');
  }
}

function toNs(timeMs: number): bigint {
  return BigInt(Math.round(timeMs)) * NS_PER_MS;
}

/** Names of the last four swings against the one of their kind before, oldest first: `HH`, `HL`, `LH`, `LL`. */
function swingNames(swings: Swings): string[] {
  const names: string[] = [];
  const first = Math.max(swings.firstNumber + 2, swings.count - 4);
  for (let number = first; number < swings.count; number += 1) {
    const isHigh = (swings.count - 1 - number) % 2 === (swings.isRising ? 1 : 0);
    const isHigher = swings.priceTicksOf(number) > swings.priceTicksOf(number - 2);
    names.push(`${isHigher ? 'H' : 'L'}${isHigh ? 'H' : 'L'}`);
  }
  return names;
}

const ALWAYS: Availability = { available: true };

export const STRUCTURE_BREAKS: DetectorEntry = {
  type: 'market_structure',
  sub: 'break_of_structure',
  models: [STRUCTURE_FOLLOW],
  availability: () => ALWAYS,
  create: (context) => new StructureBreaks(context),
};
