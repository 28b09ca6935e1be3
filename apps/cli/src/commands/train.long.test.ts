import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readCalibrator, readModelShifts } from '@undertow/detection';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { measureShifts } from '#evaluation/measure-shifts.ts';
import { SessionPool } from '#evaluation/session-pool.ts';
import { type TrainingPlan, trainModels } from '#evaluation/training.ts';
import { writeCalibrators } from '#evaluation/write-calibrators.ts';
import { writeShifts } from '#evaluation/write-shifts.ts';
import { captured } from '#testing/recorded-data.ts';

let scratch = '';
const here = new SessionPool(0);
let threads: SessionPool;
beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'undertow-train-'));
  threads = new SessionPool(2);
});
afterAll(async () => {
  await threads.close();
  rmSync(scratch, { recursive: true });
});

const PLAN: TrainingPlan = {
  models: ['absorption_hold'],
  tiers: ['L3'],
  products: ['ES'],
  markets: ['g1'],
  excludedStyles: [],
  trainSeeds: { first: 1, count: 2 },
  sparseTrainSeeds: { first: 101, count: 1 },
  trainMinutes: 8,
  calibrationSeeds: { first: 200, count: 2 },
  calibrationMinutes: 20,
  rounds: 1,
  command: 'undertow train',
};

async function train(pool: SessionPool, folder: string): Promise<string> {
  const trained = await trainModels(PLAN, pool, () => undefined);
  await writeCalibrators(join(scratch, folder), trained, PLAN.models);
  expect(readdirSync(join(scratch, folder))).toEqual(['absorption_hold.L3.json']);
  return readFileSync(join(scratch, folder, 'absorption_hold.L3.json'), 'utf8');
}

test('training writes the same bytes on threads as without, and the calibrators can be used', async () => {
  const written = await train(here, 'here');
  expect(await train(threads, 'threads')).toBe(written);
  const calibrator = readCalibrator(JSON.parse(written), 'here');
  expect(calibrator).toMatchObject({ model: 'absorption_hold', tier: 'L3', method: 'platt' });
  expect(calibrator.trainSeeds).toBe('1-2 dense, 101-101 sparse, 8 min');
  expect(calibrator.steps.at(-1)?.probability).toBeGreaterThan(calibrator.steps[0]?.probability ?? 1);
}, 240_000);

test('shifts are measured without fitting: the same figures on threads as without', async () => {
  const plan: TrainingPlan = {
    ...PLAN,
    markets: ['g1', 'poisson'],
    sparseTrainSeeds: { first: 101, count: 2 },
    trainMinutes: 10,
  };
  const measured = await measureShifts(plan, here, () => undefined);
  expect(await measureShifts(plan, threads, () => undefined)).toEqual(measured);
  const seeds = '1-2 dense, 101-102 sparse, 10 min';
  expect(measured).toMatchObject([
    { model: 'absorption_hold', tier: 'L3', command: 'undertow train', seeds },
  ]);
  expect(measured[0]?.features.map(({ feature }) => feature)).toContain('oneSided');
}, 240_000);

test('shifts replace those of their model and tier; what is gone is removed', async () => {
  const path = join(scratch, 'shifts.json');
  const feature = {
    feature: 'a',
    betweenFamilies: 0.2,
    byChance: 0.1,
    betweenClasses: 0.3,
    byMovedTruths: 0.1,
  };
  const one = {
    model: 'one',
    tier: 'L3',
    command: 'undertow train',
    seeds: '1-2',
    features: [feature],
  } as const;
  await writeShifts(path, [one, { ...one, tier: 'L2S' }, { ...one, model: 'gone' }], ['one', 'gone']);
  const newer = { ...one, seeds: '1-4' };
  await writeShifts(path, [newer, { ...one, tier: 'L2S', features: [] }], ['one']);
  const text = readFileSync(path, 'utf8');
  expect(readModelShifts(JSON.parse(text))).toEqual([newer]);
  expect(text).toContain(
    '{ "feature": "a", "betweenFamilies": 0.2, "byChance": 0.1, "betweenClasses": 0.3, "byMovedTruths": 0.1 }',
  );
});

test('files of removed models and of models without a new fit are deleted', async () => {
  const folder = join(scratch, 'old');
  mkdirSync(folder);
  for (const file of ['gone.L3.json', 'kept.L3.json', 'kept.L2S.json'])
    writeFileSync(join(folder, file), '{}');
  await writeCalibrators(folder, [{ model: 'kept', tier: 'L2S', calibrator: null }], ['kept']);
  expect(readdirSync(folder)).toEqual(['kept.L3.json']);
});

test.each([
  ['--sessions=40', 'expected a whole number from 1 to 100 for --sessions'],
  ['--sessions=1,2,3', 'expected two numbers such as 40,80 for --sessions, got 1,2,3'],
  ['--models=whale', 'expected --models out of'],
  ['--tiers=L9', 'expected --tiers out of L3, L2S, L2C, L1T, got L9'],
  ['--rounds=0', 'expected a whole number from 1 to 5 for --rounds'],
  ['--leave-one-out=days', 'expected --leave-one-out out of markets, makers, mechanics, got days'],
  ['--leave-one-out=makers', 'expected --out FOLDER with --leave-one-out'],
])('train %s is a usage error', async (option, message) => {
  const { code, notes } = await captured('train', option);
  expect(code).toBe(2);
  expect(notes[0]).toContain(message);
});

test.each([
  [['--quick', '--full'], 'expected --quick or --full, not both'],
  [['--seeds', 'test'], 'expected --salt FILE with --seeds test'],
  [['--generators', 'g9'], 'expected --generators out of'],
])('evaluate %j is a usage error', async (options, message) => {
  const { code, notes } = await captured('evaluate', ...options);
  expect(code).toBe(2);
  expect(notes[0]).toContain(message);
});
