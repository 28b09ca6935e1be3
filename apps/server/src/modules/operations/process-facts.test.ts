import { expect, test } from 'vitest';
import { makeMember } from '#testing/cluster/memory-leases.ts';
import { ProcessFacts } from './process-facts.ts';

const NONE = { processes: null, processesFault: null, processFindings: null };
const AWAY = { ...NONE, processesFault: 'NATS is away' };

test('a process on its own has no list', async () => {
  expect(await new ProcessFacts(async () => null).read([1], 0)).toEqual(NONE);
});

test('while NATS is away the page has the reason, whether it refuses or is silent', async () => {
  const refused = new ProcessFacts(() => Promise.reject(new Error('connection refused')));
  expect(await refused.read([1], 0)).toEqual(AWAY);
  const silent = new ProcessFacts(() => new Promise(() => undefined), 5);
  expect(await silent.read([1], 0)).toEqual(AWAY);
});

test('an instrument without an owner is changing hands at first, and without an owner when that lasts', async () => {
  const facts = new ProcessFacts(async () => [makeMember('a', { leases: ['instrument.1'] })]);
  const first = await facts.read([1, 2], 0);
  expect(first.processes?.map(({ id, instruments }) => [id, instruments])).toEqual([['a', ['ES']]]);
  expect(first.processFindings).toMatchObject({ changing: ['NQ'], unowned: [] });
  expect((await facts.read([1, 2], 5_000)).processFindings).toMatchObject({ changing: [], unowned: ['NQ'] });
});
