import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { ES_TARGETS, type Facts, type FactTarget, OUT_OF_RANGE, SLOW_TARGETS } from './fact-targets.ts';
import { quantile } from './statistics.ts';

const IS_LONG = process.env['LONG_TESTS'] === '1';
const SEEDS = IS_LONG ? 24 : 4;
const HOURS = IS_LONG ? 8 : 2;
/** Share of seeds within the range. The reference's 80 % are for twenty seeds and more; of four, half must hold. */
const ENOUGH = IS_LONG ? 0.8 : 0.5;

/** The test runner's module wrapping makes hot loops several times slower: the sessions run in a plain thread. */
const RUN = `
  const { parentPort, workerData } = require('node:worker_threads');
  import(workerData.module).then(({ measureFacts }) => {
    const seeds = Array.from({ length: workerData.seeds }, (_, index) => index + 1);
    parentPort.postMessage(seeds.map((seed) => measureFacts('ES', seed, workerData.hours)));
  });
`;

async function factsOfSeeds(): Promise<readonly Facts[]> {
  const module = new URL('./facts-fixture.ts', import.meta.url).href;
  const worker = new Worker(RUN, { eval: true, workerData: { module, seeds: SEEDS, hours: HOURS } });
  const [facts] = (await once(worker, 'message')) as [readonly Facts[]];
  await worker.terminate();
  return facts;
}

function within(target: FactTarget, value: number): boolean {
  return value >= target.from && value <= target.to;
}

test(
  `ES meets the stylised facts, but for those listed as out of range, over ${SEEDS} seeds of ${HOURS} hours`,
  async () => {
    const all = await factsOfSeeds();
    const missed: string[] = [];
    const lines = [...ES_TARGETS, ...SLOW_TARGETS].map((target) => {
      const values = all.map((facts) => facts[target.fact]);
      const median = quantile(values, 0.5);
      const share = values.filter((value) => within(target, value)).length / SEEDS;
      const line = `${target.row} ${target.fact}: median ${median.toFixed(3)}, ${Math.round(share * 100)} % of seeds in ${target.from} to ${target.to}, recorded ${target.anchor}`;
      const held = within(target, median) && share >= ENOUGH;
      if (!held && !OUT_OF_RANGE.has(target.fact)) missed.push(line);
      return `${held ? 'holds' : 'MISSED'} ${line}`;
    });
    process.stdout.write(`${lines.join('\n')}\n`);
    expect(missed).toEqual([]);
  },
  IS_LONG ? 1_800_000 : 240_000,
);
