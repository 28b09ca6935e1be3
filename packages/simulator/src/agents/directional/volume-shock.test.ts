import { expect, test } from 'vitest';
import { CLEAN } from '#ground-truth/prevalence.ts';
import { labelled } from '#testing/labelled-session.ts';
import { rowsOf, testSession } from '#testing/session.ts';

const OFTEN = { volumeShocksPerHour: 12 };
/** ES for longer, for all that needs many shocks. */
const HOURS = 3;
const MARKETS = {
  ES: labelled('ES', 12, HOURS, OFTEN),
  NQ: labelled('NQ', 11, 0.5, OFTEN),
  CL: labelled('CL', 11, 0.5, OFTEN),
} as const;

test.each(['ES', 'NQ', 'CL'] as const)(
  'a shock of %s counts every contract between its first and last clip',
  (symbol) => {
    const { tape, labels } = MARKETS[symbol];
    const shocks = labels.filter((label) => label.sub !== 'organic');
    expect(shocks.length).toBeGreaterThan(3);
    for (const label of shocks) {
      expect(label.type).toBe('volume_spike');
      expect(label.qty).toBe(tape.between(label.t0Ns, label.t1Ns));
      expect(label.qty).toBeGreaterThanOrEqual(Number(label.params['own']));
      expect(label.priceLowTicks).toBeLessThanOrEqual(label.priceHighTicks);
      expect(label.side === null).toBe(label.sub === 'symmetric');
      if (label.tEvidentNs === null) {
        expect(label.observability).toBe('weak');
      } else {
        expect(label.tEvidentNs).toBeGreaterThanOrEqual(label.t0Ns);
        expect(label.tEvidentNs).toBeLessThanOrEqual(label.t1Ns);
      }
      if (label.observability === 'strong')
        expect(Number(label.params['multiple'])).toBeGreaterThanOrEqual(4);
    }
    expect(shocks.some(({ observability }) => observability === 'strong')).toBe(true);
  },
);

test('a one-sided shock trades mostly on its side', () => {
  const { tape, labels } = MARKETS.ES;
  const leaning = labels.filter(({ sub }) => sub === 'one-sided');
  expect(leaning.length).toBeGreaterThan(2);
  let withSide = 0;
  let whole = 0;
  for (const { t0Ns, t1Ns, side, qty } of leaning) {
    withSide += tape.between(t0Ns, t1Ns, side === 'bid' ? 1 : 2);
    whole += qty;
  }
  expect(withSide / whole).toBeGreaterThan(0.6);
});

test('as many shocks arrive as configured', () => {
  const shocks = MARKETS.ES.labels.filter((label) => label.sub !== 'organic').length;
  expect(shocks / HOURS).toBeGreaterThan(6);
  expect(shocks / HOURS).toBeLessThan(18);
});

test('at frequency 0 the market is the one without it', () => {
  const without = rowsOf(testSession('ES', 14, { agents: CLEAN }), 300);
  const zero = rowsOf(testSession('ES', 14, { agents: { ...CLEAN, volumeShocksPerHour: 0 } }), 300);
  expect(zero.rows).toEqual(without.rows);
});
