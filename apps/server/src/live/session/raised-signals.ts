/** What the detectors of a session raised since the last update. */
import { EventRanking, type TrackRow } from '@undertow/detection';
import type { ExchangeCalendar, FlowEvent, Pattern } from '@undertow/market';
import type { InstrumentUpdate } from '#ports/bus.ts';
import { DetectorWarmth } from './detector-warmth.ts';

type Raised = Pick<InstrumentUpdate, 'events' | 'patterns' | 'trackRows'>;

export class RaisedSignals {
  readonly warmth: DetectorWarmth;
  readonly #ranking: EventRanking;
  #events: { event: FlowEvent; change: 'new' | 'update' }[] = [];
  #patterns: { pattern: Pattern; change: 'new' | 'update' }[] = [];

  #trackRows: TrackRow[] = [];

  /** `learntMs` as `DetectorWarmth` takes it. */
  constructor(calendar: ExchangeCalendar, learntMs?: number) {
    this.warmth = new DetectorWarmth(learntMs);
    this.#ranking = new EventRanking(calendar);
  }

  /** The instant up to which the detectors have processed the market. */
  watch(atMs: number): void {
    this.#ranking.watch(atMs);
    this.warmth.watch(atMs);
  }

  /** Events of earlier runs, oldest first; those after the first row of this run are not loaded yet. */
  restore(events: readonly FlowEvent[], firstMs: number): void {
    this.#ranking.restore(events.filter(({ updatedNs }) => Number(updatedNs / 1_000_000n) < firstMs));
  }

  addTrackRow(row: TrackRow): void {
    this.#trackRows.push(row);
  }

  addEvent(event: FlowEvent, change: 'new' | 'update'): void {
    this.#events.push({ event: this.#ranking.rank(event), change });
  }

  addPattern(pattern: Pattern, change: 'new' | 'update'): void {
    this.#patterns.push({ pattern, change });
  }

  /** Returns them once. */
  take(): Raised {
    const raised = { events: this.#events, patterns: this.#patterns, trackRows: this.#trackRows };
    this.#events = [];
    this.#patterns = [];
    this.#trackRows = [];
    return raised;
  }
}
