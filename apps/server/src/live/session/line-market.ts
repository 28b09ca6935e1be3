/** The market of a line: run in this process (`MarketLine`), or read from the wire (`RemoteMarket`). */
import type { FeedStatus } from '@undertow/contracts';
import type { Instrument } from '@undertow/market';
import type { FlowHistory } from '#live/flow/flow-history.ts';
import type { EventWindow } from '#ports/market-store.ts';
import type { InstrumentSession } from './instrument-session.ts';

export interface LineMarket {
  readonly flow: Pick<FlowHistory, 'list'>;
  /** False for an instrument that is not offered; `onFirst` is called before its first update. */
  start(instrumentId: number, onFirst: (instrument: Instrument) => void): boolean;
  /** Its session, where it runs in this process. */
  get(instrumentId: number): Pick<InstrumentSession, 'tape'> | undefined;
  /** The window of an event that is over and not stored yet. */
  waitingWindow(eventId: string): EventWindow | undefined;
  /** Views show what those of any other process show. */
  readonly isReady: boolean;
  /** By how much the views were behind the wire at its latest message; null where the market runs here. */
  readonly lagMs: number | null;
  /** Of the instruments that run, in no order. */
  statuses(): readonly FeedStatus[];
  /** Updates on the bus since the start. */
  readonly published: number;
  recorderStatus(): { readonly waiting: number; readonly lastError: string | null };
  /** No row and no update arrives from here on; resolves when what waits is stored. */
  settle(): Promise<void>;
}
