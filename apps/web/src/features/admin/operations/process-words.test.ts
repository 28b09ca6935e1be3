import type { ClusterProcess, ProcessFindings } from '@undertow/contracts';
import { expect, test } from 'vitest';
import {
  lagText,
  loadText,
  ownershipFaults,
  ownershipOf,
  rolesText,
  shortId,
  upText,
} from './process-words.ts';

const STARTED = Date.UTC(2026, 10, 20, 16);
const process = (changes: Partial<ClusterProcess>): ClusterProcess => ({
  ...{ id: '0b7d3f1e-52c4', roles: ['market'], pid: 812, version: '1.9.0', address: '10.0.4.11:8090' },
  ...{ instruments: [], jobs: [], sockets: 0, lagMs: null, cpuShare: 0.1, residentBytes: 1 },
  startedAt: new Date(STARTED).toISOString(),
  ...changes,
});
const FINDINGS: ProcessFindings = {
  ...{ twiceOwned: [], unowned: [], changing: [], upgrade: null, behind: [] },
};

test('processes are counted with their roles, each once', () => {
  const processes = [process({}), process({}), process({ roles: ['web', 'work'] })];
  expect(rolesText(processes)).toBe('3 in 3 roles');
  expect(rolesText(processes.slice(0, 1))).toBe('1 in 1 role');
  expect(rolesText([])).toBe('none');
});

test('the load is what a process owns and serves, and what it should and does not', () => {
  const texts = [
    process({ instruments: ['ES', 'NQ'] }),
    process({}),
    process({ roles: ['web'], sockets: 38 }),
    process({ roles: ['web'] }),
    process({ roles: ['work'], jobs: ['audit', 'mail-queue'] }),
    process({ roles: ['market', 'web', 'work'], instruments: ['ES'], sockets: 1, jobs: ['audit'] }),
    process({ roles: ['work'] }),
    process({ roles: ['of-tomorrow'] }),
  ].map(loadText);
  expect(texts).toEqual([
    '2 instruments: ES NQ',
    'no instruments',
    '38 sockets',
    '0 sockets',
    '2 jobs: audit, mail queue',
    '1 instrument: ES; 1 socket; 1 job: audit',
    'no jobs',
    '–',
  ]);
});

test('a lag is in milliseconds up to a second, and a process without views has none', () => {
  expect([4.4, 999, 1000, 2440].map(lagText)).toEqual(['4 ms', '999 ms', '1.0 s', '2.4 s']);
  expect(lagText(null)).toBe('–');
});

test('how long a process is up is its age', () => {
  expect(upText(process({}), STARTED + 22 * 60_000)).toBe('22 min');
});

test('an id is cut to what distinguishes processes', () => {
  expect(shortId('0b7d3f1e-52c4-4d8e')).toBe('0b7d3f1e');
});

test('a lease that changes its owner is no fault; one without or with two owners is', () => {
  expect(ownershipOf(FINDINGS)).toEqual(['ok', 'Every lease has one owner']);
  expect(ownershipOf({ ...FINDINGS, changing: ['ES', 'NQ'] })).toEqual(['plain', '2 leases changing owner']);
  const twiceOwned = [{ name: 'ES', owners: ['a', 'b'] }];
  expect(ownershipOf({ ...FINDINGS, twiceOwned, changing: ['NQ'] })).toEqual([
    'bad',
    '1 lease without exactly one owner',
  ]);
});

test('faults name the lease with its owners, and every instrument without one', () => {
  const known = process({});
  const twiceOwned = [{ name: 'ES', owners: [known.id, 'c41a9e60-7b1f'] }];
  expect(ownershipFaults({ ...FINDINGS, twiceOwned, unowned: ['GC', 'CL'] }, [known])).toEqual([
    'ES has 2 owners: 0b7d3f1e (10.0.4.11:8090) and c41a9e60.',
    'No process owns GC and CL: their market data is not published.',
  ]);
  expect(ownershipFaults({ ...FINDINGS, unowned: ['GC'] }, [])).toEqual([
    'No process owns GC: its market data is not published.',
  ]);
  expect(ownershipFaults(FINDINGS, [known])).toEqual([]);
});
