import { expect, test } from 'vitest';
import { makeMember } from '#testing/cluster/memory-leases.ts';
import { findingsOf, processRows } from './process-rows.ts';

const EVERY = (leases: readonly string[]) => new Set(leases);
const NO_LEASE = () => new Set<string>();

test('a row has symbols for leases of instruments, names for those of jobs, and the address of its health', () => {
  const member = makeMember('a', {
    ...{ roles: ['market', 'work'], pid: 812, version: '1.9.0', url: 'http://10.0.4.11:8090' },
    startedMs: Date.UTC(2026, 10, 20, 16, 30) + 0.5,
    leases: [
      'job.insights',
      'instrument.2',
      'instrument.10',
      'instrument.1',
      'job.cleanup',
      'instrument.999',
    ],
    ...{ cpuShare: 0.38, residentBytes: 2e8, sockets: 3, lagMs: 4.5 },
  });
  expect(processRows([member])).toEqual([
    {
      ...{ id: 'a', roles: ['market', 'work'], pid: 812, version: '1.9.0', address: '10.0.4.11:8090' },
      instruments: [expect.stringMatching('ES'), 'NQ', expect.any(String), '999'],
      jobs: ['cleanup', 'insights'],
      ...{ sockets: 3, lagMs: 4.5, cpuShare: 0.38, residentBytes: 2e8 },
      startedAt: '2026-11-20T16:30:00.000Z',
    },
  ]);
});

test('rows are in the order of roles, then of addresses by number', () => {
  const make = (id: string, role: string, port: number) =>
    makeMember(id, { roles: [role], url: `http://10.0.4.1:${port}` });
  const members = [
    ...[make('k', 'work', 1), make('w10', 'web', 10), make('w9', 'web', 9)],
    ...[make('m', 'market', 7), make('later', 'of-tomorrow', 1)],
  ];
  expect(processRows(members).map(({ id }) => id)).toEqual(['m', 'w9', 'w10', 'k', 'later']);
});

test('an address that is none is shown as it came', () => {
  expect(processRows([makeMember('a', { url: 'here' })])[0]?.address).toBe('here');
});

test('with one owner for each lease, one version and no lag there is nothing to see', () => {
  const members = [
    makeMember('a', { leases: ['instrument.1', 'instrument.1', 'job.cleanup'] }),
    makeMember('b', { leases: ['instrument.2'], lagMs: 2_000 }),
  ];
  expect(findingsOf(members, [1, 2], EVERY)).toEqual({
    ...{ twiceOwned: [], unowned: [], changing: [], upgrade: null, behind: [] },
  });
});

test('a lease with two owners and an instrument without one are found, once they last', () => {
  const members = [
    makeMember('a', { leases: ['instrument.1', 'job.cleanup'] }),
    makeMember('b', { leases: ['instrument.1', 'job.cleanup', 'account.7'] }),
    makeMember('c', { leases: ['account.7'] }),
  ];
  expect(findingsOf(members, [1, 2], EVERY)).toMatchObject({
    twiceOwned: [
      { name: 'ES', owners: ['a', 'b'] },
      { name: 'cleanup', owners: ['a', 'b'] },
      { name: 'account.7', owners: ['b', 'c'] },
    ],
    unowned: ['NQ'],
    changing: [],
  });
  expect(findingsOf(members, [1, 2], NO_LEASE)).toMatchObject({
    twiceOwned: [],
    unowned: [],
    changing: ['ES', 'cleanup', 'account.7', 'NQ'],
  });
});

test('an instrument that nobody serves needs no owner', () => {
  expect(findingsOf([makeMember('a')], [], EVERY).unowned).toEqual([]);
});

test('of versions side by side the newest is counted, by number and not by letter', () => {
  const members = ['1.9.0', '1.10.0', '1.9.0', '1.10.0', '1.10.0'].map((version, n) =>
    makeMember(String(n), { version }),
  );
  expect(findingsOf(members, [], EVERY).upgrade).toEqual({ version: '1.10.0', done: 3, of: 5 });
});

test('views more than two seconds behind the market are found', () => {
  const members = [makeMember('a', { lagMs: 2_000.1 }), makeMember('b', { lagMs: null })];
  expect(findingsOf(members, [], EVERY).behind).toEqual(['a']);
});
