/** Evidence gets decimal prices beside ticks, and loses what the viewer may not see, at any depth. */
import {
  type EvidenceValue,
  FLOW_EVENT_TYPES,
  instrumentBySymbol,
  PATTERN_TYPES,
  parsePriceTicks,
} from '@undertow/market';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeEvidence } from './encode-evidence.ts';

const ES = (() => {
  const found = instrumentBySymbol('ES');
  if (found === undefined) throw new Error('the catalogue has no ES');
  return found;
})();

test('whole ticks get a decimal price beside them, at any depth', () => {
  expect(encodeEvidence(ES, { zone: [{ lowTicks: 18_269, rangeTicks: 1.5 }] }, [])).toEqual({
    zone: [{ lowTicks: 18_269, low: '4567.25', rangeTicks: 1.5 }],
  });
});

test('facts of a type that the viewer may not see are left out, others stay', () => {
  const evidence = {
    related: [
      { type: 'stop_run', id: 'a' },
      { type: 'absorption', id: 'b', within: { type: 'iceberg', id: 'c' } },
    ],
    best: { type: 'spoofing', id: 'd' },
    level: { type: 'swing high', priceTicks: 4 },
  };
  expect(encodeEvidence(ES, evidence, ['absorption'])).toEqual({
    related: [{ type: 'absorption', id: 'b' }],
    level: { type: 'swing high', priceTicks: 4, price: '1.00' },
  });
});

test.each<[string, EvidenceValue]>([
  ['a fraction of a tick', 1.5],
  ['text', '18269'],
  ['nothing', null],
  ['a list', [18_269]],
  ['yes or no', true],
])('%s is no price, whatever its name ends in', (_, value) => {
  expect(encodeEvidence(ES, { lowTicks: value }, [])).toEqual({ lowTicks: value });
});

test('the price takes the name before the unit, beside any other facts', () => {
  expect(encodeEvidence(ES, { priceTicks: 0, ticks: 7, ticksTraded: 8, startNs: '1', size: 4 }, [])).toEqual({
    ...{ priceTicks: 0, price: '0.00' },
    ...{ ticks: 7, ticksTraded: 8, startNs: '1', size: 4 },
  });
  expect(encodeEvidence(ES, { lowTicks: -3 }, [])).toEqual({ lowTicks: -3, low: '-0.75' });
});

test('empty evidence stays empty, and what is empty within stays where it is', () => {
  expect(encodeEvidence(ES, {}, [])).toEqual({});
  expect(encodeEvidence(ES, { a: {}, b: [], c: [[]], d: null }, [])).toEqual({
    a: {},
    b: [],
    c: [[]],
    d: null,
  });
});

test.each([...FLOW_EVENT_TYPES, ...PATTERN_TYPES])(
  'facts of %s are seen by those who may see them alone',
  (type) => {
    const others = [...FLOW_EVENT_TYPES, ...PATTERN_TYPES].filter((other) => other !== type);
    const evidence = {
      one: { type, id: 'a' },
      list: [{ type, id: 'b' }, 'c'],
      deep: { er: [{ in: { type } }] },
    };
    expect(encodeEvidence(ES, evidence, [type])).toEqual(evidence);
    expect(encodeEvidence(ES, evidence, others)).toEqual({ list: ['c'], deep: { er: [{}] } });
  },
);

test('a type that is no signal, and one that is no text, hides nothing', () => {
  const evidence = { swing: { type: 'swing high' }, odd: { type: 7 }, proto: { type: 'constructor' } };
  expect(encodeEvidence(ES, evidence, [])).toEqual(evidence);
});

test('of any evidence no hidden type is left, every price is of its ticks, and the given facts are unchanged', () => {
  const types = fc.constantFrom('stop_run', 'absorption', 'swing high');
  const { tree } = fc.letrec<{ tree: EvidenceValue; node: EvidenceValue }>((tie) => ({
    tree: fc.oneof({ maxDepth: 3 }, fc.integer(), fc.string(), fc.boolean(), fc.constant(null), tie('node')),
    node: fc.oneof(
      fc.array(tie('tree'), { maxLength: 4 }),
      fc.record({ type: types, priceTicks: fc.integer({ min: -4000, max: 40_000 }), in: tie('tree') }),
    ),
  }));
  const pricesOf = (value: EvidenceValue): readonly [number, string][] => {
    if (typeof value !== 'object' || value === null) return [];
    const own = value as { readonly priceTicks?: number; readonly price?: string };
    const within = Object.values(value).flatMap((item: EvidenceValue) => pricesOf(item));
    return own.priceTicks === undefined ? within : [[own.priceTicks, own.price ?? ''], ...within];
  };
  fc.assert(
    fc.property(tree, (within) => {
      const evidence = { within };
      const before = JSON.stringify(evidence);
      const encoded = encodeEvidence(ES, evidence, ['absorption']);
      expect(JSON.stringify(encoded)).not.toContain('"stop_run"');
      for (const [ticks, price] of pricesOf(encoded)) expect(parsePriceTicks(ES, price)).toBe(ticks);
      expect(JSON.stringify(evidence)).toBe(before);
    }),
    { numRuns: 80 },
  );
});
