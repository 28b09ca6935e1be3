/** The order of a stop, and its bound whatever hangs. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type StopParts, stopServer } from './stop-server.ts';

const DRAIN_MS = 5_000;
/** What `main.ts` allows after the drain. */
const LIMIT_MS = 9_000;
const silent = { info: () => undefined, error: () => undefined };

let order: string[];
beforeEach(() => {
  order = [];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Parts that record when they begin and end; the named ones never end. */
function partsThat(hang: readonly string[] = []): StopParts {
  const part = (name: string) => async () => {
    order.push(name);
    // A turn of the loop, as each of them takes at least
    await new Promise((resolve) => setTimeout(resolve, 1));
    if (hang.includes(name)) await new Promise(() => undefined);
    order.push(`${name} over`);
  };
  return {
    drainMs: DRAIN_MS,
    app: { drain: part('drain'), finish: part('requests'), cut: () => void order.push('cut') },
    line: { settle: part('market'), close: part('line') },
    rounds: { erasures: part('erasures') },
    deliveries: { mails: part('mails') },
    computations: { journal: part('journal') },
    lastRows: { usage: part('usage') },
    rest: { audit: part('audit') },
    database: part('database'),
  };
}

async function stop(hang: readonly string[] = []) {
  const startMs = performance.now();
  const stopped = stopServer(partsThat(hang), silent).then((left) => ({
    left,
    tookMs: performance.now() - startMs,
  }));
  await vi.advanceTimersByTimeAsync(60_000);
  return stopped;
}

const at = (name: string): number => {
  expect(order).toContain(name);
  return order.indexOf(name);
};

test('requests are answered before what they compute with ends, and everything is stored before the database closes', async () => {
  expect((await stop()).left).toEqual([]);
  for (const [first, second] of [
    // Nobody begins new work during the drain, in which requests are still accepted
    ['erasures', 'drain over'],
    ['drain over', 'requests'],
    ['drain over', 'mails'],
    // The feed ends with the drain, so that its rows do not compete with what is to be finished
    ['market', 'requests over'],
    ['requests over', 'journal'],
    ['requests over', 'cut'],
    ['requests over', 'usage'],
    ['journal over', 'usage'],
    ['market over', 'line'],
    ['mails over', 'line'],
    ['erasures over', 'line'],
    ['usage over', 'audit'],
    ['line over', 'database'],
    ['audit over', 'database'],
  ] as const)
    expect([first, second, at(first) < at(second)]).toEqual([first, second, true]);
});

test('a request that does not end is cut off, with nothing lost', async () => {
  expect((await stop(['requests'])).left).toEqual([]);
  expect(at('cut')).toBeLessThan(at('usage'));
  expect(at('market over')).toBeLessThan(at('cut'));
  expect(at('database over')).toBe(order.length - 1);
});

test.each([
  ['are answered at once', []],
  ['do not end', ['requests']],
])('a market that takes six seconds to store is awaited, whether requests %s', async (_name, hang) => {
  const parts = partsThat(hang);
  const settle = async (): Promise<void> => {
    await new Promise((resolve) => setTimeout(resolve, 6_000));
    order.push('market over');
  };
  const stopped = stopServer({ ...parts, line: { ...parts.line, settle } }, silent);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await stopped).toEqual([]);
  expect(at('market over')).toBeLessThan(at('database'));
});

test.each([
  [['drain']],
  [['requests']],
  [['market']],
  [['mails']],
  [['erasures']],
  [['journal']],
  [['usage']],
  [['line']],
  [['database']],
  [['requests', 'market', 'mails', 'erasures', 'journal', 'usage', 'line', 'audit', 'database']],
])('whatever hangs (%s), a stop ends within its limit and names it', async (hang) => {
  const { left, tookMs } = await stop(hang);
  expect(tookMs).toBeLessThan(DRAIN_MS + LIMIT_MS);
  expect([...left].sort()).toEqual(hang.filter((part) => part !== 'requests').sort());
  expect(order).toContain('database');
});
