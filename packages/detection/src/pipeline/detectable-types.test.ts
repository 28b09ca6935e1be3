import { FLOW_EVENT_TYPES, PATTERN_TYPES } from '@undertow/market';
import { expect, test } from 'vitest';
import { detectableTypes } from './detectable-types.ts';

const missing = (tier: 'L3' | 'L2S' | 'L2C' | 'L1T') =>
  detectableTypes(tier)
    .filter(({ reason }) => reason !== null)
    .map(({ type }) => type);

test('every type can be detected on the full feed', () => {
  expect(detectableTypes('L3').map(({ type }) => type)).toEqual([...FLOW_EVENT_TYPES, ...PATTERN_TYPES]);
  expect(missing('L3')).toEqual([]);
});

test('a less detailed feed names what it cannot show, each with a reason that reads as a sentence', () => {
  expect(missing('L1T')).toEqual(expect.arrayContaining(['iceberg', 'spoofing', 'triple_convergence']));
  for (const tier of ['L2S', 'L2C', 'L1T'] as const)
    for (const { reason } of detectableTypes(tier))
      if (reason !== null) expect(reason).toMatch(/^[A-Z].+\.$/);
});

test('what one of its detectors can detect is detectable, although another cannot', () => {
  expect(missing('L2C')).not.toContain('iceberg');
});

test('what never raises anything does not count: spoofing is not detectable on sampled levels', () => {
  expect(missing('L2C')).toContain('spoofing');
});

test('what compares markets needs prices only', () => {
  expect(missing('L1T')).not.toContain('cross_market');
});
