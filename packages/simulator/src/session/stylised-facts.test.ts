import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import {
  ES_TARGETS,
  type Facts,
  type FactTarget,
  OUT_OF_RANGE,
  SLOW_TARGETS,
  THIN_TARGETS,
} from '#testing/facts/fact-targets.ts';
import { mean, quantile } from '#testing/facts/statistics.ts';
import { type Impact, impactExponent } from '#testing/slow-facts.ts';

const IS_LONG = process.env['LONG_TESTS'] === '1';
const SEEDS = IS_LONG ? 24 : 2;
const HOURS = IS_LONG ? 16 : 2;
const THIN_HOURS = IS_LONG ? 16 : 1;
/** Share of seeds within the range. The reference's 80 % are for twenty seeds and more; of two, one must hold. */
const ENOUGH = IS_LONG ? 0.8 : 0.5;

/** Long sessions run in a thread, so that the test runner is answered meanwhile. */
const RUN = `
  const { parentPort, workerData } = require('node:worker_threads');
  import(workerData.module).then((loaded) => {
    parentPort.postMessage(workerData.calls.map((args) => loaded[workerData.name](...args)));
  });
`;

/** What a function of a module returns for each list of arguments. */
async function resultsOf<T>(
  module: URL,
  name: string,
  calls: readonly (readonly unknown[])[],
): Promise<readonly T[]> {
  if (!IS_LONG) {
    const loaded = await import(module.href);
    return calls.map((args) => loaded[name](...args));
  }
  const worker = new Worker(RUN, { eval: true, workerData: { module: module.href, name, calls } });
  const [results] = (await once(worker, 'message')) as [readonly T[]];
  await worker.terminate();
  return results;
}

const seeds = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

function factsOfSeeds(name: 'measureFacts' | 'measureThinFacts', hours: number): Promise<readonly Facts[]> {
  return resultsOf(
    new URL('../../testing/session-facts.ts', import.meta.url),
    name,
    seeds(SEEDS).map((seed) => ['ES', seed, hours]),
  );
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
    if (!held && !OUT_OF_RANGE.has(target.fact)) missed.push(line);
    return `${held ? 'holds' : 'MISSED'} ${line}`;
  });
  process.stdout.write(`${lines.join('\n')}\n`);
  return missed;
}

const SLOW_FACTS = new URL('../../testing/slow-facts.ts', import.meta.url);
const TIMEOUT_MS = IS_LONG ? 1_800_000 : 240_000;

test(
  `ES meets the stylised facts, except for those listed as out of range, over ${SEEDS} seeds of ${HOURS} hours`,
  async () => {
    const all = await factsOfSeeds('measureFacts', HOURS);
    // What shows over minutes needs more of them than two hours have: without the long run it is printed only.
    const slow = missedOf(SLOW_TARGETS, all);
    expect([...missedOf(ES_TARGETS, all), ...(IS_LONG ? slow : [])]).toEqual([]);
  },
  TIMEOUT_MS,
);

test(
  `stops are as many of the aggressors as recorded where the market is as thin, over ${SEEDS} seeds of ${THIN_HOURS} hours`,
  async () => {
    expect(missedOf(THIN_TARGETS, await factsOfSeeds('measureThinFacts', THIN_HOURS))).toEqual([]);
  },
  TIMEOUT_MS,
);

test(
  'ten minutes of the opening trade three to eight times those of noon (fact 17; the recordings hold no whole day)',
  async () => {
    const [ratio = 0] = await resultsOf<number>(SLOW_FACTS, 'measureOpenOverLunch', [[IS_LONG ? 12 : 2]]);
    process.stdout.write(`17 open over lunch: ${ratio.toFixed(2)}, 3 to 8\n`);
    expect(ratio).toBeGreaterThan(3);
    expect(ratio).toBeLessThan(8);
  },
  TIMEOUT_MS,
);

test(
  'large programmes move the price their way, more than small ones (fact 15; its exponent is printed)',
  async () => {
    const [programmes, hours] = IS_LONG ? [12, 8] : [1, 3];
    const calls = seeds(programmes).map((seed) => [seed, hours]);
    const all = (await resultsOf<readonly Impact[]>(SLOW_FACTS, 'measureImpacts', calls)).flat();
    const rising = [...all].sort((a, b) => a.qty - b.qty);
    const small = mean(rising.slice(0, rising.length / 2).map(({ ticks }) => ticks));
    const large = mean(rising.slice(rising.length / 2).map(({ ticks }) => ticks));
    const exponent = impactExponent(all);
    const verdict = exponent >= 0.4 && exponent <= 0.7 ? 'holds' : 'MISSED';
    process.stdout.write(
      `${verdict} 15 impact of ${all.length} programmes: exponent ${exponent.toFixed(2)}, 0.4 to 0.7; ${small.toFixed(1)} ticks of the smaller half, ${large.toFixed(1)} of the larger\n`,
    );
    expect(large).toBeGreaterThan(0);
    expect(large).toBeGreaterThan(small);
  },
  TIMEOUT_MS,
);
