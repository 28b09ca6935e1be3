/** What the session of one instrument is composed of, and whom it calls. */
import type { KnownOutcomes } from '@undertow/detection';
import type { Feed } from '@undertow/feeds';
import type { ExchangeCalendar, FlowEvent, Instrument, MarketFacts } from '@undertow/market';
import type { FlowHistory } from '#live/flow/flow-history.ts';
import type { Learnt } from '#live/tape/learnt.ts';
import type { InstrumentUpdate } from '#ports/bus.ts';
import type { SessionRecordings } from '#ports/recordings.ts';
import type { FeedWatchInput } from './feed-watch.ts';
import type { TimeBehind } from './history-cuts.ts';
import type { FindNewsWindow } from './news-input.ts';
import type { StoredPast } from './stored-past.ts';

export interface InstrumentSessionInput extends Pick<FeedWatchInput, 'onResync'>, StoredPast {
  readonly feed: Feed;
  readonly instrument: Instrument;
  readonly calendar: ExchangeCalendar;
  /** Where accepted rows are recorded; nowhere where it is left out. */
  readonly recordings?: SessionRecordings | undefined;
  /** Where depth and executions are kept for those who look back; nowhere where it is left out. */
  readonly flow?: FlowHistory | undefined;
  /** True where another process owns the instrument: nothing is recorded until `records.begin`. */
  readonly isStandby?: boolean | undefined;
  /** What its detectors continue with. */
  readonly learnt?: Learnt | undefined;
  /** Windows around releases; left out where the rows come with them. */
  readonly newsWindow?: FindNewsWindow | undefined;
  /** What was learnt of forecasts in this market before. */
  readonly outcomes?: KnownOutcomes | undefined;
  /** Called with the first row that is none of a snapshot, at `firstMs`: what came before it was restored. */
  onRestored?(facts: MarketFacts, firstMs: number): void;
  /** Called with each event at the row that raises it; the update that contains it follows. */
  onRaised?(event: FlowEvent): void;
  /** Called with the updates of history while it is caught up; those of the present are collected. */
  onUpdate(update: InstrumentUpdate): void;
  /** Called with each change of the mid of the present, and when the price path broke. */
  onMid(timeMs: number, midTicks: number): void;
  onDiscontinuity(timeMs: number): void;
  /** Called when rows that came late have reached the present again. */
  onCaughtUp?(behind: TimeBehind): void;
  /** Called with a broken invariant: the book is then rebuilt from a snapshot. */
  onFault(error: unknown): void;
}
