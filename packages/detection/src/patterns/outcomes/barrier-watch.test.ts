/** Which of two prices trades first: barriers are met at their price, and time is over after its last instant. */
import { describe, expect, test } from 'vitest';
import { type Barriers, BarrierWatch } from './barrier-watch.ts';

type Settled = readonly [key: string, won: boolean | null, timeMs: number];

function watchOf(...barriers: readonly Barriers[]): { watch: BarrierWatch<Barriers>; settled: Settled[] } {
  const settled: Settled[] = [];
  const watch = new BarrierWatch<Barriers>(({ key }, won, timeMs) => settled.push([key, won, timeMs]));
  for (const one of barriers) watch.add(one);
  return { watch, settled };
}

describe.each([
  { name: 'a rise', sign: 1 },
  { name: 'a fall', sign: -1 },
])('$name', ({ sign }) => {
  const at = (ticks: number): number => 1000 + sign * ticks;
  const expected = (key = 'a'): Barriers => ({
    key,
    sign,
    winTicks: at(4),
    loseTicks: at(-2),
    dueMs: 60_000,
  });

  test('has won at its price, and not a tick before', () => {
    const { watch, settled } = watchOf(expected());
    watch.onClock(100, at(3));
    expect(settled).toEqual([]);
    watch.onClock(200, at(4));
    expect(settled).toEqual([['a', true, 200]]);
    expect(watch.open).toEqual([]);
  });

  test('has lost at the other price, and not a tick before', () => {
    const { watch, settled } = watchOf(expected());
    watch.onClock(100, at(-1));
    watch.onClock(200, at(-2));
    expect(settled).toEqual([['a', false, 200]]);
  });

  test('has until its last instant, and has lost after it', () => {
    const { watch, settled } = watchOf(expected(), expected('b'));
    watch.onClock(60_000, at(0));
    expect(settled).toEqual([]);
    watch.onClock(60_000.5, at(0));
    expect(settled).toEqual([
      ['a', false, 60_000.5],
      ['b', false, 60_000.5],
    ]);
  });

  test('is settled once', () => {
    const { watch, settled } = watchOf(expected());
    for (const timeMs of [100, 200, 300]) watch.onClock(timeMs, at(5));
    watch.interrupt(400);
    expect(settled.length).toBe(1);
  });

  test('that is decided leaves the others open', () => {
    const { watch, settled } = watchOf(expected('a'), { ...expected('b'), winTicks: at(9) });
    watch.onClock(100, at(4));
    expect([settled, watch.open.map(({ key }) => key)]).toEqual([[['a', true, 100]], ['b']]);
  });

  test('is never known when the market is lost', () => {
    const { watch, settled } = watchOf(expected('a'), expected('b'));
    watch.interrupt(500);
    expect(settled).toEqual([
      ['a', null, 500],
      ['b', null, 500],
    ]);
    expect(watch.open).toEqual([]);
  });
});

test('sixty-four are followed; of more the oldest will never be known', () => {
  const barriers = Array.from({ length: 66 }, (_, n): Barriers => {
    return { key: `k${n}`, sign: 1, winTicks: 1004, loseTicks: 998, dueMs: 60_000 };
  });
  const { watch, settled } = watchOf(...barriers.slice(0, 64));
  watch.onClock(100, 1000);
  expect(settled).toEqual([]);
  for (const one of barriers.slice(64)) watch.add(one);
  watch.onClock(200, 1000);
  expect(settled).toEqual([
    ['k0', null, 200],
    ['k1', null, 200],
  ]);
  expect(watch.open.length).toBe(64);
});

test('one that is added while another is settled is kept', () => {
  const next: Barriers = { key: 'next', sign: 1, winTicks: 1010, loseTicks: 990, dueMs: 60_000 };
  const watch = new BarrierWatch<Barriers>(() => watch.add(next));
  watch.add({ ...next, key: 'first', winTicks: 1001 });
  watch.onClock(100, 1001);
  expect(watch.open.map(({ key }) => key)).toEqual(['next']);
});
