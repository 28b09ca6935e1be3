import { SIDE_ASK, SIDE_BID } from '@undertow/market';
import { expect, test } from 'vitest';
import { CLEAN } from '#ground-truth/prevalence.ts';
import { labelled } from '#testing/labelled-session.ts';
import { rowsOf, testSession } from '#testing/session.ts';

test.each(['ES', 'NQ'])(
  'a trap of %s holds those who bought or sold beyond the level before the return',
  (symbol) => {
    const { tape, labels } = labelled(symbol, 51, 2, { trapsPerHour: 12 });
    const traps = labels.filter(({ type, sub }) => type === 'trap' && sub === 'scripted');
    expect(traps.length).toBeGreaterThan(2);
    expect(traps.length).toBeLessThan(30);
    for (const trap of traps) {
      const level = Number(trap.params['levelTicks']);
      const entry = Number(trap.params['meanEntryTicks']);
      const isBid = trap.side === 'bid';
      expect(isBid ? trap.priceLowTicks : -trap.priceHighTicks).toBe(isBid ? level + 1 : -(level - 1));
      expect(trap.priceLowTicks).toBeLessThanOrEqual(trap.priceHighTicks);
      expect(trap.t0Ns).toBeLessThan(trap.tEvidentNs ?? 0n);
      expect(trap.tEvidentNs).toBeLessThanOrEqual(trap.t1Ns);
      expect(trap.qty).toBeGreaterThan(0);
      // The clip that broke the level took some of its contracts before it, and the last may be cut by the return.
      expect(trap.qty).toBeLessThanOrEqual(tape.by(trap.orderIds));
      expect(tape.between(trap.t0Ns, trap.t1Ns, isBid ? SIDE_BID : SIDE_ASK)).toBeGreaterThan(0.5 * trap.qty);
      expect(isBid ? entry > level : entry < level).toBe(true);
    }
  },
);

test('at frequency 0 the market is the one without it', () => {
  const without = rowsOf(testSession('ES', 54, { agents: CLEAN }), 300);
  const zero = rowsOf(testSession('ES', 54, { agents: { ...CLEAN, trapsPerHour: 0 } }), 300);
  expect(zero.rows).toEqual(without.rows);
});
