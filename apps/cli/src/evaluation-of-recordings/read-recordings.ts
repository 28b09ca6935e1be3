/** Reads every recording of a folder; one that fails is named with its reason, and the others are read on. */
import { named, noteLeftOut, openRecording } from '#recordings/open-recording.ts';
import { readInstruments } from '#recordings/read-instruments.ts';
import { failureText } from '#terminal/failure-text.ts';
import { InputError, type Terminal } from '#terminal/terminal.ts';
import { isSame } from './exact-facts.ts';
import { InstrumentReader } from './instrument-reader.ts';
import { RecordedMarket } from './recorded-market.ts';
import { pathOf } from './recording-files.ts';

/** One instrument of one file. */
export interface ReadInstrument {
  readonly file: string;
  readonly symbol: string;
  readonly market: string;
  readonly fromMs: number;
  readonly toMs: number;
  readonly hours: number;
  /** Exact facts in which detectors and oracle differ, as sentences. */
  readonly differences: readonly string[];
}

export interface ReadRecordings {
  readonly instruments: readonly ReadInstrument[];
  readonly markets: readonly RecordedMarket[];
  /** Files without orders, levels or trades of an instrument with a known tick size. */
  readonly empty: readonly string[];
  /** Files that could not be read, with the reason. */
  readonly failures: readonly string[];
}

export async function readRecordings(
  folder: string,
  files: readonly string[],
  terminal: Terminal,
): Promise<ReadRecordings> {
  const instruments: ReadInstrument[] = [];
  const markets = new Map<string, RecordedMarket>();
  const empty: string[] = [];
  const failures: string[] = [];
  for (const file of files) {
    try {
      const readers = await readFile(pathOf(folder, file), terminal);
      if (readers.length === 0) empty.push(file);
      for (const reader of readers) {
        const market = marketOf(markets, reader);
        market.add(reader);
        instruments.push(readInstrument(file, market.name, reader));
      }
    } catch (error) {
      failures.push(`${file}: ${unreadable(error).replace(`${pathOf(folder, file)}: `, '')}`);
    }
  }
  return { instruments, markets: [...markets.values()], empty, failures };
}

async function readFile(path: string, terminal: Terminal): Promise<InstrumentReader[]> {
  const rows = await openRecording(path);
  const readers = await named(path, () =>
    readInstruments(rows, (recorded) => new InstrumentReader(recorded)),
  );
  noteLeftOut(path, rows, terminal);
  for (const reader of readers.values()) reader.finish();
  return [...readers.values()];
}

/** What is neither the file's content nor the file system is a fault of ours, which ends everything. */
function unreadable(error: unknown): string {
  if (error instanceof InputError || (error instanceof Error && 'code' in error)) return failureText(error);
  throw error;
}

function marketOf(markets: Map<string, RecordedMarket>, { recorded }: InstrumentReader): RecordedMarket {
  const made = new RecordedMarket(recorded.instrument.symbol, recorded.tier);
  const market = markets.get(made.name) ?? made;
  markets.set(market.name, market);
  return market;
}

function readInstrument(file: string, market: string, reader: InstrumentReader): ReadInstrument {
  const { symbol } = reader.recorded;
  const { fromMs, toMs, hours } = reader.open;
  const differences = reader
    .comparisons()
    .filter((comparison) => !isSame(comparison))
    .map(({ fact, detectors, oracle, differing }) => {
      const list = differing.length === 0 ? '' : ` (${differing.join('; ')})`;
      return `${file}, ${symbol}: ${fact}: detectors ${detectors}, messages ${oracle}${list}`;
    });
  return { file, symbol, market, fromMs, toMs, hours, differences };
}
