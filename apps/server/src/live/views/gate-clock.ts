/** The timeline on which a delay is counted: it follows elapsed time, so a jump of any clock opens no gate (T03). */
import { type EpochMs, epochMs, type FeedSource, isLateArrival } from '@undertow/market';

/** How far an exchange's stamp may run ahead of the gate before it no longer counts, in milliseconds. */
const MAX_SKEW_MS = 2000;

/**
 * How an update arrived: from the venue in real time, from the venue as history, or from a recording of an earlier
 * process.
 */
export type Arrival = 'live' | 'history' | 'recorded';

export interface GateClockInput {
  readonly source: FeedSource;
  /** The feed's present, milliseconds since 1970 UTC. */
  feedNowMs(): EpochMs;
  /** Milliseconds of a source that never jumps. */
  monotonicMs(): number;
}

/**
 * For a live or simulated venue the gate starts at the feed's present and then follows the monotonic source alone. A
 * recording has no clock but its tape, so there the gate is the replayed instant.
 */
export class GateClock {
  readonly #input: GateClockInput;
  readonly #anchorFeedMs: number;
  readonly #anchorMonotonicMs: number;

  constructor(input: GateClockInput) {
    this.#input = input;
    this.#anchorFeedMs = input.feedNowMs();
    this.#anchorMonotonicMs = input.monotonicMs();
  }

  /** The gate's present in milliseconds on the feed's timeline. */
  nowMs(): EpochMs {
    if (this.#input.source === 'replay') return this.#input.feedNowMs();
    return epochMs(this.#elapsedToMs());
  }

  #elapsedToMs(): number {
    return this.#anchorFeedMs + (this.#input.monotonicMs() - this.#anchorMonotonicMs);
  }

  /**
   * The instant from which the delay of an update counts. Live data counts from its arrival, however its stamps or the
   * machine's clock jumped meanwhile, and so does history of the last seconds; older history and recorded updates keep
   * their own time, since otherwise a delayed viewer would see nothing for the length of the delay after each start.
   */
  stampMs(asOfMs: EpochMs, arrival: Arrival): EpochMs {
    if (this.#input.source === 'replay') return asOfMs;
    // Rounded up, so that a delay of whole milliseconds is never a fraction shorter
    const now = Math.ceil(this.#elapsedToMs());
    if (arrival === 'live') return epochMs(Math.max(now, Math.min(asOfMs, now + MAX_SKEW_MS)));
    const isHeld = arrival === 'history' && isLateArrival(asOfMs, now);
    return epochMs(isHeld ? now : Math.min(asOfMs, now));
  }
}
