import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { captured } from '#testing/recorded-data.ts';

let scratch = '';
beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'undertow-simulate-'));
});
afterAll(() => rmSync(scratch, { recursive: true }));

async function simulate(folder: string, ...argv: string[]): Promise<void> {
  const { code, data, notes } = await captured('simulate', '--out', join(scratch, folder), ...argv);
  expect(code).toBe(0);
  expect(data).toHaveLength(1);
  expect(notes.length).toBeGreaterThan(0);
}

test('a simulated market is a recording that inspect reads without a fault, and its exact labels are what is found in it', async () => {
  await simulate('es', '--instrument', 'ES', '--seed', '7', '--minutes', '15');
  const { code, data, notes } = await captured('inspect', join(scratch, 'es', 'market.dbn.zst'));
  expect(code).toBe(0);
  expect(notes).toEqual([]);
  const figures = JSON.parse(data.join('\n')) as Record<string, number>;
  expect(figures).toMatchObject({ symbol: 'ESH6', unknownOrderEvents: 0, crossedInContinuous: 0 });
  expect(figures['records']).toBeGreaterThan(5000);
  const labels = readFileSync(join(scratch, 'es', 'labels.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const elections = labels.filter((label) => label['type'] === 'stop_election');
  expect(elections.length).toBeGreaterThan(0);
  expect(figures['stopEvents']).toBe(elections.length);
  for (const label of labels) {
    expect(label['t0']).toMatch(/^\d{19}$/);
    expect(label['priceLow']).toMatch(/^\d+\.(00|25|50|75)$/);
  }
});

test('the same seed writes the same bytes, another seed does not', async () => {
  await simulate('a', '--seed', '11', '--minutes', '2');
  await simulate('b', '--seed', '11', '--minutes', '2');
  await simulate('c', '--seed', '12', '--minutes', '2');
  const [a, b, c] = ['a', 'b', 'c'].map((folder) => readFileSync(join(scratch, folder, 'market.dbn.zst')));
  expect(b).toEqual(a);
  expect(c).not.toEqual(a);
});

test('a faulty feed leaves gaps, which are listed among the labels', async () => {
  await simulate('bad', '--seed', '8', '--minutes', '8', '--faults');
  const labels = readFileSync(join(scratch, 'bad', 'labels.jsonl'), 'utf8');
  const gaps = labels.split('\n').filter((line) => line.includes('"type":"gap"'));
  expect(gaps.length).toBeGreaterThan(0);
  const { data } = await captured('detect', join(scratch, 'bad', 'market.dbn.zst'));
  for (const line of data) expect(() => JSON.parse(line) as unknown).not.toThrow();
});

test.each(['L2S', 'L2C', 'L1T'])('a market on tier %s is recorded as that tier', async (tier) => {
  await simulate(tier, '--seed', '3', '--minutes', '1', '--tier', tier);
  const { code, notes } = await captured('detect', join(scratch, tier, 'market.dbn.zst'), '--tier', 'L3');
  expect(code).toBe(1);
  expect(notes[0]).toContain(`recorded as ${tier}, expected --tier ${tier}`);
});

test('without one agent the market is the same until that agent acts', async () => {
  const argv = ['--seed', '5', '--minutes', '2', '--scenario', 'dense'];
  await simulate('with', ...argv);
  await simulate('without', ...argv, '--without', 'nativeIcebergsPerHour');
  const labels = (folder: string): string => readFileSync(join(scratch, folder, 'labels.jsonl'), 'utf8');
  expect(labels('without')).not.toContain('"sub":"native"');
});

test.each([
  ['--scenario', 'busy', 'expected --scenario out of clean, sparse, dense, got busy'],
  ['--tier', 'L4', 'expected --tier out of L3, L2S, L2C, L1T, got L4'],
  ['--generator', 'g2', 'expected --generator out of g1, g4, g0, got g2'],
  ['--without', 'robots', 'nativeIcebergsPerHour, '],
  ['--instrument', 'XYZ', 'expected --instrument out of ES, NQ, YM, CL, GC'],
  ['--seed', '-1', 'expected a whole number from 0'],
  ['--minutes', '0', 'expected a whole number from 1 to 10080 for --minutes, got 0'],
  ['--start', 'yesterday', 'expected an instant such as 2026-03-02T14:30:00Z for --start, got yesterday'],
])('%s %s is a usage error', async (option, value, message) => {
  const { code, notes } = await captured('simulate', '--out', scratch, `${option}=${value}`);
  expect(code).toBe(2);
  expect(notes[0]).toContain(message);
});

test('without --out, and with a file in its place, nothing is written', async () => {
  expect((await captured('simulate', '--seed', '1')).code).toBe(2);
  const file = join(scratch, 'a-file');
  writeFileSync(file, '');
  const { code, notes } = await captured('simulate', '--out', join(file, 'below'), '--minutes', '1');
  expect(code).toBe(1);
  expect(notes.at(-1)).toContain('part of the path is not a folder');
});
