/** Withdrawals of one fingerprint within ten minutes: how often a like posture went away right after an opposite fill. */
import { type Judgement, type ModelSpec, UNKNOWN_JUDGEMENT } from '#learning/judge.ts';
import type { LargeOrder, Posture } from './spoofing-posture.ts';
import type { Fingerprint, UsualWithdrawals } from './spoofing-usual.ts';

export const SPOOFING_MODEL: ModelSpec = {
  name: 'spoofing',
  version: 1,
  features: [
    'size',
    'distance',
    'layers',
    'age',
    'fillFraction',
    'imbalanceLift',
    'chase',
    'answer',
    'timing',
    'oppositeRatio',
    'rarity',
    'reversion1',
    'reversion5',
    'cycles',
    'othersWithdrew',
  ],
  truth: { from: 'labels', type: 'spoofing', sub: null },
};

/** A fingerprint is remembered for ten minutes. */
const MEMORY_MS = 10 * 60_000;
const SEQUENCES = 128;
const CYCLES = 12;
const ORDERS = 16;
/** A posture goes on with a sequence when this much speaks for it; a flip needs as much. */
const LEAST_RETURN = 1;
/** A hand that stays away loses its evidence. */
const FADE_PER_SECOND = 0.04;
/** A sequence that lost its evidence is soon given up, however long it was. */
const MOST_TIMING = 20;

/** What one withdrawal measured. Reused. */
export interface Withdrawal extends Fingerprint {
  /** What its delay and its manner tell: logarithms of likelihood ratios. */
  ratio: number;
  manner: number;
  timeMs: number;
}

export class SpoofSequence implements Fingerprint {
  inUse = false;
  side = 0;
  logSize = 0;
  layers = 0;
  distance = 0;
  genuine = 0;
  /** Withdrawals after an opposite fill since it began, and all withdrawals. */
  cycles = 0;
  withdrawals = 0;
  /** What delays and returns told: a sum of likelihood ratios that never falls below 0. */
  timing = 0;
  lastMs = 0;
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
  /** What its delay told. */
  answer = 0;
  oppositeContracts = 0;
  midTicks = 0;
  /** Next look after the withdrawal: 1 s, then 5 s; 0 when there is none. */
  lookMs = 0;
  degraded = false;
  key = '';
  raised = false;
  detectedNs = 0n;
  judgement: Judgement = UNKNOWN_JUDGEMENT;
  readonly features = new Float64Array(SPOOFING_MODEL.features.length);
  readonly cycleSizes = new Int32Array(CYCLES);
  readonly cycleLags = new Float64Array(CYCLES);
  readonly cyclePlaced = new Float64Array(CYCLES);
  readonly cycleWithdrawn = new Float64Array(CYCLES);

  /** Forgets everything: a posture of a new kind. */
  begin(side: number): void {
    this.inUse = true;
    this.side = side;
    this.layers = 0;
    this.startOver();
  }

  /** Chance explains what was seen so far. */
  startOver(): void {
    this.cycles = 0;
    this.withdrawals = 0;
    this.timing = 0;
    this.key = '';
    this.raised = false;
    this.lookMs = 0;
  }

  /** Takes a withdrawal in; `back` is what its return told, 0 for the first one. */
  take(seen: Withdrawal, isHit: boolean, back: number): void {
    this.logSize = seen.logSize;
    this.distance = seen.distance;
    this.layers = seen.layers;
    this.withdrawals += 1;
    const faded = this.timing - FADE_PER_SECOND * ((seen.timeMs - this.lastMs) / 1000);
    // To come back, and how, is no evidence without an answer.
    const told = seen.ratio + (isHit ? seen.manner + back : 0);
    this.timing = Math.min(MOST_TIMING, Math.max(0, Math.max(0, faded) + told));
    this.lastMs = seen.timeMs;
    if (!isHit) return;
    this.genuine = seen.genuine;
    this.lagMs = seen.lagMs;
    const at = this.cycles % CYCLES;
    this.cycleSizes[at] = Math.round(2 ** seen.logSize);
    this.cycleLags[at] = seen.lagMs;
    this.cycles += 1;
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
    this.noteOrders(posture);
  }

  private noteOrders({ orders }: Posture): void {
    this.orders = Math.min(ORDERS, orders.length);
    for (let at = 0; at < this.orders; at += 1) {
      const order = orders[at] as LargeOrder;
      this.orderHi[at] = order.hi;
      this.orderLo[at] = order.lo;
      this.orderTicks[at] = order.priceTicks;
      this.orderSizes[at] = order.size;
    }
  }
}

export class SequenceMemory {
  readonly sequences = Array.from({ length: SEQUENCES }, () => new SpoofSequence());
  /** What the return told of the last match; 0 for a new sequence. */
  back = 0;
  private readonly onDrop: (sequence: SpoofSequence) => void;

  constructor(onDrop: (sequence: SpoofSequence) => void) {
    this.onDrop = onDrop;
  }

  /** The sequence that a withdrawal most likely goes on with, or a new one; what that tells is in `back`. */
  match(seen: Withdrawal, usual: UsualWithdrawals): SpoofSequence {
    let best: SpoofSequence | undefined;
    this.back = LEAST_RETURN;
    for (const sequence of this.sequences) {
      if (!mayGoOn(sequence, seen) || sequence.side !== seen.side) continue;
      const ratio = usual.returnRatio(sequence, seen, seen.timeMs - sequence.lastMs);
      if (ratio <= this.back) continue;
      best = sequence;
      this.back = ratio;
    }
    return best ?? this.open(seen.side);
  }

  /** Cycles of the other side that look the same: a hand that flips. */
  flippedCycles(seen: Withdrawal, usual: UsualWithdrawals): number {
    let most = 0;
    for (const sequence of this.sequences) {
      if (!mayGoOn(sequence, seen) || sequence.side === seen.side || sequence.cycles <= most) continue;
      const ratio = usual.returnRatio(sequence, seen, seen.timeMs - sequence.lastMs);
      if (ratio > LEAST_RETURN) most = sequence.cycles;
    }
    return most;
  }

  clear(): void {
    for (const sequence of this.sequences) sequence.inUse = false;
  }

  private open(side: number): SpoofSequence {
    let oldest = this.sequences[0] as SpoofSequence;
    for (const sequence of this.sequences) {
      if (!sequence.inUse) {
        oldest = sequence;
        break;
      }
      if (sequence.lastMs < oldest.lastMs) oldest = sequence;
    }
    if (oldest.inUse) this.onDrop(oldest);
    oldest.begin(side);
    return oldest;
  }
}

/** Remembered, of the same kind, and not too long ago. */
function mayGoOn(sequence: SpoofSequence, seen: Withdrawal): boolean {
  const isRecent = sequence.inUse && seen.timeMs - sequence.lastMs <= MEMORY_MS;
  return isRecent && sequence.layers >= 3 === seen.layers >= 3;
}
