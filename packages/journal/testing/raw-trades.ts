/** Rows of a file as readers give them, and the context in which they are read, changed as a test needs. */
import type { DraftContext } from '#import/draft-context.ts';
import { ImportClock } from '#import/import-clock.ts';
import type { ImportAnswers, ImportedTrade } from '#model/import-model.ts';
import type { RawFill, RawTrip } from '#model/raw-records.ts';
import type { PlatformRows } from '#platforms/reader/platform.ts';
import type { FileTime } from '#time/file-time.ts';

/** A time of a file: `2026-03-05 10:00:30`, or a date alone. */
export function fileTime(text: string, offsetMinutes: number | null = null): FileTime {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = text.split(/[-: ]/).map(Number);
  return {
    year,
    month,
    day,
    hour,
    minute,
    second,
    millisecond: 0,
    offsetMinutes,
    dateOnly: !text.includes(' '),
  };
}

/** A long trade of one ES contract over a point, 50 in money, on Thursday, 5 March 2026. */
export function rawTrip(changes: Partial<RawTrip> = {}): RawTrip {
  return {
    line: 2,
    raw: 'a row',
    nativeId: null,
    positionId: null,
    account: 'Sim101',
    symbol: 'ESH6',
    currency: null,
    side: 'long',
    quantity: '1',
    entryTime: fileTime('2026-03-05 10:00:00'),
    exitTime: fileTime('2026-03-05 10:30:00'),
    tradeDay: null,
    entryPrice: '6000.25',
    exitPrice: '6001.25',
    pnl: '50',
    pnlIs: 'gross',
    commission: null,
    fees: null,
    swap: null,
    pointValue: null,
    mae: null,
    mfe: null,
    plannedStop: null,
    strategy: null,
    notes: null,
    status: 'closed',
    backtest: false,
    ...changes,
  };
}

/** The purchase of one ES contract on Thursday, 5 March 2026. */
export function rawFill(changes: Partial<RawFill> = {}): RawFill {
  return {
    line: 2,
    raw: 'a row',
    sequence: null,
    nativeId: null,
    account: 'Sim101',
    symbol: 'ESH6',
    currency: null,
    action: 'buy',
    quantity: '1',
    price: '6000.25',
    time: fileTime('2026-03-05 10:00:00'),
    commission: null,
    fees: null,
    pnl: null,
    pnlIs: 'gross',
    pointValue: null,
    effect: null,
    positionAfter: null,
    plannedStop: null,
    highDuring: null,
    lowDuring: null,
    strategy: null,
    ...changes,
  };
}

/** Rows of a file that states nothing besides. */
export function platformRows(changes: Partial<PlatformRows> = {}): PlatformRows {
  return {
    trips: [],
    fills: [],
    rejected: [],
    skipped: [],
    warnings: [],
    questions: [],
    zone: null,
    account: null,
    currency: null,
    statedNet: null,
    rowsRead: 0,
    ...changes,
  };
}

/** A NinjaTrader file whose times are in UTC. */
export function draftContext(answers: ImportAnswers = {}, changes: Partial<DraftContext> = {}): DraftContext {
  return {
    placed: new Map(),
    platform: 'ninjatrader',
    layout: 'trades grid',
    earlier: [],
    rows: { account: null, currency: null },
    answers,
    clock: new ImportClock('UTC', undefined),
    ...changes,
  };
}

/** A closed trade of an import: +50 before costs of nothing that is known. */
export function importedTrade(changes: Partial<ImportedTrade> = {}): ImportedTrade {
  return {
    line: 2,
    raw: 'a row',
    book: null,
    fills: null,
    key: 'k',
    groupId: 'k',
    platform: 'ninjatrader',
    account: 'Sim101',
    symbol: 'ESH6',
    root: 'ES',
    expiry: '2026-03',
    currency: 'USD',
    side: 'long',
    quantity: '1',
    entryMs: Date.UTC(2026, 2, 5, 10),
    exitMs: Date.UTC(2026, 2, 5, 10, 30),
    tradeDay: null,
    entryPrice: '6000.25',
    exitPrice: '6001.25',
    pointValue: '50',
    grossMicros: 50_000_000,
    commissionMicros: null,
    feesMicros: null,
    swapMicros: null,
    netMicros: 50_000_000,
    pnlSource: 'file',
    maeMicros: null,
    mfeMicros: null,
    plannedStop: null,
    status: 'closed',
    strategy: null,
    notes: null,
    legs: [],
    flags: [],
    ...changes,
  };
}
