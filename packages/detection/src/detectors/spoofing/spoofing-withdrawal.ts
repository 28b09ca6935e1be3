/** Reads one withdrawal: its fingerprint, its behaviour, and the evidence of its delay after an opposite fill. */
import { MINUTE_MS } from '@undertow/market';
import { type Posture, WITHDRAWN_TOGETHER_MS } from './spoofing-posture.ts';
import type { OppositeFills, Surroundings } from './spoofing-surroundings.ts';
import { FLIP, REACTION, WithdrawalTiming } from './spoofing-timing.ts';
import type { Behaviour, Fingerprint } from './withdrawal-baseline.ts';

/** What one withdrawal measured. Reused. */
export interface Withdrawal extends Fingerprint {
  /** Delay after a fill of any part of a small order, milliseconds; Infinity without one. */
  lagMs: number;
  /** Evidence of the delay after a complete fill, and after any: logarithms of likelihood ratios. */
  answer: number;
  timing: number;
  /** Evidence of the delay to a trade against the side of the posture right after it went. */
  flip: number;
  timeMs: number;
}

/** A genuine order is at most this part of the posture. */
const GENUINE_SHARE = 0.35;
/** A withdrawal answers a fill that came at most this long before. */
const MAX_LAG_MS = 3000;
/** A withdrawal of several orders and what goes with it happen within this time. */
const AT_ONCE_MS = 3;
/** A posture that followed the price so often presses on it whether or not a fill follows. */
const FOLLOWING_MOVES = 5;
/** What is usual fades by half in 30 minutes. */
const FADE_EVERY_MS = MINUTE_MS;
const FADE = 2 ** (-1 / 30);

/** Cancels of others at the moment of a withdrawal, in such a time just before, and in the long run. */
export interface OtherCancels {
  readonly others: number;
  readonly recentOthers: number;
  readonly usualOthers: number;
}

export class WithdrawalReader {
  readonly seen: Withdrawal = {
    side: 0,
    logSize: 0,
    layers: 0,
    distance: 0,
    doneSizes: 0,
    doneLagMs: 0,
    lagMs: 0,
    answer: 0,
    timing: 0,
    flip: 0,
    timeMs: 0,
  };
  readonly behaviour: Behaviour = {
    excess: 0,
    restedMs: 0,
    stillMs: 0,
    moves: 0,
    gaveUp: false,
    delayDensity: 1,
  };
  /** Contracts of the last opposite fill. */
  contracts = 0;
  readonly #search = { side: 0, most: 0, least: 0, fromMs: 0, toMs: 0 };
  readonly #surroundings: Surroundings;
  /** Delays after fills of any part of a small order, and after fills to its end. */
  readonly #timing = new WithdrawalTiming(REACTION);
  readonly #answers = new WithdrawalTiming(REACTION);
  /** Delays to the next trade against the side that was withdrawn. */
  readonly #flips = new WithdrawalTiming(FLIP);
  #flipLagMs = Number.POSITIVE_INFINITY;
  #fadeDueMs = Number.NaN;

  constructor(surroundings: Surroundings) {
    this.#surroundings = surroundings;
  }

  /** Whether something makes the withdrawal that was read a cycle: an opposite fill, a trade after it, or following. */
  get isCycle(): boolean {
    const { lagMs, doneLagMs } = this.seen;
    return (
      Math.min(lagMs, doneLagMs) <= MAX_LAG_MS || this.#isFlip || this.behaviour.moves >= FOLLOWING_MOVES
    );
  }

  get #isFlip(): boolean {
    return this.#flipLagMs !== Number.POSITIVE_INFINITY && this.seen.flip > 0;
  }

  onClock(timeMs: number): void {
    if (timeMs < this.#fadeDueMs) return;
    if (!Number.isNaN(this.#fadeDueMs)) {
      this.#timing.fade(FADE);
      this.#answers.fade(FADE);
      this.#flips.fade(FADE);
    }
    this.#fadeDueMs = timeMs + FADE_EVERY_MS;
  }

  /** Every withdrawal also teaches what delays are usual. `largeSize`: what a large order is, contracts. */
  read(posture: Posture, largeSize: number, leastGenuine: number): void {
    const { seen, behaviour } = this;
    const timing = this.#timing;
    const answers = this.#answers;
    const { side, size, first, withdrawnMs } = posture;
    const opposite = this.#oppositeOf(posture, leastGenuine);
    const untilMs = posture.goneMs + AT_ONCE_MS;
    behaviour.gaveUp = this.#surroundings.gaveUpRest(this.#search, withdrawnMs - AT_ONCE_MS, untilMs);
    this.contracts = opposite.contracts;
    seen.side = side;
    seen.logSize = Math.log2(size);
    seen.layers = posture.isLayered ? posture.orders.length : 1;
    seen.distance = first.distance;
    seen.doneSizes = opposite.doneSizes;
    seen.doneLagMs = opposite.doneLagMs;
    seen.lagMs = opposite.lagMs;
    seen.answer = answers.ratio(seen.distance, seen.doneLagMs);
    seen.timing = timing.ratio(seen.distance, seen.lagMs);
    this.#flipLagMs = this.#surroundings.fillAfter(side, posture.goneMs, WITHDRAWN_TOGETHER_MS);
    seen.flip = this.#flips.ratio(seen.distance, this.#flipLagMs);
    seen.timeMs = withdrawnMs;
    behaviour.excess = Math.log2(size / largeSize);
    behaviour.restedMs = withdrawnMs - posture.placedMs;
    behaviour.stillMs = withdrawnMs - posture.movedMs;
    behaviour.moves = posture.moves;
    behaviour.delayDensity = answers.density(seen.distance, seen.doneLagMs);
    timing.note(seen.distance, seen.lagMs);
    answers.note(seen.distance, seen.doneLagMs);
    this.#flips.note(seen.distance, this.#flipLagMs);
  }

  othersAt({ side, withdrawnMs, orders }: Posture): OtherCancels {
    const fromMs = withdrawnMs - WITHDRAWN_TOGETHER_MS;
    const toMs = withdrawnMs + WITHDRAWN_TOGETHER_MS;
    return {
      others: this.#surroundings.cancelsWithin(side, fromMs, toMs, orders.length),
      recentOthers: this.#surroundings.recentCancels(side, fromMs, toMs - fromMs),
      usualOthers: this.#surroundings.usualCancels(side, toMs - fromMs),
    };
  }

  #oppositeOf(posture: Posture, leastGenuine: number): OppositeFills {
    const search = this.#search;
    search.side = posture.side;
    search.most = GENUINE_SHARE * posture.size;
    search.least = leastGenuine;
    search.fromMs = Math.max(posture.placedMs, posture.withdrawnMs - MAX_LAG_MS);
    search.toMs = posture.withdrawnMs;
    return this.#surroundings.oppositeFills(search);
  }
}
