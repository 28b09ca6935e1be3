/** A data folder with hours of the simulated ES, stored by the product itself: products of the journeys begin with a copy. */
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { getFeedStatus } from '@undertow/contracts';
import { DAY_MS } from '@undertow/market';
import { startProduct } from '#tests/drive/product.ts';
import { addInstrumentByHttp, signInByHttp } from '#tests/drive/sign-in-by-http.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const CACHE = join(ROOT, 'node_modules/.cache/undertow-market');
/** What a market and its storage are made with. */
const SOURCES = [
  'packages/market/src',
  'packages/contracts/src',
  'packages/detection/src',
  'packages/simulator/src',
  'packages/feeds/src',
  'apps/server/src',
  'apps/sandbox/src/config',
];
const FILES = ['package-lock.json', 'tests/setup/stored-market.ts'];
const ES = 1;
/** A market this close to the clock is live. */
const LIVE_LAG_MS = 10_000;
/** Other tests have both cores meanwhile. */
const LIVE_WITHIN_MS = 900_000;

/** Changes with the sources, and every day: a product continues a market of hours ago, as after a restart. */
function marketKey(): string {
  const inFolder = (folder: string): string[] =>
    readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/\.test\.ts$|\.md$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length));
  const hash = createHash('sha256').update(new Date().toISOString().slice(0, 10));
  for (const path of [...SOURCES.flatMap(inFolder), ...FILES].toSorted())
    hash.update(`${path}\n`).update(readFileSync(join(ROOT, path)));
  return hash.digest('hex').slice(0, 24);
}

/** Whether nothing waits to be written: what a stop has no time for would be missing in the copies. */
async function isStored(origin: string): Promise<boolean> {
  const text = await (await fetch(`${origin}/metrics`)).text();
  return /^undertow_recorder_waiting 0$/m.test(text);
}

/** Resolves when the history of ES has reached the present and is stored. */
async function untilLive(origin: string, signal: AbortSignal): Promise<void> {
  const { cookie } = await signInByHttp(origin, 'history@example.com', 'elite');
  await addInstrumentByHttp(origin, cookie, ES);
  const deadline = Date.now() + LIVE_WITHIN_MS;
  while (Date.now() < deadline) {
    signal.throwIfAborted();
    const response = await fetch(`${origin}/api/feed-status?instrumentId=${ES}`, { headers: { cookie } });
    const { lastMessageAt } = getFeedStatus.response.parse(await response.json());
    const isLive = lastMessageAt !== null && Date.now() - Date.parse(lastMessageAt) < LIVE_LAG_MS;
    if (isLive && (await isStored(origin))) return;
    await wait(200);
  }
  throw new Error(`expected the history to reach the present within ${LIVE_WITHIN_MS / 1000} s`);
}

async function makeMarket(folder: string, signal: AbortSignal): Promise<void> {
  const product = await startProduct({ seed: 7, env: { SIM_INSTRUMENTS: 'ES' } });
  try {
    await untilLive(product.origin, signal);
  } catch (error) {
    await product.stop();
    throw error;
  }
  await product.stop({ keepData: true });
  if (product.process.exitCode !== 0)
    throw new Error(`expected the product to store everything as it stops:\n${product.output()}`);
  cpSync(product.dataDir, folder, { recursive: true });
  rmSync(product.dataDir, { recursive: true });
}

/** Removes what earlier days and sources left, and what a killed run was making. */
function removeOld(): void {
  for (const name of readdirSync(CACHE)) {
    const made = statSync(join(CACHE, name), { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - made > DAY_MS) rmSync(join(CACHE, name), { recursive: true, force: true });
  }
}

/**
 * The folder, made when the sources changed or the day did. Runs at the same time each get a whole one. An aborted
 * signal ends its making.
 */
export async function storedMarket(signal: AbortSignal): Promise<string> {
  const folder = join(CACHE, marketKey());
  if (existsSync(folder)) return folder;
  mkdirSync(CACHE, { recursive: true });
  removeOld();
  const made = mkdtempSync(join(CACHE, 'making-'));
  try {
    await makeMarket(made, signal);
    renameSync(made, folder);
  } catch (error) {
    rmSync(made, { recursive: true, force: true });
    // A folder that holds something is not replaced: another run was first
    if (!existsSync(folder)) throw error;
  }
  return folder;
}
