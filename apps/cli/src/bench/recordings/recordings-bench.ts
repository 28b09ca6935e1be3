/** Measures recorded sessions and writes their section of the note. */
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import {
  newAppendFile,
  openInstant,
  openRun,
  type RunHeader,
  type RunPaths,
  RunWriter,
  readDbn,
  runPaths,
  snapshotRows,
} from '@undertow/feeds';
import {
  type EventBatch,
  type Instrument,
  instrumentBySymbol,
  OrderBook,
  seededDraws,
} from '@undertow/market';
import type { Goal } from '#measurements/goal.ts';
import { median, quantile } from '#measurements/order-of-values.ts';
import { type Block, RepeatedBlock } from './recorded-stream.ts';

export interface RecordedRunFigures {
  readonly what: string;
  readonly records: number;
  readonly orders: number;
  /** Processor time of a record, all threads; and what of it is the event loop's. Microseconds. */
  readonly writeMicros: number;
  readonly loopMicros: number;
  /** The longest that the event loop was held, by a row and a whole book. */
  readonly longestMs: number;
  /** Bytes of rows, index and books by those of the uncompressed records. */
  readonly ratio: number;
  readonly booksShare: number;
  readonly openMs: readonly number[];
  /** Million records a second, by the clock and by the processor time of all threads. */
  readonly readMillions: number;
  readonly readMillionsCpu: number;
  /** The same by the reader of any DBN file, in turns with it: what a busy machine makes of either. */
  readonly plainMillions: number;
  readonly plainMillionsCpu: number;
}

export interface RecordingsFigures {
  readonly date: string;
  readonly load: number;
  readonly runs: readonly RecordedRunFigures[];
}

const RECORD_BYTES = 56;
const INSTANTS = 25;
const PASSES = 3;
/** Rows between two pauses: the disk must keep up, as at the rates of a feed it does. */
const SLICE_ROWS = 1736;
/** Rows of a second in a product with thirty million a day. */
const SECOND_ROWS = 347.2;
const MAX_WAITING = 8 * 2 ** 20;
/** Ten products with thirty million records a day each. */
const DAY_RATE = (10 * 30e6) / 86_400;

/** Records so many rows of the block below a folder of its own, and reads them. */
export async function measureRecording(
  what: string,
  block: Block,
  records: number,
): Promise<RecordedRunFigures> {
  const folder = await mkdtemp(join(tmpdir(), 'undertow-bench-'));
  try {
    const paths = runPaths(folder, 'bench', false);
    const stream = new RepeatedBlock(block, instrument().id);
    const written = await write(paths, stream, records);
    return {
      what,
      records,
      ...written,
      ...(await sizes(paths, records)),
      ...(await read(paths, stream, records)),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function instrument(): Instrument {
  const found = instrumentBySymbol('ES');
  if (found === undefined) throw new Error('the catalogue has no ES');
  return found;
}

function headerOf(startMs: number): RunHeader {
  const { id: instrumentId, symbol: product, tickNanos } = instrument();
  return {
    ...{ version: 1, source: 'simulated', product, instrumentId, tickNanos, tier: 'L3', run: 'bench' },
    ...{ contract: 'ESH6', tradingDay: '2026-03-02', dataset: 'UNDERTOW.SIM', startMs },
    ...{ continues: false, isSealed: false },
  };
}

async function write(paths: RunPaths, stream: RepeatedBlock, records: number) {
  const files = {
    rows: newAppendFile(paths.rows),
    index: newAppendFile(paths.index),
    books: newAppendFile(paths.books),
    tail: newAppendFile(paths.tail),
  };
  const onFailure = (error: Error): void => {
    throw error;
  };
  const book = new OrderBook();
  const writer = new RunWriter({ header: headerOf(stream.startMs), files, seal: null, onFailure });
  let [loopMs, longestMs, applyMicros] = [0, 0, 0];
  const before = process.cpuUsage();
  for (let from = 0; from < records; from += SLICE_ROWS) {
    const startedMs = performance.now();
    if (writer.isBetweenEvents && writer.isBookDue(book.liveOrders))
      writer.keepBook(
        snapshotRows(book, { instrumentId: 1, timeHi: 0, timeLo: 0, sequence: from, rptSeq: 0 }),
      );
    stream.each(from, Math.min(records, from + SLICE_ROWS), (row) => writer.push(row, 0));
    // A frame is written when it is full or five seconds old
    for (let tick = 0; tick < SLICE_ROWS / SECOND_ROWS; tick += 1) writer.tick();
    const heldMs = performance.now() - startedMs;
    loopMs += heldMs;
    longestMs = Math.max(longestMs, heldMs);
    // The book is the session's own work: measured apart, and left out
    const { user } = process.cpuUsage();
    stream.each(from, Math.min(records, from + SLICE_ROWS), (row) => book.applyRow(row, 0));
    applyMicros += process.cpuUsage().user - user;
    while (writer.waiting > MAX_WAITING) await setTimeout(2);
  }
  await writer.end('closed');
  const { user, system } = process.cpuUsage(before);
  return {
    orders: book.liveOrders,
    writeMicros: (user + system - applyMicros) / records,
    loopMicros: (loopMs * 1000) / records,
    longestMs,
  };
}

async function sizes(paths: RunPaths, records: number) {
  const bytesOf = async (path: string): Promise<number> => (await stat(path).catch(() => null))?.size ?? 0;
  const [rows, index] = [await bytesOf(paths.rows), await bytesOf(paths.index)];
  const books = await bytesOf(paths.books);
  const raw = records * RECORD_BYTES;
  return { ratio: (rows + index + books) / raw, booksShare: books / raw };
}

async function read(paths: RunPaths, stream: RepeatedBlock, records: number) {
  const draw = seededDraws(7);
  const openMs: number[] = [];
  const reader = await openRun(paths.rows);
  const latestMs = reader.index.end?.latestMs ?? stream.startMs;
  await reader.close();
  for (let instant = 0; instant < INSTANTS; instant += 1) {
    const timeMs = stream.startMs + draw() * (latestMs - stream.startMs);
    const startedMs = performance.now();
    const one = await openRun(paths.rows);
    const opened = await openInstant(one, timeMs);
    await opened.after.next();
    openMs.push(performance.now() - startedMs);
    await opened.close();
    await one.close();
  }
  return { openMs, ...(await readAll(paths, records)) };
}

interface Rate {
  readonly wall: number;
  readonly cpu: number;
}

async function readAll(paths: RunPaths, records: number) {
  const [ours, plain]: [Rate[], Rate[]] = [[], []];
  for (let pass = 0; pass < PASSES; pass += 1) {
    const reader = await openRun(paths.rows);
    ours.push(await rateOf(reader.rows(reader.start), records));
    await reader.close();
    plain.push(await rateOf((await readDbn(paths.rows)).batches, records));
  }
  return {
    readMillions: median(ours.map(({ wall }) => wall)),
    readMillionsCpu: median(ours.map(({ cpu }) => cpu)),
    plainMillions: median(plain.map(({ wall }) => wall)),
    plainMillionsCpu: median(plain.map(({ cpu }) => cpu)),
  };
}

/** Million records a second. */
async function rateOf(batches: AsyncIterable<EventBatch>, records: number): Promise<Rate> {
  const [startedMs, before] = [performance.now(), process.cpuUsage()];
  let count = 0;
  for await (const batch of batches) count += batch.count;
  const { user, system } = process.cpuUsage(before);
  // Status and blocks are in the index only
  if (count < records * 0.999) throw new Error(`expected ${records} records, read ${count}`);
  return { wall: count / (performance.now() - startedMs) / 1000, cpu: count / (user + system) };
}

/** Date and load of a run that begins now. */
export function runCircumstances(): Pick<RecordingsFigures, 'date' | 'load'> {
  return { date: new Date().toISOString().slice(0, 10), load: loadavg()[0] ?? 0 };
}

export function recordingsGoals({ runs }: RecordingsFigures): Goal[] {
  return runs.flatMap((run) => {
    const share = (rate: number): number => run.writeMicros * rate * 1e-6;
    const worstMs = quantile(run.openMs, 1);
    const what = `${run.what}, ${(run.records / 1e6).toFixed(0)} M records`;
    return [
      {
        what: `${what}: writing, ten products of 30 M records a day`,
        goal: '≤ 5 % of a core',
        reached:
          `${(100 * share(DAY_RATE)).toFixed(2)} % (${run.writeMicros.toFixed(2)} µs a record, ${run.loopMicros.toFixed(2)} ` +
          `of them on the event loop; ${(100 * share(100_000)).toFixed(1)} % at 100,000 a second)`,
        met: share(DAY_RATE) <= 0.05,
      },
      {
        what: `${what}: bytes on disk by raw bytes, index and books included`,
        goal: '≤ 0.35',
        reached: `${run.ratio.toFixed(3)} (${run.booksShare.toFixed(4)} of it books of ${run.orders} orders)`,
        met: run.ratio <= 0.35,
      },
      {
        what: `${what}: any instant opened, book and next rows`,
        goal: '≤ 1 s',
        reached: `${worstMs.toFixed(0)} ms the slowest of ${run.openMs.length}, median ${median(run.openMs).toFixed(0)} ms`,
        met: worstMs <= 1000,
      },
      {
        what: `${what}: sequential read, decompressed and decoded`,
        goal: '≥ 5 M records/s',
        reached:
          `${run.readMillions.toFixed(1)} M records/s, ${run.readMillionsCpu.toFixed(1)} M a second of processor time ` +
          `(readDbn ${run.plainMillions.toFixed(1)} and ${run.plainMillionsCpu.toFixed(1)} M)`,
        met: run.readMillions >= 5,
      },
    ];
  });
}

export function recordingsSection(figures: RecordingsFigures): string {
  const rows = recordingsGoals(figures).map(
    ({ what, goal, reached, met }) => `| ${what} | ${goal} | ${reached} | ${met ? 'yes' : 'no'} |`,
  );
  const longest = figures.runs.map(({ longestMs }) => longestMs.toFixed(1)).join(' and ');
  return [
    `\`npm run bench -- --only recordings --records ${figures.runs[0]?.records ?? 0}\`, ${figures.date}. ${cpus().length} cores, ` +
      `load ${figures.load.toFixed(1)} at the start.`,
    '',
    '| What | Goal | Reached | Met |',
    '|---|---|---|---|',
    ...rows,
    '',
    'Recordings are made by repeating a market with new order ids, times and numbers: two hundred thousand rows of simulated ES, and a million of',
    'the bench stream with its deep book; the tail is written as at 347 rows a second. Processor time is that of all threads,',
    'compression included, at full speed; the book that a session keeps in any case is left out. Files were written just before they are',
    'read: no disk is waited for. An instant is opened from nothing, with the index. `readDbn`, which reads any DBN file, takes turns with the',
    'sequential reading: on a quiet machine it reads 4.0 M records/s, so that the ratio of the two is what a busy one leaves comparable.',
    `The event loop was held for ${longest} ms at most, by 1736 rows at once and a whole book.`,
  ].join('\n');
}
