/** Sizes that aggressors of one direction repeat, and how regularly: programmes often work in equal clips. */
import { MINUTES, minutesSet } from './institutional-minutes.ts';

const SLOTS = 32;
/** Seconds after which a count has faded to a third. */
const FADE_SECONDS = 300;
const KEEP = Math.exp(-1 / FADE_SECONDS);
/** Share that a new gap has in the mean of gaps. */
const GAP_SHARE = 0.2;
const ENOUGH_GAPS = 5;
/** Everybody's orders of one size come in runs: the variance of a count grows with its square too. */
const CLUSTERING = 0.03;
/** This minute and the three before it. */
const RECENT_MINUTES = 0b1111;

export class ClipSizes {
  private readonly sizes = new Int32Array(SLOTS);
  private readonly counts = new Float64Array(SLOTS);
  private readonly seen = new Int32Array(SLOTS);
  private readonly lastMs = new Float64Array(SLOTS);
  private readonly gap = new Float64Array(SLOTS);
  private readonly gapSquare = new Float64Array(SLOTS);
  /** One bit for each of the last minutes in which the size came, the newest lowest. */
  private readonly minutes = new Int32Array(SLOTS);

  add(size: number, timeMs: number): void {
    let slot = this.slotOf(size);
    if (slot < 0) slot = this.replace(size);
    this.counts[slot] = (this.counts[slot] as number) + 1;
    const seen = this.seen[slot] as number;
    if (seen > 0) {
      const gap = timeMs - (this.lastMs[slot] as number);
      const share = seen === 1 ? 1 : GAP_SHARE;
      this.gap[slot] = (this.gap[slot] as number) + share * (gap - (this.gap[slot] as number));
      this.gapSquare[slot] =
        (this.gapSquare[slot] as number) + share * (gap * gap - (this.gapSquare[slot] as number));
    }
    this.seen[slot] = seen + 1;
    this.minutes[slot] = (this.minutes[slot] as number) | 1;
    this.lastMs[slot] = timeMs;
  }

  everySecond(): void {
    for (let slot = 0; slot < SLOTS; slot += 1) this.counts[slot] = (this.counts[slot] as number) * KEEP;
  }

  everyMinute(): void {
    for (let slot = 0; slot < SLOTS; slot += 1) this.minutes[slot] = (this.minutes[slot] as number) << 1;
  }

  /** Share of the last minutes in which the size of a slot came, less that in which the other direction had it. */
  persistence(slot: number, other: ClipSizes): number {
    if (slot < 0) return 0;
    const against = other.slotOf(this.sizes[slot] as number);
    const own = minutesSet(this.minutes[slot] as number);
    return (own - (against < 0 ? 0 : minutesSet(other.minutes[against] as number))) / MINUTES;
  }

  /** How often a size came lately. */
  countOf(size: number): number {
    const slot = this.slotOf(size);
    return slot < 0 ? 0 : (this.counts[slot] as number);
  }

  /** The slot whose size came most in excess of what the other direction does, or -1. */
  mostExcess(other: ClipSizes): number {
    let best = -1;
    let most = 0;
    for (let slot = 0; slot < SLOTS; slot += 1) {
      const excess = this.excess(slot, other);
      if (excess > most) {
        most = excess;
        best = slot;
      }
    }
    return best;
  }

  /** Deviations by which the size of a slot comes more often than in the other direction. */
  excess(slot: number, other: ClipSizes): number {
    if (slot < 0) return 0;
    const own = this.counts[slot] as number;
    // What came no more for minutes is over, however often it came before.
    if (own < 2 || ((this.minutes[slot] as number) & RECENT_MINUTES) === 0) return 0;
    const against = other.countOf(this.sizes[slot] as number);
    const both = own + against;
    return (own - against) / Math.sqrt((both + 1) * (1 + CLUSTERING * both));
  }

  sizeOf(slot: number): number {
    return slot < 0 ? 0 : (this.sizes[slot] as number);
  }

  /** 1 for equal gaps, 0 for those of chance, below for bursts. */
  regularity(slot: number): number {
    if (slot < 0 || (this.seen[slot] as number) <= ENOUGH_GAPS) return 0;
    const mean = this.gap[slot] as number;
    const variance = Math.max(0, (this.gapSquare[slot] as number) - mean * mean);
    return mean <= 0 ? -1 : Math.max(-1, 1 - Math.sqrt(variance) / mean);
  }

  private slotOf(size: number): number {
    for (let slot = 0; slot < SLOTS; slot += 1) if (this.sizes[slot] === size) return slot;
    return -1;
  }

  private replace(size: number): number {
    let least = 0;
    for (let slot = 1; slot < SLOTS; slot += 1) {
      if ((this.counts[slot] as number) < (this.counts[least] as number)) least = slot;
    }
    this.sizes[least] = size;
    this.counts[least] = 0;
    this.seen[least] = 0;
    this.gap[least] = 0;
    this.gapSquare[least] = 0;
    this.minutes[least] = 0;
    return least;
  }
}
