/** Input and events of the chart: plain data, prices in ticks, times in milliseconds since 1970 UTC. */
import type { Bar, BookSide, FeedSource, FlowEventType, Instrument } from '@undertow/market';
import { CHART_LETTERS, type ChartLetters } from './chart-letters.ts';
import { type ChartNews, NO_NEWS } from './chart-news.ts';
import type { ChartLinkedPoint } from './linked-point.ts';

/** One candle. `vwapTicks` is the trading day's at the end of the bar. */
export interface ChartBar extends Omit<Bar, 'trades'> {
  /** The dated contract of its prices; left out where there is only one. */
  readonly contract?: string;
}

/** Where one contract follows another. */
export interface ChartRoll {
  /** Start of the first bar of the new one. */
  readonly atMs: number;
  readonly from: string;
  readonly to: string;
  /** What was, or would be, added to earlier prices. */
  readonly offsetTicks: number;
}

/** An order-flow event as the viewer may see it. Hidden types and low confidences are left out by the caller. */
export interface ChartEvent {
  readonly id: string;
  readonly type: FlowEventType;
  readonly side: BookSide;
  readonly priceTicks: number;
  /** Contracts. */
  readonly size: number;
  /** Too small to be marked by default: M shows it. */
  readonly isSmall?: boolean;
  /** Null: no zone of its own; it is drawn at the least height. */
  readonly zoneHeightTicks: number | null;
  /** 0 to 1. */
  readonly confidence: number;
  readonly exact: boolean;
  /** Found while the feed recovered: glyph with a notch and the word "degraded". */
  readonly degraded: boolean;
  /** The zone begins at the bar that holds this instant. */
  readonly startedMs: number;
  /** Window and fade count from here, on the clock of `ChartClock`. */
  readonly updatedMs: number;
}

/** A calculated level, drawn dashed with an "AI" tag. */
export interface ChartAiLevel {
  readonly id: string;
  /** Words of the tag, for example `Support`. */
  readonly label: string;
  readonly priceTicks: number;
  /** 0 to 1. */
  readonly confidence: number;
  /** Shown in place of a percentage where there is none: exact, or not calibrated. */
  readonly words?: 'exact' | 'not calibrated';
}

/** Session levels of the trading day; null where unknown. */
export interface ChartSessionLevels {
  readonly priorHighTicks: number | null;
  readonly priorLowTicks: number | null;
  readonly priorSettlementTicks: number | null;
  readonly overnightHighTicks: number | null;
  readonly overnightLowTicks: number | null;
  readonly openingRangeHighTicks: number | null;
  readonly openingRangeLowTicks: number | null;
}

/** Volume at each price of the trading day, ascending by price, with its value area of 70 %. */
export interface ChartProfile {
  readonly pointOfControlTicks: number | null;
  readonly valueAreaHighTicks: number | null;
  readonly valueAreaLowTicks: number | null;
  readonly levels: readonly { readonly priceTicks: number; readonly volume: number }[];
}

export interface ChartFeed {
  /** Values are old, as the status of the line says. */
  readonly isOld: boolean;
  readonly source: FeedSource;
  /** 900 in the delayed view, otherwise 0. */
  readonly delaySeconds: number;
  /** What was recorded of the source plays again. */
  readonly isReplay?: boolean;
}

/** A stretch without messages: an amber stripe "no data". `toMs` is null while it lasts. */
export interface ChartGap {
  readonly fromMs: number;
  readonly toMs: number | null;
}

/**
 * The server's clock. `asOfMs` was true at `receivedAtMs` of `performance.now()`; between messages it advances by `rate` (1 live, n in
 * a replay at n times, 0 while the values are old).
 */
export interface ChartClock {
  readonly asOfMs: number;
  readonly receivedAtMs: number;
  readonly rate: number;
}

export interface ChartLayers {
  readonly volume: boolean;
  readonly profile: boolean;
  readonly vwap: boolean;
  readonly sessionLevels: boolean;
  readonly events: boolean;
  readonly aiLevels: boolean;
}

/** What a reader may set about the drawing itself; null takes the chart's own. */
export interface ChartStyle {
  readonly candles: boolean;
  readonly grid: boolean;
  /** Pixels a bar. */
  readonly barSpacing: number | null;
  /** Free bars right of the newest. */
  readonly freeBars: number | null;
  /** Colours of rising and falling candles, as CSS writes them. */
  readonly upColor: string | null;
  readonly downColor: string | null;
}

/**
 * How many active events are shown, the newest first, and how faint the oldest of them may become. None at most: a moment of the
 * past, in which every event has passed, without a column of signals.
 */
export interface ChartActiveEvents {
  readonly most: number;
  readonly leastOpacity: number;
}

/**
 * An instant and price of the reader's own, such as the entry of a trade: an arrow in the direction of the deal, with
 * its word; `here` is no deal.
 */
export interface ChartMark {
  readonly id: string;
  readonly timeMs: number;
  readonly priceTicks: number;
  readonly side: 'buy' | 'sell' | 'here';
  readonly text: string;
}

/** Everything the chart draws. Parts are compared by reference: pass a new object only when something in it changed. */
export interface ChartInput {
  readonly instrument: Instrument | null;
  /** Minutes of a bar, fractions for seconds; 0 for bars that no time ends. */
  readonly timeframeMinutes: number;
  /** IANA zone of the time axis, for example `Europe/London`. */
  readonly timeZone: string;
  /** The exchange's times are in a second row of the time axis. */
  readonly exchangeClock: boolean;
  /** Start times strictly ascend. Of more than 100 those on screen are composed. The last one may still be forming. */
  readonly bars: readonly ChartBar[];
  /** Newest last trade in ticks; null draws the last bar's close. */
  readonly lastPriceTicks: number | null;
  readonly events: readonly ChartEvent[];
  readonly activeEvents: ChartActiveEvents;
  readonly aiLevels: readonly ChartAiLevel[];
  readonly sessionLevels: ChartSessionLevels | null;
  readonly profile: ChartProfile | null;
  readonly gaps: readonly ChartGap[];
  readonly rolls: readonly ChartRoll[];
  /** Prices before a roll are shifted to the newest contract's. */
  readonly isAdjusted: boolean;
  readonly marks: readonly ChartMark[];
  readonly news: ChartNews;
  readonly feed: ChartFeed;
  readonly clock: ChartClock;
  readonly layers: ChartLayers;
  readonly style: ChartStyle;
  /** The column of signals is shown where there is space for it; without it there is a gutter of glyphs. */
  readonly signalsColumn: boolean;
  /** Marks of the smaller events are shown too. */
  readonly smallMarks: boolean;
  /** Event whose evidence is open: its row and zone are marked. */
  readonly selectedEventId: string | null;
  /** Single-letter keys act only when this is on. */
  readonly letterKeys: boolean;
  readonly letters: ChartLetters;
}

/** A chart that has been given nothing yet. */
export const EMPTY_CHART_INPUT: ChartInput = {
  instrument: null,
  timeframeMinutes: 10,
  timeZone: 'UTC',
  exchangeClock: false,
  bars: [],
  lastPriceTicks: null,
  events: [],
  // Dashboard: specification, section 9.
  activeEvents: { most: 8, leastOpacity: 0.3 },
  aiLevels: [],
  sessionLevels: null,
  profile: null,
  gaps: [],
  rolls: [],
  isAdjusted: false,
  marks: [],
  news: NO_NEWS,
  feed: { isOld: false, source: 'simulated', delaySeconds: 0 },
  clock: { asOfMs: 0, receivedAtMs: 0, rate: 0 },
  layers: { volume: true, profile: true, vwap: true, sessionLevels: true, events: true, aiLevels: true },
  style: { candles: true, grid: true, barSpacing: null, freeBars: null, upColor: null, downColor: null },
  signalsColumn: true,
  smallMarks: false,
  selectedEventId: null,
  letterKeys: true,
  letters: CHART_LETTERS,
};

/** Position of the pointer or of the keyboard's crosshair. */
export interface ChartCrosshair {
  readonly priceTicks: number;
  /** Null right of the last bar. */
  readonly bar: ChartBar | null;
}

/** An event under the pointer, and the pointer's position in the chart. */
export interface ChartHover {
  readonly eventId: string;
  /** Every event of its mark, largest first. */
  readonly eventIds: readonly string[];
  readonly x: number;
  readonly y: number;
}

/** What the history layer shows of the bars on screen, in events. */
export interface ChartMarks {
  readonly shown: number;
  readonly active: number;
  /** Smaller ones, and those without room. */
  readonly hidden: number;
  /** `Iceberg, 4 events, 812 contracts`, newest bar first. */
  readonly texts: readonly string[];
}

/** The bars on screen. */
export interface ChartStretch {
  readonly fromMs: number;
  /** End of the last bar; null where the newest bar is on screen. */
  readonly toMs: number | null;
}

/** What a key does, also callable from outside (`ChartHandle.run`). */
export type ChartCommand =
  | 'next-event'
  | 'previous-event'
  | 'open-evidence'
  | 'zoom-in'
  | 'zoom-out'
  | 'reset'
  | 'toggle-lock'
  | 'crosshair-left'
  | 'crosshair-right'
  | 'crosshair-up'
  | 'crosshair-down'
  | 'small-marks'
  | 'open-table';

export interface ChartOptions {
  /** A glyph or a row was clicked, or E was pressed on it. */
  readonly onEventSelect?: (eventId: string) => void;
  /** The pointer came to an event's glyph or row; null when it left. */
  readonly onEventHover?: (hover: ChartHover | null) => void;
  /** What the history layer shows changed. */
  readonly onMarks?: (marks: ChartMarks) => void;
  /** Other bars came on screen. */
  readonly onStretch?: (stretch: ChartStretch) => void;
  /** M was pressed: show or hide the smaller marks. */
  readonly onSmallMarks?: () => void;
  /** Null when the crosshair leaves. */
  readonly onCrosshair?: (crosshair: ChartCrosshair | null) => void;
  /** H was pressed: show the same data as a table (`chartTable` gives the rows). */
  readonly onOpenTable?: () => void;
}

/**
 * A chart in its container. `update` may be called at any rate: it keeps the newest values and paints in the next animation frame.
 * The container must have a size (the chart follows it) and gets no other children from the caller.
 */
export interface ChartHandle {
  update(change: Partial<ChartInput>): void;
  /** The crosshair of a linked pane, drawn while the chart has none of its own. Repaints nothing else. */
  setLinkedPoint(point: ChartLinkedPoint | null): void;
  run(command: ChartCommand): void;
  dispose(): void;
}
