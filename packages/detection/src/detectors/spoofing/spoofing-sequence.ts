/**
 * Withdrawals of one fingerprint within ten minutes: how often a like posture went away right after an opposite fill.
 */
import { MINUTE_MS } from '@undertow/market';
import { type Judgement, UNKNOWN_JUDGEMENT } from '#calibration/judge.ts';
import { SPOOFING_MODEL, SPOOFING_SINGLE_MODEL } from './spoofing-models.ts';
import type { Posture } from './spoofing-posture.ts';
import type { Withdrawal } from './spoofing-withdrawal.ts';
import type { Fingerprint, Likeness, OwnEvidence } from './withdrawal-baseline.ts';

const CYCLES = 12;
const ORDERS = 16;
/** A trader that stays away loses its evidence: to a third in four minutes. */
const FADE_MS = 4 * MINUTE_MS;
/** Size, place and resting time are not independent of each other: half of their evidence counts. */
const OWN_SHARE = 0.5;
/** What a like withdrawal without an answer adds or takes: at most this, less than one with an answer. */
const UNANSWERED_SHARE = 0.3;
/** A size that drifts is followed by half each time. */
const FOLLOWS = 0.5;

/** Over all cycles of a sequence. */
class Sums {
  answer = 0;
  size = 0;
  rest = 0;
  best = 0;
  secondBest = 0;
  logSize = 0;
  squares = 0;
  returns = 0;
  returned = 0;

  clear(): void {
    this.answer = 0;
    this.size = 0;
    this.rest = 0;
    this.best = 0;
    this.secondBest = 0;
    this.logSize = 0;
    this.squares = 0;
    this.returns = 0;
    this.returned = 0;
  }
}

export class SpoofSequence implements Fingerprint {
  inUse = false;
  side = 0;
  logSize = 0;
  layers = 0;
  distance = 0;
  doneSizes = 0;
  doneLagMs = 0;
  /** Withdrawals after an opposite fill, and all withdrawals. */
  cycles = 0;
  withdrawals = 0;
  /** Total evidence: a sum of likelihood ratios that never falls below 0. */
  evidence = 0;
  lastMs = 0;
  readonly sums = new Sums();
  // Of the newest cycle.
  placedMs = 0;
  withdrawnMs = 0;
  withdrawnHi = 0;
  withdrawnLo = 0;
  startHi = 0;
  startLo = 0;
  startPriceTicks = 0;
  lowTicks = 0;
  highTicks = 0;
  /** Over all cycles since it was raised. */
  rangeLowTicks = 0;
  rangeHighTicks = 0;
  size = 0;
  filled = 0;
  orders = 0;
  readonly orderHi = new Int32Array(ORDERS);
  readonly orderLo = new Int32Array(ORDERS);
  readonly orderTicks = new Int32Array(ORDERS);
  readonly orderSizes = new Int32Array(ORDERS);
  isLayered = false;
  lagMs = 0;
  answer = 0;
  timing = 0;
  flip = 0;
  oppositeContracts = 0;
  midTicks = 0;
  /** When it is looked whether the price went back; 0 when it was. */
  lookMs = 0;
  degraded = false;
  key = '';
  raised = false;
  detectedNs = 0n;
  judgement: Judgement = UNKNOWN_JUDGEMENT;
  readonly single = new Float64Array(SPOOFING_SINGLE_MODEL.features.length);
  readonly features = new Float64Array(SPOOFING_MODEL.features.length);
  readonly cycleSizes = new Int32Array(CYCLES);
  readonly cycleLags = new Float64Array(CYCLES);
  readonly cyclePlaced = new Float64Array(CYCLES);
  readonly cycleWithdrawn = new Float64Array(CYCLES);

  /** Forgets everything: a posture of a new kind. */
  begin(seen: Withdrawal): void {
    this.inUse = true;
    this.side = seen.side;
    this.logSize = seen.logSize;
    this.doneSizes = 0;
    this.doneLagMs = Number.POSITIVE_INFINITY;
    this.cycles = 0;
    this.withdrawals = 0;
    this.evidence = 0;
    this.lastMs = seen.timeMs;
    this.sums.clear();
    this.key = '';
    this.raised = false;
    this.lookMs = 0;
  }

  /** Octaves by which sizes of its cycles differ. */
  get sizeSpread(): number {
    const mean = this.sums.logSize / this.cycles;
    return Math.sqrt(Math.max(0, this.sums.squares / this.cycles - mean * mean));
  }

  /** How far the price went back after its withdrawals, deviations of five seconds. */
  get reversion(): number {
    const { returns, returned } = this.sums;
    return returns === 0 ? 0 : returned / returns;
  }

  /** Takes in a withdrawal that looks like its own and that answered no fill. */
  takeUnanswered(seen: Withdrawal, likeness: Likeness): void {
    const ratio = Math.max(-1, Math.min(1, likeness.total));
    this.#takeEvidence(seen, Math.min(0, seen.answer) + UNANSWERED_SHARE * ratio);
  }

  /** Takes in a withdrawal after an opposite fill. */
  takeCycle(seen: Withdrawal, own: OwnEvidence, likeness: Likeness): void {
    const { sums } = this;
    const answer = Math.max(seen.answer, seen.timing, seen.flip, own.chase);
    const ratio = answer + OWN_SHARE * (own.size + own.distance + own.rest) + own.remainder;
    this.#takeEvidence(seen, ratio + likeness.total);
    sums.answer += answer;
    sums.size += own.size;
    sums.rest += own.rest;
    sums.logSize += seen.logSize;
    sums.squares += seen.logSize * seen.logSize;
    if (this.cycles === 0 || ratio > sums.best) {
      sums.secondBest = sums.best;
      sums.best = ratio;
    } else if (this.cycles === 1 || ratio > sums.secondBest) sums.secondBest = ratio;
    const common = this.doneSizes & seen.doneSizes;
    this.doneSizes = common === 0 ? seen.doneSizes : common;
    this.doneLagMs = seen.doneLagMs;
    this.lagMs = Math.min(seen.lagMs, seen.doneLagMs);
    this.answer = seen.answer;
    this.timing = seen.timing;
    this.flip = seen.flip;
    const at = this.cycles % CYCLES;
    this.cycleSizes[at] = Math.round(2 ** seen.logSize);
    this.cycleLags[at] = this.lagMs;
    this.cycles += 1;
  }

  /** The price went back by so many deviations after a withdrawal, against the posture. */
  noteReturn(deviations: number): void {
    this.sums.returns += 1;
    this.sums.returned += deviations;
  }

  /** Keeps what the evidence of the newest cycle needs. */
  noteCycle(posture: Posture, degraded: boolean): void {
    const { first } = posture;
    this.placedMs = posture.placedMs;
    this.withdrawnMs = posture.withdrawnMs;
    this.withdrawnHi = first.withdrawnHi;
    this.withdrawnLo = first.withdrawnLo;
    this.lowTicks = posture.lowTicks;
    this.highTicks = posture.highTicks;
    this.size = posture.size;
    this.filled = posture.filled;
    this.isLayered = posture.isLayered;
    this.degraded = degraded;
    if (this.key === '') {
      this.startHi = first.placedHi;
      this.startLo = first.placedLo;
      this.startPriceTicks = first.priceTicks;
    }
    if (this.cycles === 1 || !this.raised) {
      this.rangeLowTicks = this.lowTicks;
      this.rangeHighTicks = this.highTicks;
    }
    this.rangeLowTicks = Math.min(this.rangeLowTicks, this.lowTicks);
    this.rangeHighTicks = Math.max(this.rangeHighTicks, this.highTicks);
    const at = (this.cycles - 1) % CYCLES;
    this.cyclePlaced[at] = this.placedMs;
    this.cycleWithdrawn[at] = this.withdrawnMs;
    this.#noteOrders(posture);
  }

  #takeEvidence(seen: Withdrawal, ratio: number): void {
    const faded = this.evidence * Math.exp(-(seen.timeMs - this.lastMs) / FADE_MS);
    this.evidence = Math.max(0, faded + ratio);
    this.logSize += (this.withdrawals === 0 ? 1 : FOLLOWS) * (seen.logSize - this.logSize);
    this.distance = seen.distance;
    this.layers = seen.layers;
    this.withdrawals += 1;
    this.lastMs = seen.timeMs;
  }

  #noteOrders({ orders }: Posture): void {
    this.orders = Math.min(ORDERS, orders.length);
    for (let at = 0; at < this.orders; at += 1) {
      const order = orders[at]!;
      this.orderHi[at] = order.hi;
      this.orderLo[at] = order.lo;
      this.orderTicks[at] = order.priceTicks;
      this.orderSizes[at] = order.size;
    }
  }
}
