/** Makes the frames of an instrument from which a delayed view is refilled: one a second, whole once a minute. */
import type { FlowEvent } from '@undertow/market';
import type { InstrumentUpdate } from '#dependencies.ts';
import { conflateUpdates } from './conflate-updates.ts';
import { encodeFrame } from './frame-codec.ts';

const FRAME_MS = 1000;
const WHOLE_MS = 60_000;
/** History older than this is never shown from frames. */
const KEPT_MS = 30 * 60_000;

export class FrameRecorder {
  readonly #onFrame: (frame: { asOfMs: number; frame: Uint8Array }) => void;
  #pending: InstrumentUpdate | null = null;
  #since = Number.NEGATIVE_INFINITY;
  #whole = Number.NEGATIVE_INFINITY;
  /** The latest of everything that an update may leave out. */
  #latest: InstrumentUpdate | null = null;
  readonly #unexpired = new Map<string, FlowEvent>();

  constructor(onFrame: (frame: { asOfMs: number; frame: Uint8Array }) => void) {
    this.#onFrame = onFrame;
  }

  /** `nowMs` is the feed's present. */
  add(update: InstrumentUpdate, nowMs: number): void {
    for (const { event } of update.events) this.#unexpired.set(event.id, event);
    if (update.backfill && update.asOfMs < nowMs - KEPT_MS) return;
    if (this.#pending !== null && this.#pending.backfill !== update.backfill) this.flush();
    this.#pending = this.#pending === null ? update : conflateUpdates(this.#pending, update);
    if (update.asOfMs - this.#since >= FRAME_MS) this.flush();
  }

  /** Makes a frame of what waits. */
  flush(): void {
    const update = this.#pending;
    if (update === null) return;
    this.#pending = null;
    this.#since = update.asOfMs;
    const latest = this.#latest === null ? update : conflateUpdates(this.#latest, update);
    this.#latest = { ...latest, closedBars: [], events: [] };
    const whole = update.asOfMs - this.#whole >= WHOLE_MS;
    this.#onFrame({
      asOfMs: update.asOfMs,
      frame: encodeFrame(whole ? this.#completed(update) : withoutProfile(update)),
    });
  }

  /** The update with everything a view needs that starts from it. */
  #completed(update: InstrumentUpdate): InstrumentUpdate {
    this.#whole = update.asOfMs;
    const nowNs = BigInt(Math.floor(update.asOfMs)) * 1_000_000n;
    for (const [id, event] of this.#unexpired) if (event.expiresNs < nowNs) this.#unexpired.delete(id);
    const changed = new Set(update.events.map(({ event }) => event.id));
    const standing = [...this.#unexpired.values()]
      .filter((event) => !changed.has(event.id))
      .map((event) => ({ event, change: 'update' as const }));
    const latest = this.#latest;
    return {
      ...update,
      book: update.book ?? latest?.book ?? null,
      facts: update.facts ?? latest?.facts ?? null,
      status: update.status ?? latest?.status ?? null,
      events: [...standing, ...update.events],
    };
  }
}

/** The profile is most of a frame's bytes: whole frames carry it. */
function withoutProfile(update: InstrumentUpdate): InstrumentUpdate {
  return update.facts === null ? update : { ...update, facts: { ...update.facts, profile: [] } };
}
