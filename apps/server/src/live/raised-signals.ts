/** What the detectors of a session raised since the last update was made. */
import type { TrackRow } from '@undertow/detection';
import type { FlowEvent, Pattern } from '@undertow/market';
import type { InstrumentUpdate } from '#dependencies.ts';

type Raised = Pick<InstrumentUpdate, 'events' | 'patterns' | 'trackRows'>;

export class RaisedSignals {
  #events: { event: FlowEvent; change: 'new' | 'update' }[] = [];
  #patterns: { pattern: Pattern; change: 'new' | 'update' }[] = [];

  #trackRows: TrackRow[] = [];

  addTrackRow(row: TrackRow): void {
    this.#trackRows.push(row);
  }

  addEvent(event: FlowEvent, change: 'new' | 'update'): void {
    this.#events.push({ event, change });
  }

  addPattern(pattern: Pattern, change: 'new' | 'update'): void {
    this.#patterns.push({ pattern, change });
  }

  /** Hands them out once. */
  take(): Raised {
    const raised = { events: this.#events, patterns: this.#patterns, trackRows: this.#trackRows };
    this.#events = [];
    this.#patterns = [];
    this.#trackRows = [];
    return raised;
  }
}
