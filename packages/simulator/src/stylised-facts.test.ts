import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { ES_TARGETS, type Facts, type FactTarget, SLOW_TARGETS, THIN_TARGETS } from './fact-targets.ts';
import { quantile } from './statistics.ts';

const IS_LONG = process.env['LONG_TESTS'] === '1';
const SEEDS = IS_LONG ? 24 : 4;
const HOURS = IS_LONG ? 16 : 2;
/** Share of seeds within the range. The reference's 80 % are for twenty seeds and more; of four, half must hold. */
const ENOUGH = IS_LONG ? 0.8 : 0.5;

/** The test runner's module wrapping makes hot loops several times slower: the sessions run in a plain thread. */
const RUN = `
  const { parentPort, workerData } = require('node:worker_threads');
  import(workerData.module).then((fixture) => {
    const measure = fixture[workerData.measure];
    const seeds = Array.from({ length: workerData.seeds }, (_, index) => index + 1);
    parentPort.postMessage(seeds.map((seed) => measure('ES', seed, workerData.hours)));
  });
`;

async function factsOfSeeds(measure: 'measureFacts' | 'measureThinFacts'): Promise<readonly Facts[]> {
  const module = new URL('./facts-fixture.ts', import.meta.url).href;
  const worker = new Worker(RUN, { eval: true, workerData: { module, measure, seeds: SEEDS, hours: HOURS } });
  const [facts] = (await once(worker, 'message')) as [readonly Facts[]];
  await worker.terminate();
  return facts;
}

function within(target: FactTarget, value: number): boolean {
  return value >= target.from && value <= target.to;
}

/** Prints each fact with its verdict; returns the lines of those missed. */
function missedOf(targets: readonly FactTarget[], all: readonly Facts[]): string[] {
  const missed: string[] = [];
  const lines = targets.map((target) => {
    const values = all.map((facts) => facts[target.fact]);
    const median = quantile(values, 0.5);
    const share = values.filter((value) => within(target, value)).length / SEEDS;
    const line = `${target.row} ${target.fact}: median ${median.toFixed(3)}, ${Math.round(share * 100)} % of seeds in ${target.from} to ${target.to}, recorded ${target.anchor}`;
    const held = within(target, median) && share >= ENOUGH;
    if (!held) missed.push(line);
    return `${held ? 'holds' : 'MISSED'} ${line}`;
  });
  process.stdout.write(`${lines.join('\n')}\n`);
  return missed;
}

const TIMEOUT_MS = IS_LONG ? 1_800_000 : 240_000;

test(
  `ES meets the stylised facts over ${SEEDS} seeds of ${HOURS} hours`,
  async () => {
    const all = await factsOfSeeds('measureFacts');
    // What shows over minutes needs more of them than two hours have: without the long run it is printed only.
    const slow = missedOf(SLOW_TARGETS, all);
    expect([...missedOf(ES_TARGETS, all), ...(IS_LONG ? slow : [])]).toEqual([]);
  },
  TIMEOUT_MS,
);

test(
  `stops are as many of the aggressors as recorded where the market is as thin, over ${SEEDS} seeds of ${HOURS} hours`,
  async () => {
    expect(missedOf(THIN_TARGETS, await factsOfSeeds('measureThinFacts'))).toEqual([]);
  },
  TIMEOUT_MS,
);
