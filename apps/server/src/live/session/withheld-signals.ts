/** Withholds what switched-off detectors and patterns raise: the one place before every consumer. */
import type { TrackRow } from '@undertow/detection';
import { FLOW_EVENT_TYPES } from '@undertow/market';
import type { InstrumentUpdate } from '#ports/bus.ts';
import type { Controls } from '#ports/controls.ts';

/** Signals that began while their kind was off; the oldest are long over. */
const MAX_WITHHELD = 20_000;

interface Signal {
  readonly id: string;
  readonly type: string;
}

/**
 * A signal that began while its kind was off is never published, also afterwards: its beginning would be missing. A
 * signal
 * published before gets no updates while it is off, so that it expires; its outcome is still settled, because it was
 * declared.
 */
export class WithheldSignals {
  readonly #isOff: Controls['isOff'];
  readonly #withheld = new Set<string>();

  constructor(isOff: Controls['isOff']) {
    this.#isOff = isOff;
  }

  outgoing(update: InstrumentUpdate): InstrumentUpdate {
    const { events, patterns, trackRows } = update;
    if (events.length === 0 && patterns.length === 0 && trackRows.length === 0) return update;
    return {
      ...update,
      events: events.filter(({ event, change }) => this.#passes('detector', event, change)),
      patterns: patterns.filter(({ pattern, change }) => this.#passes('pattern', pattern, change)),
      trackRows: trackRows.filter((row) => this.#counts(row)),
    };
  }

  #passes(kind: 'detector' | 'pattern', { id, type }: Signal, change: 'new' | 'update'): boolean {
    if (this.#withheld.has(id)) return false;
    if (!this.#isOff(kind, type)) return true;
    if (change === 'new') this.#withhold(id);
    return false;
  }

  #counts(row: TrackRow): boolean {
    if (row.kind === 'calibration') return true;
    if (this.#withheld.has(row.signalId)) return false;
    if (row.kind === 'settled') return true;
    const isEvent = (FLOW_EVENT_TYPES as readonly string[]).includes(row.type);
    if (!this.#isOff(isEvent ? 'detector' : 'pattern', row.type)) return true;
    this.#withhold(row.signalId);
    return false;
  }

  #withhold(id: string): void {
    this.#withheld.add(id);
    if (this.#withheld.size > MAX_WITHHELD) this.#withheld.delete(this.#withheld.values().next().value ?? '');
  }
}
