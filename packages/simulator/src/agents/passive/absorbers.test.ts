import { expect, test } from 'vitest';
import { faultOf, runAgents } from '#testing/agent-run.ts';

test.each(['ES', 'NQ'])('%s: labels of absorption state what the rows show of the defence', (symbol) => {
  const { labels, executed } = runAgents(symbol, 301, 0.4, { absorbersPerHour: 40 });
  expect(labels.flatMap((label) => faultOf(label, executed) ?? [])).toEqual([]);
  const defended = labels.filter(({ type }) => type === 'absorption');
  // Poisson with a mean of 16.
  expect(defended.length).toBeGreaterThan(6);
  expect(defended.length).toBeLessThan(30);
  for (const { params, qty, observability, success, priceHighTicks, priceLowTicks } of defended) {
    expect(priceHighTicks - priceLowTicks).toBe(1);
    expect(qty).toBeLessThanOrEqual(Number(params['budget']) * 1.5);
    expect(Number(params['zoneQty'])).toBeGreaterThanOrEqual(qty * 0.99);
    if (observability === 'strong')
      expect(Number(params['zoneQty'])).toBeGreaterThanOrEqual(1.5 * Number(params['depth5']));
    if (params['end'] !== 'open') expect(success).toBe(params['held']);
  }
  expect(defended.filter(({ observability }) => observability === 'strong').length).toBeGreaterThan(4);
  expect(defended.some(({ params }) => params['held'] === true)).toBe(true);
  expect(defended.some(({ params }) => params['held'] === false)).toBe(true);
});

test('what the absorber hides in icebergs is labelled as icebergs too', () => {
  const { labels } = runAgents('ES', 301, 0.4, { absorbersPerHour: 40 });
  const defended = labels.filter(({ type }) => type === 'absorption');
  const natives = new Set(labels.filter(({ sub }) => sub === 'native').flatMap(({ orderIds }) => orderIds));
  const counted = defended.reduce((sum, { params }) => sum + Number(params['natives']), 0);
  expect(natives.size).toBe(counted);
  expect(counted).toBeGreaterThan(5);
  expect(labels.some(({ type, sub }) => type === 'iceberg' && sub === 'synthetic')).toBe(true);
});
