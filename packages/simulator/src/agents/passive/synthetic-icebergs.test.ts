import { expect, test } from 'vitest';
import { type AgentRun, faultOf, runAgents } from '#testing/agent-run.ts';

const ONLY = { syntheticIcebergsPerHour: 120 };

/** The slices' labels, without what watchers found to have arisen from them by chance. */
function synthetics(symbol: string): AgentRun {
  const run = runAgents(symbol, 301, 0.5, ONLY);
  return { ...run, labels: run.labels.filter(({ id }) => !id.startsWith('absorption-oracle')) };
}

test.each(['ES', 'NQ'])('%s: labels state what the rows show of the slices', (symbol) => {
  const { labels, executed } = synthetics(symbol);
  expect(labels.flatMap((label) => faultOf(label, executed) ?? [])).toEqual([]);
  expect(new Set(labels.map(({ type, sub }) => `${type}/${sub}`))).toEqual(new Set(['iceberg/synthetic']));
  // Poisson with a mean of 60.
  expect(labels.length).toBeGreaterThan(36);
  expect(labels.length).toBeLessThan(84);
  for (const label of labels) {
    const slices = Number(label.params['slices']);
    expect(label.orderIds).toHaveLength(slices);
    expect(slices).toBeLessThanOrEqual(Number(label.params['planned']));
    expect(label.observability === 'none').toBe(slices <= 2);
    if (label.observability === 'strong') expect(Number(label.params['slice'])).toBeGreaterThanOrEqual(4);
    if (label.success === true) expect(slices).toBe(label.params['planned']);
  }
  expect(labels.filter((label) => label.observability === 'strong').length).toBeGreaterThan(5);
  expect(labels.some((label) => label.success === true)).toBe(true);
});

test('slices are smaller where the product trades smaller orders', () => {
  const largest = (symbol: string): number =>
    Math.max(...synthetics(symbol).labels.map((label) => Number(label.params['slice'])));
  expect(largest('NQ')).toBeLessThanOrEqual(10);
  expect(largest('ES')).toBeGreaterThan(15);
});
