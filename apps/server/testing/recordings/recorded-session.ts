/** Sessions to record, their rows written by hand, and recordings in a folder with what they log. */
import {
  ACTION_ADD,
  ACTION_CLEAR,
  ACTION_TRADE,
  CME_CALENDAR,
  COL_ACTION,
  COL_FLAGS,
  COL_ORDER_LO,
  COL_PRICE_TICKS,
  COL_SEQUENCE,
  COL_SIDE,
  COL_SIZE,
  COL_TIME_HI,
  COL_TIME_LO,
  epochMs,
  type FeedSource,
  FLAG_LAST,
  FLAG_SNAPSHOT,
  type Instrument,
  instrumentBySymbol,
  NO_PRICE,
  NS_PER_MS,
  nsHi,
  nsLo,
  OrderBook,
  ROW_LENGTH,
  SIDE_BID,
} from '@undertow/market';
import { type FileRecordingsInput, openFileRecordings } from '#adapters/recordings/file-recordings.ts';
import type { Recordings, SessionRecording, SessionRecordings } from '#ports/recordings.ts';

const ES = instrumentBySymbol('ES') as Instrument;
/** A minute before the trading day of 3 March opens, 17:00 in Chicago. */
export const EVENING_MS = Date.UTC(2026, 2, 2, 22, 59);

export interface Logged {
  readonly level: 'info' | 'warn' | 'error';
  readonly message: string;
}

/** Recordings of at most a gigabyte; `root` is not created yet. */
export function openedRecordings(
  root: string,
  more: Partial<FileRecordingsInput> = {},
): { recordings: Recordings; logged: Logged[] } {
  const logged: Logged[] = [];
  const at = (level: Logged['level']) => (_fields: object, message: string) =>
    logged.push({ level, message });
  const log = { info: at('info'), warn: at('warn'), error: at('error') };
  const limits = { days: 30, maxBytes: 1e9 };
  const given = { root, isOn: true, limits, databentoDataset: 'GLBX.MDP3', log };
  return { recordings: openFileRecordings({ ...given, ...more }), logged };
}

/** A session whose rows are written by hand: the recording sees each before the book does. */
export class HandSession {
  readonly recording: SessionRecording;
  readonly book = new OrderBook();
  contract = 'ESH6';
  #orders = 0;
  readonly #row = new Int32Array(ROW_LENGTH);

  constructor(
    recordings: SessionRecordings,
    source: Extract<FeedSource, 'databento' | 'simulated' | 'replay'> = 'databento',
  ) {
    const feed = {
      ...{ source, tier: 'L3' as const, run: `${source}-1` },
      contractOf: (instrumentId: number) => ({ instrumentId, code: this.contract, expiry: null }),
      nowMs: () => epochMs(EVENING_MS),
    };
    const recording = recordings.open({ feed, instrument: ES, calendar: CME_CALENDAR, book: this.book });
    if (recording === null) throw new Error('not recorded');
    this.recording = recording;
  }

  snapshot(timeMs: number): void {
    this.#take(timeMs, ACTION_CLEAR, NO_PRICE, FLAG_SNAPSHOT | FLAG_LAST);
  }

  /** An order a tick lower than the one before. */
  add(timeMs: number): void {
    this.#orders += 1;
    this.#take(timeMs, ACTION_ADD, 20_000 - this.#orders, FLAG_LAST);
  }

  trade(timeMs: number, priceTicks: number): void {
    this.#take(timeMs, ACTION_TRADE, priceTicks, FLAG_LAST);
  }

  /** A row that was made elsewhere. */
  take(row: Int32Array): void {
    this.recording.take(row, 0);
    this.book.applyRow(row, 0);
  }

  #take(timeMs: number, action: number, priceTicks: number, flags: number): void {
    const row = this.#row.fill(0);
    const timeNs = BigInt(timeMs) * NS_PER_MS;
    row[COL_ACTION] = action;
    row[COL_SIDE] = action === ACTION_CLEAR ? 0 : SIDE_BID;
    row[COL_PRICE_TICKS] = priceTicks;
    row[COL_SIZE] = action === ACTION_CLEAR ? 0 : 1;
    row[COL_ORDER_LO] = action === ACTION_TRADE ? 0 : this.#orders;
    row[COL_TIME_HI] = nsHi(timeNs);
    row[COL_TIME_LO] = nsLo(timeNs);
    row[COL_FLAGS] = flags;
    row[COL_SEQUENCE] = this.#orders;
    this.take(row);
  }
}
