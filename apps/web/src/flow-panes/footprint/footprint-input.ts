/** What a footprint draws and what it reports. Prices in ticks, sizes in contracts, times in milliseconds since 1970 UTC. */
import type { ExchangeCalendar, FlowBar, FlowEventType, Instrument, StackRule } from '@undertow/market';

export const CELL_VIEWS = ['bidAsk', 'delta', 'volume'] as const;
/** Two sides of a cell, or one figure. */
export type CellView = (typeof CELL_VIEWS)[number];

export interface FootprintEvent {
  readonly id: string;
  readonly type: FlowEventType;
  /** The resting side: its glyph is at the edge of that side. */
  readonly side: 'bid' | 'ask';
  readonly priceTicks: number;
  readonly startedMs: number;
  readonly degraded: boolean;
}

export interface FootprintPoint {
  readonly atMs: number;
  readonly priceTicks: number | null;
}

export interface FootprintInput {
  readonly instrument: Instrument | null;
  readonly calendar: Pick<ExchangeCalendar, 'tradingDayOf' | 'sessionBounds'>;
  /** Oldest first; may grow at its end while it is the same list. */
  readonly bars: readonly FlowBar[];
  readonly forming: FlowBar | null;
  /** Length of a bar by time; null for other bars. */
  readonly barMs: number | null;
  /** `rowTicks` 0: as many as make the rows of a usual bar fit. */
  readonly rule: StackRule;
  readonly cells: CellView;
  readonly events: readonly FootprintEvent[];
  readonly selectedEventId: string | null;
  /** Executions of these stretches may be missing. */
  readonly gaps: readonly { readonly fromMs: number; readonly toMs: number }[];
  /** The newest values are old: they turn grey. */
  readonly isOld: boolean;
  /** Clock of the view; null before it is known. */
  readonly nowMs: number | null;
  readonly timeZone: string;
}

/** What is on screen. */
export interface FootprintShown {
  /** Start of the first bar; null without one. */
  readonly fromMs: number | null;
  /** Start of the bar after the last one; null while the newest is shown. */
  readonly toMs: number | null;
  /** Imbalances. */
  readonly buys: number;
  readonly sells: number;
  readonly rowTicks: number;
}

export interface FootprintHandlers {
  onCrosshair(point: FootprintPoint | null): void;
  onEventSelect(eventId: string): void;
  /** So many bars fit between the newest and the left edge. */
  onNeedBars(count: number): void;
  onShown(shown: FootprintShown): void;
  /** Whether the newest bar is followed. */
  onLive(isLive: boolean): void;
  /** The cell under the crosshair in words; null without one. `isKey`: a key moved it. */
  onReadout(words: string | null, isKey: boolean): void;
  onOpenTable(): void;
}

export type FootprintCommand = 'latest' | 'zoom-in' | 'zoom-out' | 'open-table' | 'open-evidence';
