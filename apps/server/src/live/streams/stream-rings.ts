/** The rings of the views that somebody follows, kept until nothing in them could be resumed. */
import { randomUUID } from 'node:crypto';
import { STREAM_RESUME_MINUTES } from '@undertow/contracts';
import { MINUTE_MS } from '@undertow/market';
import type { InstrumentView } from '#live/views/instrument-view.ts';
import { StreamRing } from './stream-ring.ts';

const IDLE_MS = STREAM_RESUME_MINUTES * MINUTE_MS;

interface KeptRing {
  readonly ring: StreamRing;
  /** Since when nobody follows it; null while somebody does. */
  idleSinceMs: number | null;
}

export class StreamRings {
  readonly #rings = new Map<InstrumentView, KeptRing>();

  /** Of a view that is followed from now on. */
  of(view: InstrumentView): StreamRing {
    const known = this.#rings.get(view) ?? {
      ring: new StreamRing(randomUUID().slice(0, 8)),
      idleSinceMs: null,
    };
    known.idleSinceMs = null;
    this.#rings.set(view, known);
    return known.ring;
  }

  /** Undefined where nobody follows the view, or could resume it. */
  find(view: InstrumentView): StreamRing | undefined {
    return this.#rings.get(view)?.ring;
  }

  /** `followed`: the views that are followed now. */
  forget(followed: ReadonlySet<InstrumentView>, nowMs: number): void {
    for (const [view, kept] of this.#rings) {
      if (followed.has(view)) kept.idleSinceMs = null;
      else kept.idleSinceMs ??= nowMs;
      if (kept.idleSinceMs !== null && nowMs - kept.idleSinceMs > IDLE_MS) this.#rings.delete(view);
    }
  }
}
