/** The trading days of one product in recordings, and their rows once more for the fills. */
import { type BacktestRun, type QueueFills, readFacts, type SessionFacts } from '@undertow/backtest';
import {
  COL_FLAGS,
  FLAG_SNAPSHOT,
  type Instrument,
  LevelBook,
  OrderBook,
  rowWholeMs,
} from '@undertow/market';
import { named, noteLeftOut, openRecording } from '#recordings/open-recording.ts';
import { type RecordedInstrument, type RowReader, readInstruments } from '#recordings/read-instruments.ts';
import { InputError, type Terminal } from '#terminal/terminal.ts';
import { FactsReader, type StoredSession } from './facts-reader.ts';

const IGNORED: RowReader = { applyRow: () => undefined };

/** One session a day, oldest first: of the contract that traded most. */
export async function readSessions(
  files: readonly string[],
  product: Instrument,
  terminal: Terminal,
): Promise<readonly StoredSession[]> {
  const readers = new Map<string, FactsReader>();
  const sessions: StoredSession[] = [];
  for (const file of files) {
    const rows = await openRecording(file);
    for (const reader of readers.values()) reader.startFile(file);
    await named(file, () =>
      readInstruments(rows, (recorded) => {
        if (recorded.instrument.id !== product.id) return IGNORED;
        const reader =
          readers.get(recorded.symbol) ?? new FactsReader(recorded, (session) => sessions.push(session));
        readers.set(recorded.symbol, reader);
        return reader;
      }),
    );
    noteLeftOut(file, rows, terminal);
  }
  for (const reader of readers.values()) reader.finish();
  if (sessions.length === 0)
    throw new InputError(`${files.join(', ')}: no trading of ${product.symbol}, there is nothing to test`);
  return mostTraded(sessions, terminal);
}

function mostTraded(sessions: readonly StoredSession[], terminal: Terminal): readonly StoredSession[] {
  const days = Map.groupBy(sessions, ({ tradingDay }) => tradingDay);
  return [...days.values()]
    .map((ofDay) => {
      const chosen = ofDay.reduce((one, other) => (other.volume > one.volume ? other : one));
      for (const { contract, tradingDay } of ofDay)
        if (contract !== chosen.contract)
          terminal.note(`${contract} of ${tradingDay} left out: ${chosen.contract} traded more`);
      return chosen;
    })
    .toSorted((one, other) => one.openMs - other.openMs);
}

function factsOf(run: BacktestRun, sessions: readonly StoredSession[], at: number): SessionFacts {
  const { bytes, contract } = sessions[at]!;
  const next = sessions[at + 1];
  return {
    ...readFacts(bytes, run.findingTypes),
    isLastOfContract: next !== undefined && next.contract !== contract,
  };
}

/** Every signal is filled at the worst prices of its second. */
export function addFast(run: BacktestRun, sessions: readonly StoredSession[]): void {
  for (const at of sessions.keys()) run.addSession(factsOf(run, sessions, at));
}

/** Reads the files once more: each row goes to the book of its contract, those of a session through its fills. */
export async function addRowByRow(
  run: BacktestRun,
  sessions: readonly StoredSession[],
  files: readonly string[],
  product: Instrument,
): Promise<void> {
  const books = new Map<string, OrderBook | LevelBook>();
  let next = 0;
  let current: { readonly contract: string; readonly fills: QueueFills | null } | null = null;
  const readerOf = ({ symbol, tier }: RecordedInstrument): RowReader => {
    const book = books.get(symbol) ?? (tier === 'L3' ? new OrderBook() : new LevelBook());
    books.set(symbol, book);
    return {
      applyRow: (rows, at) => {
        const session = sessions[next];
        const isLive = (rows[at + COL_FLAGS]! & FLAG_SNAPSHOT) === 0;
        if (session?.contract === symbol && isLive && rowWholeMs(rows, at) >= session.openMs) {
          current = { contract: symbol, fills: run.addSession(factsOf(run, sessions, next), book) };
          next += 1;
        }
        if (current?.contract === symbol && current.fills !== null) current.fills.applyRow(rows, at);
        else book.applyRow(rows, at);
      },
    };
  };
  for (const file of files) {
    const rows = await openRecording(file);
    await named(file, () =>
      readInstruments(rows, (recorded) =>
        recorded.instrument.id === product.id ? readerOf(recorded) : IGNORED,
      ),
    );
  }
}
