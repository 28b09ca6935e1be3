import { instrumentBySymbol } from '@undertow/market';
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
