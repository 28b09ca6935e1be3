import { expect, test } from 'vitest';
import { CLEAN } from '#ground-truth/prevalence.ts';
import { labelled } from '#testing/labelled-session.ts';
import { rowsOf, testSession } from '#testing/session.ts';

const OFTEN = { sweepNewsPerHour: 8, thinDriftsPerHour: 12, trueBreakoutsPerHour: 8, herdsPerHour: 6 };

// Breakouts need a swing to break: NQ makes none in some hours.
test.each([
  ['ES', ['sweepNews', 'trueBreakout', 'autocorrNoise']],
  ['NQ', ['sweepNews', 'thinDrift', 'autocorrNoise']],
] as const)('harmless shapes of %s are labelled for what they were', (symbol, subs) => {
  const { tape, labels } = labelled(symbol, 62, 1, OFTEN);
  const harmless = labels.filter(({ type }) => type === 'neg');
  const kinds = new Set(harmless.map(({ sub }) => sub));
  for (const sub of subs) expect(kinds).toContain(sub);
  for (const label of harmless) {
    expect(label.qty, label.sub).toBe(tape.by(label.orderIds));
    expect(label.priceLowTicks).toBeLessThanOrEqual(label.priceHighTicks);
    expect(label.tEvidentNs).toBeGreaterThanOrEqual(label.t0Ns);
    expect(label.tEvidentNs).toBeLessThanOrEqual(label.t1Ns);
    const stops = Number(label.params['stops'] ?? 0);
    if (label.sub === 'sweepNews') expect(stops).toBeLessThan(3);
    if (label.sub === 'thinDrift') expect([1, 2]).toContain(stops);
    if (label.sub === 'autocorrNoise')
      expect(label.qty).toBe(Number(label.params['bought']) + Number(label.params['sold']));
  }
});

test('a drift through a swing is quiet and meets one or two stops', () => {
  const { labels } = labelled('CL', 62, 1, { thinDriftsPerHour: 14 });
  const drifts = labels.filter(({ sub }) => sub === 'thinDrift');
  expect(drifts.length).toBeGreaterThan(1);
  for (const { t0Ns, t1Ns } of labels.filter(({ type }) => type === 'stop_run'))
    for (const drift of drifts) expect(t0Ns > drift.t1Ns || t1Ns < drift.t0Ns).toBe(true);
});

test('at frequency 0 the market is the one without them', () => {
  const without = rowsOf(testSession('ES', 64, { agents: CLEAN }), 300);
  const none = { sweepNewsPerHour: 0, thinDriftsPerHour: 0, trueBreakoutsPerHour: 0, herdsPerHour: 0 };
  const zero = rowsOf(testSession('ES', 64, { agents: { ...CLEAN, ...none } }), 300);
  expect(zero.rows).toEqual(without.rows);
});
