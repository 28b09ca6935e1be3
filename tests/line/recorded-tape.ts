/** Two minutes of a tape with an iceberg, recorded in a folder: what tests of replays open. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openFileRecordings } from '@undertow/server/src/adapters/recordings/file-recordings.ts';
import { openMemoryDatabase } from '@undertow/server/testing/database/databases.ts';
import { hitBid, iceberg, quotes, TapeFeed } from '@undertow/server/testing/tape-feed.ts';
import { vi } from 'vitest';
import { openRig, type Rig } from './line-rig.ts';
import { ReplayDesk } from './replay-desk.ts';

/** 2026-11-20 16:00 UTC, a Friday morning in Chicago. */
export const START = Date.UTC(2026, 10, 20, 16);
export const ICEBERG_MS = START + 30_000;
export const FIRST_PRICE = 20_000;
/** After the present that a Basic viewer may replay. */
export const LATE_PRICE = 24_444;

export interface RecordedTape {
  readonly rig: Rig;
  readonly desk: ReplayDesk;
  /** The folder of the recordings. */
  readonly root: string;
  close(): Promise<void>;
}

/** Where the play waits for the disk: what is written between is in chunks of its own, whatever the machine's pace. */
const PAUSES_MS = [START + 60_000, START + 100_000, START + 120_000] as const;

/** Two minutes of quotes that climb, with an iceberg among them; then a price that was never seen before. */
async function play(rig: Rig, recordedUntil: (ms: number) => Promise<unknown>): Promise<void> {
  const { feed } = rig;
  let id = 1000;
  let price = FIRST_PRICE;
  let quoted: number | null = null;
  const step = (): void => {
    const { presentMs } = feed;
    if (presentMs % 1000 !== 0) return;
    feed.push(1, presentMs, quotes(price, id, quoted));
    feed.push(1, presentMs, hitBid(price - 1, 5, id, 45, id + 2));
    quoted = id;
    id += 10;
    price += 1;
    if (presentMs === ICEBERG_MS) feed.push(1, presentMs, iceberg(price - 3, 900_000, 900_010, 9));
  };
  for (const pauseMs of PAUSES_MS) {
    await rig.pass(pauseMs - feed.presentMs, step);
    await recordedUntil(pauseMs - 1000);
  }
  price = LATE_PRICE;
  await rig.pass(5000, step);
}

export async function recordTape(options: { readonly source?: 'databento' } = {}): Promise<RecordedTape> {
  const database = await openMemoryDatabase();
  const root = mkdtempSync(join(tmpdir(), 'undertow-replay-'));
  const limits = { days: 30, maxBytes: 1e9 };
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const passed = { ms: () => 0 };
  const recordings = openFileRecordings({
    ...{ root, isOn: true, limits, databentoDataset: '', log },
    monotonicMs: () => passed.ms(),
  });
  const rig = await openRig({ feed: new TapeFeed({ nowMs: START, ...options }), database, recordings });
  passed.ms = () => rig.elapsed.ms;
  const desk = new ReplayDesk(rig);
  // Once a second what was received is on the disk
  const recordedUntil = (ms: number) =>
    vi.waitFor(
      async () => {
        const [run] = await recordings.list();
        if ((run?.latestMs ?? 0) < ms) throw new Error(`not yet: recorded until ${run?.latestMs}`);
      },
      { timeout: 60_000, interval: 50 },
    );
  await play(rig, recordedUntil);
  await recordedUntil(START + 124_000);
  return {
    ...{ rig, desk, root },
    async close() {
      await rig.close();
      await database.close();
      rmSync(root, { recursive: true });
    },
  };
}
