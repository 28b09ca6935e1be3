/** Queue fills on the server: in the place that an order really had, as on the command line, and none where rows are missing. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { captured } from '@undertow/cli/testing/recorded-data.ts';
import {
  type BacktestDto,
  type BacktestResultDto,
  type BacktestTradeDto,
  getBacktestResult,
  listBacktests,
  listBacktestTrades,
  type TestedData,
  upload,
} from '@undertow/contracts';
import { MINUTE_MS } from '@undertow/market';
import { openUploadFiles } from '@undertow/server/src/adapters/backtests/upload-files.ts';
import { startJobWorker } from '@undertow/server/src/assembly/jobs/start-job-worker.ts';
import type { Recordings } from '@undertow/server/src/ports/recordings.ts';
import { openTestApp, TEST_ORIGIN, type TestApp, type TestUser } from '@undertow/server/testing/app.ts';
import { QUEUE_RULE, queueMarket } from '@undertow/server/testing/recordings/queue-market.ts';
import {
  EVENING_MS,
  HandSession,
  openedRecordings,
} from '@undertow/server/testing/recordings/recorded-session.ts';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

const POLLED = { timeout: 150_000, interval: 100 };
const OPENED_MS = EVENING_MS + 11 * MINUTE_MS;

let app: TestApp;
let root: string;
/** The recorded session by hand. */
let recording: string;
let areRowsKept = true;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'undertow-queue-'));
  const { recordings } = openedRecordings(join(root, 'recordings'));
  const session = new HandSession(recordings);
  session.snapshot(OPENED_MS);
  for (const row of queueMarket(OPENED_MS, 4)) session.take(row);
  session.recording.close();
  await recordings.close();
  const [run] = await recordings.list({ owner: null, product: 'ES' });
  recording = run?.path ?? '';
  const list: Recordings['list'] = async (query, seal) => {
    const runs = await recordings.list(query, seal);
    return areRowsKept ? runs : runs.map((one) => ({ ...one, path: '/nowhere.dbn.zst' }));
  };
  const none = { openInstant: async () => null, eraseOwner: async () => ({ count: 0, bytes: 0 }) };
  app = await openTestApp({
    recordings: { ...none, list, status: () => recordings.status() },
    uploadFiles: openUploadFiles(join(root, 'uploads'), async () => 1e12),
  });
});
afterAll(async () => {
  await app.close();
  rmSync(root, { recursive: true });
});

async function call(user: TestUser, method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) {
  const bytes = payload instanceof Uint8Array ? { 'content-type': 'application/octet-stream' } : {};
  const headers = { ...user.headers, ...bytes, origin: TEST_ORIGIN, 'sec-fetch-site': 'same-origin' };
  const sent = payload === undefined ? {} : { payload };
  const response = await app.http.inject({ method, url: `/api/backtests${url}`, headers, ...sent });
  expect(response.statusCode, response.body).toBeLessThan(300);
  return response.json();
}

interface Tested {
  readonly result: BacktestResultDto;
  /** Oldest first. */
  readonly trades: readonly BacktestTradeDto[];
}

async function backtest(user: TestUser, text: string, data: TestedData = 'recorded'): Promise<Tested> {
  const worker = startJobWorker({ ...app.parts, log: app.parts.log as never });
  onTestFinished(() => worker.stop());
  const { id }: BacktestDto = await call(user, 'POST', '', { text, zone: 'UTC', data });
  const state = async () => {
    const { backtests } = listBacktests.response.parse(await call(user, 'GET', ''));
    const one = backtests.find((candidate) => candidate.id === id);
    return one?.error ?? one?.state;
  };
  await expect.poll(state, POLLED).toBe('done');
  const { trades } = listBacktestTrades.response.parse(await call(user, 'GET', `/${id}/trades?limit=200`));
  return {
    result: getBacktestResult.response.parse(await call(user, 'GET', `/${id}/result`)),
    trades: trades.toReversed(),
  };
}

async function onCommandLine(text: string, file: string) {
  const path = join(root, 'rule.yaml');
  writeFileSync(path, text);
  const { code, data, notes } = await captured('backtest', path, file, '--json', '--zone', 'UTC');
  expect([code, notes]).toEqual([0, []]);
  return JSON.parse(data.join('\n'));
}

/** What both state of a trade. */
const seen = (
  trade: Pick<BacktestTradeDto, 'side' | 'entryPrice' | 'exitPrice' | 'reason' | 'fill' | 'netR'>,
) => [trade.side, Number(trade.entryPrice), Number(trade.exitPrice), trade.reason, trade.fill, trade.netR];

async function expectAsOnCommandLine({ result, trades }: Tested, text: string, file: string): Promise<void> {
  const { counts, key, fills, baseLine, ruleHash, trades: others } = await onCommandLine(text, file);
  expect({ counts, key, fills, baseLine, ruleHash }).toEqual({
    ...{ counts: result.counts, key: result.key, fills: result.fills },
    ...{ baseLine: result.baseLine, ruleHash: result.ruleHash },
  });
  expect(trades.map(seen)).toEqual(others.map(seen));
  expect(trades.map(({ entryAt, exitAt }) => [Date.parse(entryAt), Date.parse(exitAt)])).toEqual(
    others.map(({ entryMs, exitMs }: { entryMs: number; exitMs: number }) => [
      Math.floor(entryMs),
      Math.floor(exitMs),
    ]),
  );
}

test('a limit order behind others is filled when one that joined later is executed, and else not', async () => {
  const user = await app.newUser('elite', [1]);
  const tested = await backtest(user, QUEUE_RULE);
  expect(tested.result.counts).toEqual({ signals: 4, trades: 2, inPosition: 0, unfilled: 2, undecided: 0 });
  expect(tested.result.fills).toEqual({
    model: 'queue',
    sources: ['by_order'],
    rows: { withRows: 1, withoutRows: 0 },
  });
  expect(tested.trades.map(({ entryPrice, fill }) => [entryPrice, fill])).toEqual([
    ['5000.00', 'by_order'],
    ['5000.00', 'by_order'],
  ]);
  await expectAsOnCommandLine(tested, QUEUE_RULE, recording);
}, 300_000);

test('a session whose rows are gone fills nothing, and is counted; the same rule filled fast is no other rule', async () => {
  const user = await app.newUser('elite', [1]);
  await backtest(user, QUEUE_RULE);
  areRowsKept = false;
  onTestFinished(() => {
    areRowsKept = true;
  });
  const { result } = await backtest(user, QUEUE_RULE);
  expect(result.counts).toMatchObject({ signals: 4, trades: 0, undecided: 4 });
  expect(result.fills).toEqual({ model: 'queue', sources: [], rows: { withRows: 0, withoutRows: 1 } });
  const fast = await backtest(user, QUEUE_RULE.replace('model: queue', 'model: fast'));
  expect(fast.result.fills).toMatchObject({ model: 'fast', rows: null });
  expect(fast.result.correction.rulesTried).toBe(1);
}, 300_000);

test('a file of a user is filled as on the command line, and counts apart from what was recorded', async () => {
  const out = join(root, 'simulated');
  const size = ['--minutes', '6', '--seed', '3', '--scenario', 'dense'];
  expect((await captured('simulate', ...size, '--out', out)).code).toBe(0);
  const text = (await captured('backtest', '--example')).data.join('\n');
  const user = await app.newUser('elite', [1]);
  await backtest(user, QUEUE_RULE);
  const file = join(out, 'market.dbn.zst');
  const bytes = readFileSync(file);
  const { id } = upload.parse(
    await call(user, 'POST', '/uploads', { fileName: 'a.dbn', bytes: bytes.length }),
  );
  await call(user, 'PUT', `/uploads/${id}/content?offset=0`, bytes);
  const ready = async () => (await call(user, 'GET', '/uploads')).uploads[0].state;
  await expect.poll(ready, POLLED).toBe('ready');
  const tested = await backtest(user, text, 'uploads');
  expect(tested.trades.length).toBeGreaterThan(2);
  expect(tested.result.fills.sources).toEqual(['by_order']);
  expect(tested.result.correction.rulesTried).toBe(1);
  await expectAsOnCommandLine(tested, text, file);
  const { tried } = listBacktests.response.parse(await call(user, 'GET', ''));
  expect(tried.map(({ source, rules }) => [source, rules])).toEqual([
    ['databento', 1],
    ['replay', 1],
  ]);
}, 300_000);
