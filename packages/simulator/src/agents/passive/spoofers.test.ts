import { expect, test } from 'vitest';
import { type AgentRun, faultOf, runAgents } from '#testing/agent-run.ts';

const spoofed = (symbol: string, seed: number): AgentRun =>
  runAgents(symbol, seed, 0.5, { spoofSequencesPerHour: 80 });

test.each(['ES', 'NQ'])('%s: labels of spoofing state what the rows show of it', (symbol) => {
  const { labels, executed } = spoofed(symbol, 301);
  expect(labels.flatMap((label) => faultOf(label, executed) ?? [])).toEqual([]);
  expect(new Set(labels.map(({ type, sub }) => `${type}/${sub}`))).toEqual(
    new Set(['spoofing/single', 'spoofing/layering']),
  );
  // About 40 traders, some of whom turn to the other side and are labelled again.
  expect(labels.length).toBeGreaterThan(24);
  expect(labels.length).toBeLessThan(90);
  for (const { params, observability, t0Ns, t1Ns, tEvidentNs, qty } of labels) {
    expect(Number(params['cyclesEvident'])).toBeLessThanOrEqual(Number(params['cycles']));
    expect(Number(params['cycles'])).toBeLessThanOrEqual(12);
    expect(Number(params['genuineQty'])).toBeLessThanOrEqual(qty);
    const strength = Number(params['cyclesEvident']);
    expect(observability).toBe(strength === 0 ? 'none' : strength === 1 ? 'weak' : 'strong');
    expect('secondCycleNs' in params).toBe(strength >= 2);
    if (strength < 2) continue;
    const second = BigInt(String(params['secondCycleNs']));
    expect(second > (tEvidentNs ?? t1Ns) && second <= t1Ns && second > t0Ns).toBe(true);
  }
});

test('about three of ten attempts come to nothing', () => {
  const { labels } = spoofed('ES', 301);
  const sum = (name: string): number => labels.reduce((total, { params }) => total + Number(params[name]), 0);
  const failed = 1 - sum('cyclesEvident') / sum('cycles');
  expect(failed).toBeGreaterThan(0.18);
  expect(failed).toBeLessThan(0.45);
});

test('postures are large beside the order that is meant, whatever the product', () => {
  for (const symbol of ['ES', 'NQ'])
    for (const { params } of spoofed(symbol, 301).labels)
      expect(Number(params['postureSize'])).toBeGreaterThan(2 * Number(params['genuineSize']));
});
