/** Measures the live feed of Databento: records per processor second, a fast stream without loss, and the first books of ten products. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { GCProfiler } from 'node:v8';
import { type DatabentoFeed, openDatabentoFeed } from '@undertow/feeds';
import { COL_FLAGS, type EventBatch, FLAG_LAST, FLAG_SNAPSHOT, ROW_LENGTH } from '@undertow/market';

const KEY = 'db-0123456789abcdefghijklmnopqrs';
const ES = 1;
const RECORDS = 3_000_000;
/** Of the stream that comes as fast as it can be read. */
const PASSES = 5;
const FAST_PER_SECOND = 200_000;
const FAST_SECONDS = 10;
/** Compiled and with warm caches from here on. */
const WARM = 500_000;
const TEN = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
const BOOKS_MS = 60_000;

interface Gateway {
  readonly child: ChildProcess;
  readonly port: number;
  /** Records that it sends. */
  readonly count: number;
}

async function startGateway(script: URL, args: readonly string[]): Promise<Gateway> {
  const child = fork(fileURLToPath(script), args);
  const [message] = (await once(child, 'message')) as [{ port: number; count: number }];
  return { child, ...message };
}

function openFeed({ port }: Gateway, instruments: readonly number[]): Promise<DatabentoFeed> {
  return openDatabentoFeed({
    key: KEY,
    dataset: 'GLBX.MDP3',
    gateway: { host: '127.0.0.1', port },
    instruments,
    nowMs: Date.now,
    monotonicMs: () => performance.now(),
    random: Math.random,
    onState: () => undefined,
  });
}

/** Bytes that were allocated between two calls, from what each collection found and left. */
function allocatedBytes(
  statistics: ReturnType<GCProfiler['stop']>['statistics'],
  [before, after]: readonly [number, number],
): number {
  let leftBytes = before;
  let allocated = 0;
  for (const { beforeGC, afterGC } of statistics) {
    allocated += beforeGC.heapStatistics.usedHeapSize - leftBytes;
    leftBytes = afterGC.heapStatistics.usedHeapSize;
  }
  return allocated + after - leftBytes;
}

interface StreamFigures {
  readonly records: number;
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly bytesPerRecord: number;
  readonly lost: number;
  readonly gaps: number;
  readonly maxBacklogBytes: number;
}

/** Reads what the gateway sends, from the warm-up on. */
async function measureStream(records: number, perSecond: number): Promise<StreamFigures> {
  const gateway = await startGateway(new URL('./dataset-gateway.ts', import.meta.url), [
    String(records),
    String(perSecond),
  ]);
  const feed = await openFeed(gateway, [ES]);
  const done = Promise.withResolvers<void>();
  const profiler = new GCProfiler();
  let [seen, maxBacklogBytes] = [0, 0];
  let begin = { cpu: process.cpuUsage(), ms: 0, heap: 0, seen: 0 };
  const onBatch = ({ count }: EventBatch): void => {
    seen += count;
    maxBacklogBytes = Math.max(maxBacklogBytes, feed.status().backlogBytes);
    if (begin.ms === 0 && seen >= WARM) {
      profiler.start();
      const { heapUsed } = process.memoryUsage();
      begin = { cpu: process.cpuUsage(), ms: performance.now(), heap: heapUsed, seen };
    }
    if (seen >= gateway.count) done.resolve();
  };
  feed.open(ES, {
    onBatch,
    onTransport: () => undefined,
    onEnd: () => done.reject(new Error('the feed ended')),
  });
  await done.promise;
  const { user, system } = process.cpuUsage(begin.cpu);
  const seconds = (performance.now() - begin.ms) / 1000;
  const heap = [begin.heap, process.memoryUsage().heapUsed] as const;
  const measured = seen - begin.seen;
  const figures = {
    records: measured,
    seconds,
    cpuSeconds: (user + system) / 1e6,
    bytesPerRecord: allocatedBytes(profiler.stop().statistics, heap) / measured,
    lost: gateway.count - seen,
    gaps: feed.status().gaps,
    maxBacklogBytes,
  };
  await feed.close();
  gateway.child.disconnect();
  return figures;
}

/** From opening ten products until each has its whole book. The stand-in simulates all ten beside it. */
async function measureBooks(): Promise<number> {
  const gateway = await startGateway(new URL('./ten-products.ts', import.meta.url), [
    KEY,
    ...TEN.map(String),
  ]);
  const feed = await openFeed(gateway, TEN);
  const startMs = performance.now();
  const books = TEN.map((id) => {
    const whole = Promise.withResolvers<void>();
    const onBatch = ({ rows, count }: EventBatch): void => {
      for (let at = 0; at < count * ROW_LENGTH; at += ROW_LENGTH) {
        const flags = rows[at + COL_FLAGS]!;
        if ((flags & FLAG_SNAPSHOT) !== 0 && (flags & FLAG_LAST) !== 0) whole.resolve();
      }
    };
    feed.open(id, { onBatch, onTransport: () => undefined, onEnd: () => whole.reject(new Error('ended')) });
    return whole.promise;
  });
  const late = setTimeout(() => process.exit(1), BOOKS_MS);
  await Promise.all(books);
  clearTimeout(late);
  const booksMs = performance.now() - startMs;
  await feed.close();
  gateway.child.disconnect();
  return booksMs;
}

/** The median of the passes: what else a machine runs takes a third of a short one. */
async function measureFull(): Promise<StreamFigures> {
  const passes: StreamFigures[] = [];
  for (let pass = 0; pass < PASSES; pass += 1) passes.push(await measureStream(RECORDS, 0));
  return passes.toSorted((a, b) => a.cpuSeconds - b.cpuSeconds)[(PASSES - 1) / 2]!;
}

const figures = {
  full: await measureFull(),
  fast: await measureStream(FAST_PER_SECOND * FAST_SECONDS + WARM, FAST_PER_SECOND),
  booksMs: await measureBooks(),
};
process.stdout.write(`${JSON.stringify(figures)}\n`);
