/** What the sockets received within the measured time, by plan, and what closed. */
import { TIER_RULES, TIERS, type Tier } from '@undertow/contracts';
import { AgeHistogram, type AgePercentiles } from '#load/checks/age-histogram.ts';
import type { ReadFrame } from '#load/checks/read-frame.ts';

/** The state of a live feed comes every second: a gap of one second more than is late is a silence. */
const STATUS_EVERY_MS = 1000;

interface PlanMeter {
  frames: number;
  messages: number;
  bytes: number;
  late: number;
  longestGapMs: number;
  silences: number;
  readonly ages: AgeHistogram;
}

export interface PlanFigures {
  readonly frames: number;
  readonly messages: number;
  readonly bytes: number;
  readonly late: number;
  /** Between two frames of a socket in real time, and how often it was silent for longer than a live market is. */
  readonly longestGapMs: number;
  readonly silences: number;
  readonly ages: AgePercentiles;
}

export class Meters {
  readonly #lateMs: number;
  readonly #plans: Readonly<Record<Tier, PlanMeter>>;
  readonly #closed = new Map<string, number>();
  isMeasuring = false;
  /** Events that were dropped for a slow reader, or books that were rebuilt. */
  resyncs = 0;

  constructor(lateMs: number) {
    this.#lateMs = lateMs;
    const none = { frames: 0, messages: 0, bytes: 0, late: 0, longestGapMs: 0, silences: 0 };
    const meter = (): PlanMeter => ({ ...none, ages: new AgeHistogram() });
    this.#plans = { free: meter(), basic: meter(), pro: meter(), elite: meter() };
  }

  received(tier: Tier, { messages, resyncs }: ReadFrame, bytes: number, ageMs: number | null): void {
    if (!this.isMeasuring) return;
    const meter = this.#plans[tier];
    meter.frames += 1;
    meter.messages += messages.length;
    meter.bytes += bytes;
    this.resyncs += resyncs;
    if (ageMs === null) return;
    meter.ages.add(ageMs);
    // Of the past that a delayed viewer sees only the time of the view is known
    if (ageMs > this.#lateMs && TIER_RULES[tier].delaySeconds === 0) meter.late += 1;
  }

  /**
   * A time without a frame on an open socket. The stamps of frames are made when they are sent: a server that is suspended shows in these
   * gaps and not in the ages.
   */
  silent(tier: Tier, gapMs: number): void {
    if (!this.isMeasuring || TIER_RULES[tier].delaySeconds > 0) return;
    const meter = this.#plans[tier];
    if (gapMs > meter.longestGapMs) meter.longestGapMs = gapMs;
    if (gapMs > this.#lateMs + STATUS_EVERY_MS) meter.silences += 1;
  }

  /** A connection that nobody here ended. */
  closed(why: string): void {
    this.#closed.set(why, (this.#closed.get(why) ?? 0) + 1);
  }

  get closedBy(): Readonly<Record<string, number>> {
    return Object.fromEntries([...this.#closed].sort(([one], [other]) => one.localeCompare(other)));
  }

  figures(): Readonly<Record<Tier, PlanFigures>> {
    const entries = TIERS.map((tier) => [
      tier,
      { ...this.#plans[tier], ages: this.#plans[tier].ages.percentiles() },
    ]);
    return Object.fromEntries(entries) as Record<Tier, PlanFigures>;
  }
}
