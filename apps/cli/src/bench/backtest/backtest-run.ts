/** One measured backtest in a process of its own: sessions from disk, first without and then with base line and walk-forward. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { type BacktestRule, BacktestRun, RANDOM_SETS, readFacts, readRule } from '@undertow/backtest';
import { CME_CALENDAR, type Instrument, instrumentBySymbol } from '@undertow/market';
import { exampleRule } from '#backtest/example-rule.ts';

export interface BacktestRunFigures {
  readonly sessions: number;
  readonly trades: number;
  /** Of the whole result: a faster engine has the same one. */
  readonly resultHash: string;
  readonly first: Duration;
  readonly whole: Duration;
  /** The most memory that the process held after both, megabytes of 2^20 bytes. */
  readonly peakMb: number;
  readonly queue: Duration & { readonly signals: number };
}

/** Room for an unpacked session at once: in many small pieces it would be copied again. */
const UNPACKED_BYTES = 2_000_000;

/** Contracts of the events that the year is tested with: some twenty a day. */
const LARGE = 300;

interface Duration {
  readonly seconds: number;
  /** Processor time, which other work on the machine does not lengthen. */
  readonly cpuSeconds: number;
}

export const MARKET_FILE = 'market.dbn.zst';
export const SESSION_END = '.facts.zst';

async function timed<Value>(work: () => Value | Promise<Value>): Promise<readonly [Value, Duration]> {
  const before = process.cpuUsage();
  const startMs = performance.now();
  const value = await work();
  const { user, system } = process.cpuUsage(before);
  return [value, { seconds: (performance.now() - startMs) / 1000, cpuSeconds: (user + system) / 1_000_000 }];
}

function ruleOf(model: BacktestRule['fills']['model'], instrument: Instrument): BacktestRule {
  const { rule } = readRule(exampleRule(instrument.symbol), () => instrument);
  if (rule === null) throw new Error('the example is no rule');
  const [first] = rule.entry.all;
  if (first?.kind !== 'event') throw new Error('the example waits for no event');
  const minSize = model === 'fast' ? LARGE : 0;
  const entry = { ...rule.entry, all: [{ ...first, minSize }] };
  return { ...rule, entry, fills: { ...rule.fills, model } };
}

/** `folder` holds the sessions and a recording. */
export async function runBacktest(folder: string): Promise<BacktestRunFigures> {
  const instrument = instrumentBySymbol('ES');
  if (instrument === undefined) throw new Error('the catalogue has no ES');
  const files = readdirSync(folder).filter((name) => name.endsWith(SESSION_END));
  const runOf = (rule: BacktestRule, sets: number): BacktestRun =>
    new BacktestRun({ rule, instrument, calendar: CME_CALENDAR, seed: 1, chosenPerDay: 10, sets });
  const play = (sets: number) => {
    const run = runOf(ruleOf('fast', instrument), sets);
    for (const name of files.toSorted()) {
      const bytes = zstdDecompressSync(readFileSync(join(folder, name)), { chunkSize: UNPACKED_BYTES });
      run.addSession(readFacts(bytes, run.findingTypes));
      // Given back now: the collector waits until there are hundreds of megabytes of them
      bytes.buffer.transfer(0);
    }
    return run.result({ tried: { pValues: [], sharpes: [] }, zone: 'Europe/London' });
  };
  const [, first] = await timed(() => play(0));
  const [result, whole] = await timed(() => play(RANDOM_SETS));
  const peakMb = process.resourceUsage().maxRSS / 1024;
  // Reads rows through the detectors, which a test on facts does not load
  const { addRowByRow, readSessions } = await import('#backtest/read-sessions.ts');
  const market = [join(folder, MARKET_FILE)];
  const sessions = await readSessions(market, instrument, { data: () => undefined, note: () => undefined });
  const queue = runOf(ruleOf('queue', instrument), 0);
  const [, spent] = await timed(() => addRowByRow(queue, sessions, market, instrument));
  const { counts } = queue.result({ tried: { pValues: [], sharpes: [] }, zone: 'Europe/London' });
  return {
    sessions: files.length,
    trades: result.trades.length,
    resultHash: result.resultHash,
    first,
    whole,
    peakMb,
    queue: { ...spent, signals: counts.signals },
  };
}
