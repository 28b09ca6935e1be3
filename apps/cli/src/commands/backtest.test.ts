/** Backtests of simulated recordings and, where they are beside the checkout, of recorded ones. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { captured, ES_RECORDING, HAS_RECORDED_DATA } from '#testing/recorded-data.ts';

let scratch = '';
let example = '';
const MARKET = 'L3/market.dbn.zst';

async function simulate(folder: string, ...options: string[]): Promise<void> {
  const size = ['--minutes', '6', '--seed', '3', '--scenario', 'dense'];
  const { code } = await captured('simulate', ...size, '--out', join(scratch, folder), ...options);
  expect(code).toBe(0);
}

beforeAll(async () => {
  scratch = mkdtempSync(join(tmpdir(), 'undertow-backtest-'));
  example = (await captured('backtest', '--example')).data.join('\n');
  await simulate('L3');
});
afterAll(() => rmSync(scratch, { recursive: true }));

function ruleFile(name: string, change: (text: string) => string = (text) => text): string {
  const path = join(scratch, name);
  writeFileSync(path, change(example));
  return path;
}

interface Result {
  readonly verdict: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly fills: { readonly sources: readonly string[] };
  readonly testedOn: { readonly sessions: number; readonly gaps: number };
  readonly trades: readonly Readonly<Record<string, unknown>>[];
  readonly resultHash: string;
}

async function result(rule: string, ...files: string[]): Promise<Result> {
  const paths = files.map((file) => (file.startsWith('/') ? file : join(scratch, file)));
  const { code, data, notes } = await captured('backtest', rule, ...paths, '--json');
  expect([code, notes]).toEqual([0, []]);
  return JSON.parse(data.join('\n'));
}

test('the example is filled order by order, the same each time', async () => {
  const rule = ruleFile('queue.yaml');
  const first = await result(rule, MARKET);
  expect(first.fills.sources).toEqual(['by_order']);
  expect(first.counts['trades']).toBeGreaterThan(2);
  expect(first.trades[0]).toMatchObject({
    entryPrice: expect.stringMatching(/^\d{4}\.\d+$/),
    netUsd: expect.stringMatching(/^-?\d+\.\d\d$/),
  });
  expect(await result(rule, MARKET)).toEqual(first);
});

test('fast fills of the same signals enter at no better price than the recorded book', async () => {
  const queue = await result(ruleFile('queue.yaml'), MARKET);
  const fast = await result(
    ruleFile('fast.yaml', (text) => text.replace('model: queue', 'model: fast')),
    MARKET,
  );
  expect(fast.fills.sources).toEqual(['fast']);
  const entries = new Map(queue.trades.map(({ signalMs, entryPrice }) => [signalMs, Number(entryPrice)]));
  const both = fast.trades.filter(({ signalMs }) => entries.has(signalMs as number));
  expect(both.length).toBeGreaterThan(0);
  for (const { signalMs, side, entryPrice } of both) {
    const recorded = entries.get(signalMs as number) ?? Number.NaN;
    const worse = (Number(entryPrice) - recorded) * (side === 'buy' ? 1 : -1);
    expect(worse).toBeGreaterThanOrEqual(0);
  }
});

test('levels are filled by an estimate', async () => {
  await simulate('L2S', '--tier', 'L2S');
  expect((await result(ruleFile('queue.yaml'), 'L2S/market.dbn.zst')).fills.sources).toEqual(['by_level']);
});

test('two days of two contracts are two sessions with a roll between them', async () => {
  await simulate('next', '--start', '2026-03-17T14:30:00Z');
  const { testedOn } = await result(ruleFile('queue.yaml'), MARKET, 'next/market.dbn.zst');
  expect(testedOn).toMatchObject({ sessions: 2, rolls: 1 });
});

test.each([
  ['files in the wrong order', ['next/market.dbn.zst', MARKET], /expected files in order|no trading/],
  ['a truncated recording', ['cut.dbn.zst'], /it is truncated/],
  ['what is not DBN', ['queue.yaml'], /expected "DBN"/],
  ['an empty file', ['empty'], /the file is empty/],
  ['a missing file', ['none.dbn'], /no such file/],
  ['another product', ['other/market.dbn.zst'], /no trading of ES/],
])('%s is refused', async (situation, files, message) => {
  const market = readFileSync(join(scratch, MARKET));
  writeFileSync(join(scratch, 'cut.dbn.zst'), market.subarray(0, market.length / 2));
  writeFileSync(join(scratch, 'empty'), '');
  if (situation === 'another product') await simulate('other', '--instrument', 'CL');
  if (situation === 'files in the wrong order') await simulate('next', '--start', '2026-03-02T12:00:00Z');
  const paths = (situation === 'files in the wrong order' ? files.toReversed() : files).map((file) =>
    join(scratch, file),
  );
  const { code, notes } = await captured('backtest', ruleFile('queue.yaml'), ...paths);
  expect(code).toBe(1);
  expect(notes.join('\n')).toMatch(message);
});

test('faults of a rule name file and line', async () => {
  const rule = ruleFile('ahead.yaml', (text) =>
    text.replace('  probability: ">= 0.6 or exact"', '  outcome: hit'),
  );
  const line = readFileSync(rule, 'utf8').split('\n').indexOf('  outcome: hit') + 1;
  const { code, notes } = await captured('backtest', rule, join(scratch, MARKET));
  expect(code).toBe(1);
  expect(notes[0]).toContain(`ahead.yaml:${line}: Line ${line} uses the event’s outcome`);
});

test('without a rule or a file it says what was expected', async () => {
  for (const argv of [[], [ruleFile('queue.yaml')], ['--zone', 'Nowhere']]) {
    const { code } = await captured('backtest', ...argv);
    expect(code).toBe(2);
  }
});

test.skipIf(!HAS_RECORDED_DATA)('the ES recording is filled order by order', async () => {
  const { fills, counts } = await result(ruleFile('queue.yaml'), ES_RECORDING);
  expect(fills.sources).toEqual(['by_order']);
  const { trades = 0, inPosition = 0, unfilled = 0, undecided = 0, signals } = counts;
  expect(trades + inPosition + unfilled + undecided).toBe(signals);
  expect(trades).toBeGreaterThan(0);
});
