import type { EventEvidence } from '@undertow/contracts';
import { expect, test } from 'vitest';
import { alternativesOf } from './alternatives.ts';

type Rule = EventEvidence['rules'][number];

function evidenceOf(type: string, sub: string | null, facts: object, rules: readonly Rule[]): EventEvidence {
  const event = { eventType: type, metadata: { sub, exact: sub === 'native' } };
  return { event, evidence: facts, rules } as unknown as EventEvidence;
}

const rule = (name: string, value: string, needed: string, met: boolean): Rule => ({
  name,
  value,
  needed,
  met,
});

test('a rule that held rejects its reading, one that did not leaves it open, rejected ones first', () => {
  const found = alternativesOf(
    evidenceOf('absorption', null, {}, [
      rule('Seconds held', '2.0', 'usually at least 4', false),
      rule('Volume against this time of day, deviations', '3.1', 'usually at least 2', true),
    ]),
  );
  expect(found).toEqual([
    {
      reading: 'A usual burst at this hour',
      isRejected: true,
      reason: 'Volume against this time of day, deviations: 3.1, usually at least 2',
    },
    {
      reading: 'A pause on the way through',
      isRejected: false,
      reason: 'Seconds held: 2.0, usually at least 4',
    },
  ]);
});

test('a native iceberg is no new order: by its id, and without ids by its match event', () => {
  const withId = alternativesOf(evidenceOf('iceberg', 'native', { orderIds: ['7'] }, []));
  const without = alternativesOf(evidenceOf('iceberg', 'native', { orderIds: [] }, []));
  expect(withId[0]?.reason).toContain('The same order');
  expect(without[0]?.reason).toContain('one match event');
});

test('an absorption whose contracts came mostly from hidden parts may be one iceberg', () => {
  const reading = (hidden: number) =>
    alternativesOf(evidenceOf('absorption', null, { absorbed: 100, hidden }, []))[0];
  expect(reading(60)).toMatchObject({
    isRejected: false,
    reason: '60 of 100 contracts came from hidden parts',
  });
  expect(reading(10)).toMatchObject({ isRejected: true });
});

test('of rules one of which was enough, only those that held say something', () => {
  const found = alternativesOf(
    evidenceOf('iceberg', null, {}, [
      rule('Refills', '1', 'at least 3, or', false),
      rule('Contracts executed and reinstated', '8', 'at least 5', true),
    ]),
  );
  expect(found.map(({ reading }) => reading)).toEqual(['A reserve too small to matter']);
  expect(found[0]?.reason).toBe('Contracts executed and reinstated: 8, needed at least 5');
});

test('a rule without a reading of its own says nothing here', () => {
  expect(
    alternativesOf(evidenceOf('iceberg', null, {}, [rule('Probability', '0.9', 'at least 0.6', true)])),
  ).toEqual([]);
});
