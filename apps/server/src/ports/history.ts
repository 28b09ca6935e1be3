/** The port of the history's storage: pages of every stored event, and the counts of a trading day. */
import type { BookSide, FlowEvent, FlowEventType } from '@undertow/market';

/** What the viewer may see of an instrument: instants in milliseconds since 1970 UTC, both ends included. */
export interface HistorySpan {
  readonly instrumentId: number;
  readonly fromMs: number;
  readonly toMs: number;
  /** The viewer's instant: an event whose stored state is younger is left out. */
  readonly settledMs: number;
}

export type HistorySort = 'newest' | 'oldest' | 'confidence' | 'size';

/** The position of an event in the order: by its figure (0 where only time sorts), then by time, then by id. */
export interface HistoryPlace {
  readonly figure: number;
  readonly detectedMs: number;
  readonly id: string;
}

export interface HistoryQuery {
  readonly source: string;
  readonly spans: readonly HistorySpan[];
  readonly types: readonly FlowEventType[];
  readonly sides: readonly BookSide[];
  /** 0 for any. */
  readonly minConfidence: number;
  /** Null for any size. */
  readonly perDay: number | null;
  /** All of them must occur in the event; null without a search. */
  readonly words: readonly string[] | null;
  readonly sort: HistorySort;
  /** Only what follows it. */
  readonly after: HistoryPlace | null;
  readonly limit: number;
}

interface DayQuery {
  readonly source: string;
  readonly instrumentIds: readonly number[];
  /** Starts of the days and the end of the last one, milliseconds since 1970 UTC, ascending. */
  readonly boundsMs: readonly number[];
  /** Nothing that was stored or settled after it. */
  readonly asOfMs: number;
}

/** Events of a day, from 0 as `boundsMs` has them. Events raised while the feed recovered are not counted. */
export interface DayCount {
  readonly day: number;
  readonly instrumentId: number;
  readonly type: FlowEventType;
  readonly events: number;
  readonly confidenceSum: number;
}

interface TypeQuery {
  readonly source: string;
  readonly span: HistorySpan;
  readonly types: readonly FlowEventType[];
  /** Ids that are counted elsewhere. */
  readonly except: readonly string[];
}

/** The declared outcomes of a day's signals. */
export interface DayHits {
  readonly day: number;
  readonly instrumentId: number;
  readonly type: string;
  readonly resolved: number;
  readonly hits: number;
}

export interface HistoryStore {
  /** In the requested order. */
  page(query: HistoryQuery): Promise<readonly FlowEvent[]>;
  countDays(query: DayQuery): Promise<readonly DayCount[]>;
  /** Events of a span by type, those found while the feed recovered among them. */
  countTypes(query: TypeQuery): Promise<readonly { readonly type: FlowEventType; readonly events: number }[]>;
  countHits(query: DayQuery): Promise<readonly DayHits[]>;
  /** All stored events of a source: how many, and their average confidence, 0 to 1 (null without one). */
  totals(source: string): Promise<{ readonly totalEvents: number; readonly avgConfidence: number | null }>;
  /** Ids of the events found from `fromMs` to `asOfMs` whose stored state is younger. */
  unsettled(query: Omit<DayQuery, 'boundsMs'> & { readonly fromMs: number }): Promise<readonly string[]>;
}
