import { SIDE_ASK, SIDE_BID } from '@undertow/market';
import { expect, test } from 'vitest';
import { CLEAN } from '#ground-truth/prevalence.ts';
import { labelled } from '#testing/labelled-session.ts';
import { rowsOf, testSession } from '#testing/session.ts';

const OFTEN = { metaordersPerHour: 8 };

test.each(['ES', 'NQ', 'CL'])('programmes of %s executed what their orders show in the rows', (symbol) => {
  const { tape, labels } = labelled(symbol, 21, 1, OFTEN);
  const programmes = labels.filter(({ type }) => type === 'institutional');
  expect(programmes.length).toBeGreaterThan(2);
  for (const label of programmes) {
    expect(label.qty).toBe(tape.by(label.orderIds));
    expect(label.qty).toBeLessThanOrEqual(Number(label.params['total']));
    expect(label.priceLowTicks).toBeLessThanOrEqual(label.priceHighTicks);
    const whole =
      tape.between(label.t0Ns, label.t1Ns, SIDE_BID) + tape.between(label.t0Ns, label.t1Ns, SIDE_ASK);
    expect(Number(label.params['share'])).toBeCloseTo(label.qty / whole, 2);
    if (label.observability === 'none') {
      expect(label.tEvidentNs).toBeNull();
    } else {
      const fifth = label.t0Ns + (label.t1Ns - label.t0Ns) / 5n;
      expect(Number(label.params['children'])).toBeGreaterThanOrEqual(10);
      expect(label.tEvidentNs).toBeGreaterThanOrEqual(fifth);
      expect(label.tEvidentNs).toBeLessThanOrEqual(label.t1Ns);
      expect(Number(label.params['share'])).toBeGreaterThanOrEqual(
        label.observability === 'strong' ? 0.05 : 0.02,
      );
      const { clipNats, icebergs } = label.params;
      const isDistinct = Number(clipNats) >= 9.95 || (label.sub === 'native' && Number(icebergs) >= 2);
      if (label.observability === 'strong' && label.sub !== 'synthetic') expect(isDistinct).toBe(true);
    }
  }
  expect(programmes.some(({ observability }) => observability === 'strong')).toBe(true);
});

test('icebergs and slices of a programme are labelled with their parent and executed no more than it did', () => {
  const { tape, labels } = labelled('ES', 22, 1, OFTEN);
  const children = labels.filter(({ type }) => type === 'iceberg');
  expect(new Set(children.map(({ sub }) => sub))).toEqual(new Set(['native', 'synthetic']));
  const parents = new Map(
    labels.filter(({ type }) => type === 'institutional').map((label) => [label.id, label]),
  );
  for (const child of children) {
    const parent = parents.get(String(child.params['parent']));
    expect(child.qty).toBe(tape.by(child.orderIds));
    if (child.qty === 0) continue;
    expect(parent?.side).toBe(child.side);
    expect(parent?.orderIds).toEqual(expect.arrayContaining([...child.orderIds]));
    if (child.observability === 'exact') expect(Number(child.params['refills'])).toBeGreaterThan(0);
  }
});

test('as many programmes begin as configured', () => {
  const hours = 4;
  const { labels } = labelled('CL', 23, hours, { metaordersPerHour: 4 });
  const rate = labels.filter(({ type }) => type === 'institutional').length / hours;
  expect(rate).toBeGreaterThan(2);
  expect(rate).toBeLessThan(6.5);
});

test('at frequency 0 the market is the one without it', () => {
  const without = rowsOf(testSession('ES', 24, { agents: CLEAN }), 300);
  const zero = rowsOf(testSession('ES', 24, { agents: { ...CLEAN, metaordersPerHour: 0 } }), 300);
  expect(zero.rows).toEqual(without.rows);
});
