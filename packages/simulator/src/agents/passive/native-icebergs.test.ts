import { expect, test } from 'vitest';
import type { Generator } from '#flow/generator.ts';
import { CLEAN } from '#ground-truth/prevalence.ts';
import { rowsOf, testSession, visitMatchEvents } from '#testing/session.ts';

/** Shown quantities with which icebergs were refilled, by order id. */
function tranches(generator: Generator): Map<string, Set<number>> {
  const agents = { ...CLEAN, nativeIcebergsPerHour: 90 };
  const session = testSession('ES', 306, { generator, agents });
  const rows = rowsOf(session, 1800);
  const shown = new Map<string, Set<number>>();
  visitMatchEvents(rows, ({ fills }) => {
    for (let at = 0; at < fills.count; at++) {
      const after = fills.displayedAfter[at]!;
      // Exactly the shown part was taken: what rests there now is one new tranche.
      if (after === 0 || fills.displayedBefore[at] !== fills.size[at]) continue;
      const id = String(fills.orderHi[at]! * 2 ** 32 + (fills.orderLo[at]! >>> 0));
      shown.set(id, (shown.get(id) ?? new Set()).add(after));
    }
  });
  const icebergs = session.finish().filter(({ sub }) => sub === 'native');
  expect(icebergs.length).toBeGreaterThan(20);
  return new Map(icebergs.flatMap(({ orderIds: [id = ''] }) => [[id, shown.get(id) ?? new Set()]]));
}

test('an iceberg shows the same quantity again, and one drawn again where the mechanics are disturbed', () => {
  const several = (all: Map<string, Set<number>>): number =>
    [...all.values()].filter((sizes) => sizes.size > 2).length;
  expect(several(tranches('g1'))).toBe(0);
  expect(several(tranches('g4'))).toBeGreaterThan(3);
});
