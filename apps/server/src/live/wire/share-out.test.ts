/** Instruments by what they cost: even, moved for a gain only, and each with somebody who is prepared. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Owner, type Share, shareOut } from './share-out.ts';

const owner = (id: string, held: readonly number[] = [], prepared: readonly number[] = []): Owner => ({
  ...{ id, held, prepared },
});
const ownersOf = (shares: ReadonlyMap<number, Share>): Readonly<Record<number, string | null>> =>
  Object.fromEntries([...shares].map(([id, share]) => [id, share.owner]));

test('what nobody has goes to those with the least to do, the dearest first', () => {
  const costs = new Map([
    [1, 90],
    [2, 30],
    [3, 40],
    [4, 30],
  ]);
  expect(ownersOf(shareOut([1, 2, 3, 4], [owner('b'), owner('a')], costs))).toEqual({
    ...{ 1: 'a', 2: 'b', 3: 'b', 4: 'b' },
  });
});

test('instruments of which nothing is known are shared by their number', () => {
  const shares = shareOut([1, 2, 3, 4], [owner('a'), owner('b')], new Map());
  expect([...shares.values()].filter((share) => share.owner === 'a')).toHaveLength(2);
});

test('what is owned stays where a move would gain less than a fifth', () => {
  const costs = new Map([
    [1, 55],
    [2, 10],
    [3, 50],
  ]);
  // 65 and 50: moving the 10 leaves 60
  const shares = shareOut([1, 2, 3], [owner('a', [1, 2]), owner('b', [3])], costs);
  expect(ownersOf(shares)).toEqual({ 1: 'a', 2: 'a', 3: 'b' });
});

test('a process that has nothing gets an instrument, however little that gains', () => {
  const costs = new Map([
    [1, 90],
    [2, 10],
  ]);
  const shares = shareOut([1, 2], [owner('a', [1, 2]), owner('b')], costs);
  expect(ownersOf(shares)).toEqual({ 1: 'a', 2: 'b' });
  // Only one instrument of its own: it stays
  expect(ownersOf(shareOut([1], [owner('a', [1]), owner('b')], costs))).toEqual({ 1: 'a' });
});

test('one instrument moves at a time, the one that gains most, and its next owner is prepared', () => {
  const shares = shareOut([1, 2, 3, 4], [owner('a', [1, 2, 3, 4]), owner('b')], new Map([[1, 3]]));
  const moved = [...shares].filter(([, share]) => share.owner === 'b');
  expect(moved).toHaveLength(1);
});

test('each instrument has somebody else who is prepared, who stays so', () => {
  const owners = [owner('a', [1], [2]), owner('b', [2]), owner('c')];
  const shares = shareOut([1, 2], owners, new Map());
  expect(shares.get(2)?.next).toBe('a');
  expect(shares.get(1)?.next).toBe('c');
  expect(shareOut([1], [owner('a', [1])], new Map()).get(1)).toEqual({ owner: 'a', next: null });
  expect(shareOut([1], [], new Map()).get(1)).toEqual({ owner: null, next: null });
});

test('what a lost process had goes to whoever is prepared for it', () => {
  const owners = [owner('a', [1, 2, 3], [4]), owner('b')];
  expect(shareOut([1, 2, 3, 4], owners, new Map([[4, 0.1]])).get(4)?.owner).toBe('a');
});

test('whatever they cost, moves come to an end, and no process then has a fifth more than it must', () => {
  const world = fc.record({
    costs: fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 30 }),
    processes: fc.integer({ min: 1, max: 5 }),
  });
  fc.assert(
    fc.property(world, ({ costs, processes }) => {
      const ids = costs.map((_, at) => at + 1);
      const costOf = new Map(costs.map((cost, at) => [at + 1, cost]));
      const names = Array.from({ length: processes }, (_, at) => `p${at}`);
      let held = new Map(ids.map((id) => [id, 'p0']));
      let moves = 0;
      for (; ; moves += 1) {
        const owners = names.map((name) =>
          owner(
            name,
            ids.filter((id) => held.get(id) === name),
          ),
        );
        const next = new Map(
          [...shareOut(ids, owners, costOf)].map(([id, share]) => [id, share.owner ?? '']),
        );
        const changed = ids.filter((id) => next.get(id) !== held.get(id));
        expect(changed.length).toBeLessThanOrEqual(1);
        held = next;
        if (changed.length === 0) break;
        expect(moves).toBeLessThan(200);
      }
      const loadOf = (name: string): number =>
        ids.reduce((sum, id) => sum + (held.get(id) === name ? (costOf.get(id) ?? 0) : 0), 0);
      const loads = names.map(loadOf);
      const [most, least] = [Math.max(...loads), Math.min(...loads)];
      const busiest = names[loads.indexOf(most)];
      for (const id of ids.filter((one) => held.get(one) === busiest)) {
        const cost = costOf.get(id) ?? 0;
        if (processes > 1) expect(Math.max(most - cost, least + cost)).toBeGreaterThan(most * 0.8 - 1e-9);
      }
    }),
    { numRuns: 200 },
  );
});
