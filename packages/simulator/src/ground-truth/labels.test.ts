/** Labels of dense markets keep what a label promises, whoever wrote them. */
import { MINUTE_MS, NS_PER_MS } from '@undertow/market';
import { describe, expect, test } from 'vitest';
import { RowBuffer } from '#rows/row-buffer.ts';
import { TEST_START_MS, testSession } from '#testing/session.ts';
import { LABEL_TYPES, type Label } from './labels.ts';

const MINUTES = 3;
const START_NS = BigInt(TEST_START_MS) * NS_PER_MS;
const END_NS = START_NS + BigInt(MINUTES * MINUTE_MS) * NS_PER_MS;

describe.each([
  ['CL', 'g1'],
  ['NQ', 'poisson'],
] as const)('every label of a dense %s of %s', (symbol, generator) => {
  const known: Label[] = [];
  const labels = (): readonly Label[] => {
    if (known.length === 0) {
      const session = testSession(symbol, 31, { generator, scenario: 'dense' });
      session.advance(TEST_START_MS + MINUTES * MINUTE_MS, new RowBuffer());
      known.push(...session.takeLabels(), ...session.finish());
    }
    return known;
  };

  test('has an id of its own and a type that is listed', () => {
    expect(labels().length).toBeGreaterThan(5);
    expect(new Set(labels().map(({ id }) => id)).size).toBe(labels().length);
    const types = new Set(labels().map(({ type }) => type));
    expect(types.size).toBeGreaterThan(2);
    for (const type of types) expect(LABEL_TYPES).toContain(type);
    for (const { sub, instrumentId } of labels()) {
      expect(sub).not.toBe('');
      expect(instrumentId).toBe(labels()[0]!.instrumentId);
    }
  });

  test('lies within the session and does not end before it begins', () => {
    for (const { id, t0Ns, t1Ns } of labels()) {
      expect(t0Ns >= START_NS, id).toBe(true);
      expect(t1Ns >= t0Ns, id).toBe(true);
      expect(t1Ns <= END_NS, id).toBe(true);
    }
  });

  test('is evident within its time, or never and then not observable', () => {
    for (const { id, sub, t0Ns, t1Ns, tEvidentNs, observability } of labels()) {
      if (tEvidentNs !== null) expect(tEvidentNs >= t0Ns && tEvidentNs <= t1Ns, id).toBe(true);
      // A planted level that was hardly touched is weak
      if (sub !== 'planted') expect(tEvidentNs === null, id).toBe(observability === 'none');
    }
  });

  test('has prices in order, no negative contracts, and names who did it by orders of decimal digits', () => {
    for (const { id, priceLowTicks, priceHighTicks, qty, orderIds, agentIds, side } of labels()) {
      expect(priceLowTicks, id).toBeLessThanOrEqual(priceHighTicks);
      expect(Number.isInteger(qty) && qty >= 0, id).toBe(true);
      expect(new Set(orderIds).size, id).toBe(orderIds.length);
      for (const orderId of orderIds) expect(orderId).toMatch(/^[1-9]\d*$/);
      for (const agentId of agentIds) expect(agentId).toMatch(/^[a-z0-9-]+(\/\d+)?$/);
      expect([null, 'bid', 'ask']).toContain(side);
    }
  });

  test('has parameters that are figures, words or yes and no, and none that is no number', () => {
    for (const { id, params } of labels())
      for (const [name, value] of Object.entries(params)) {
        expect(['number', 'string', 'boolean']).toContain(typeof value);
        expect(Number.isNaN(value), `${id} ${name}`).toBe(false);
      }
  });
});
