/** Makes the frames of an instrument from which a delayed view is refilled: one a second, complete once a minute. */
import { epochMs, type FlowEvent, isLateArrival, MINUTE_MS, type Pattern } from '@undertow/market';
import { bookAtMsOf, conflateUpdates } from '#live/views/conflate-updates.ts';
import type { InstrumentUpdate } from '#ports/bus.ts';
import { encodeFrame } from './frame-codec.ts';

const FRAME_MS = 1000;
const WHOLE_MS = MINUTE_MS;
/** History older than this is never shown from frames. */
const KEPT_MS = 30 * MINUTE_MS;

export class FrameRecorder {
  readonly #onFrame: (frame: { asOfMs: number; frame: Uint8Array }) => void;
  #pending: InstrumentUpdate | null = null;
  #since = Number.NEGATIVE_INFINITY;
  #whole = Number.NEGATIVE_INFINITY;
  /** The latest of everything that an update may leave out. */
  #latest: InstrumentUpdate | null = null;
  readonly #unexpired = new Map<string, FlowEvent>();
  readonly #unexpiredPatterns = new Map<string, Pattern>();

  constructor(onFrame: (frame: { asOfMs: number; frame: Uint8Array }) => void) {
    this.#onFrame = onFrame;
  }

  /** `nowMs` is the feed's present. */
  add(update: InstrumentUpdate, nowMs: number): void {
    // Before applying this update: a complete frame contains every signal active at its own instant, and no later one
    if (this.#pending !== null && this.#pending.backfill !== update.backfill) this.flush();
    for (const { event } of update.events) this.#unexpired.set(event.id, event);
    for (const { pattern } of update.patterns) this.#unexpiredPatterns.set(pattern.id, pattern);
    if (update.backfill && update.asOfMs < nowMs - KEPT_MS) return;
    // The track record has a store of its own.
    const shown = { ...update, ...heldFrom(update, nowMs), trackRows: [] };
    this.#pending = this.#pending === null ? shown : conflateUpdates(this.#pending, shown);
    if (update.asOfMs - this.#since >= FRAME_MS) this.flush();
  }

  /** Makes a frame of what is pending. */
  flush(): void {
    const update = this.#pending;
    if (update === null) return;
    this.#pending = null;
    this.#since = update.asOfMs;
    const latest = this.#latest === null ? update : conflateUpdates(this.#latest, update);
    this.#latest = { ...latest, closedBars: [], events: [], patterns: [], trackRows: [], prints: null };
    const whole = update.asOfMs - this.#whole >= WHOLE_MS;
    this.#onFrame({
      asOfMs: update.asOfMs,
      frame: encodeFrame(whole ? this.#completed(update) : withoutProfile(update)),
    });
  }

  /** The update with everything that a view needs to start from it. */
  #completed(update: InstrumentUpdate): InstrumentUpdate {
    this.#whole = update.asOfMs;
    const nowNs = BigInt(Math.floor(update.asOfMs)) * 1_000_000n;
    const events = unexpiredOf(this.#unexpired, nowNs, new Set(update.events.map(({ event }) => event.id)));
    const patterns = unexpiredOf(
      this.#unexpiredPatterns,
      nowNs,
      new Set(update.patterns.map(({ pattern }) => pattern.id)),
    );
    const latest = this.#latest;
    return {
      ...update,
      book: update.book ?? latest?.book ?? null,
      depth: latest?.depth ?? update.depth,
      bookAtMs: bookAtMsOf(update.book === null && latest !== null ? latest : update),
      facts: update.facts ?? latest?.facts ?? null,
      status: update.status ?? latest?.status ?? null,
      events: [...events.map((event) => ({ event, change: 'update' as const })), ...update.events],
      patterns: [...patterns.map((pattern) => ({ pattern, change: 'update' as const })), ...update.patterns],
    };
  }
}

/** When the update arrived, where its delay counts from there: after a restart this is known only from the frame. */
function heldFrom(
  { backfill, asOfMs }: InstrumentUpdate,
  nowMs: number,
): Pick<InstrumentUpdate, 'heldFromMs'> {
  return backfill && isLateArrival(asOfMs, nowMs) ? { heldFromMs: epochMs(Math.ceil(nowMs)) } : {};
}

/** Removes what has expired; returns the rest without what the update contains itself. */
function unexpiredOf<S extends { readonly id: string; readonly expiresNs: bigint }>(
  unexpired: Map<string, S>,
  nowNs: bigint,
  changed: ReadonlySet<string>,
): S[] {
  for (const [id, signal] of unexpired) if (signal.expiresNs < nowNs) unexpired.delete(id);
  return [...unexpired.values()].filter(({ id }) => !changed.has(id));
}

/** The profile is most of a frame's bytes: complete frames contain it. */
function withoutProfile(update: InstrumentUpdate): InstrumentUpdate {
  return update.facts === null ? update : { ...update, facts: { ...update.facts, profile: [] } };
}
