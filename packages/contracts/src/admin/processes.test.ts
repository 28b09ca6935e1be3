/** The processes of a cluster: rows with every field of its kind, or none with the reason. */
import { describe, expect, test } from 'vitest';
import { goldenOf } from '#testing/golden.ts';
import { changed, faultsOf } from '#testing/schema-faults.ts';
import { AMOUNT, COUNT, INSTANT, listOf, orNull, TEXT, type ValueKind } from '#testing/value-kinds.ts';
import { kindAt, nullPaths, optionalPaths } from '#testing/wire-values.ts';
import { operationsFacts } from './operations.ts';
import { clusterProcess, processFindings } from './processes.ts';

const FACTS = goldenOf('routes', 'getOperations')['response'];
const { processes, processFindings: findings } = FACTS as {
  readonly processes: readonly unknown[];
  readonly processFindings: unknown;
};

describe('a process', () => {
  test.each<[string, ValueKind]>([
    ['id', TEXT],
    ['roles', listOf('web')],
    ['pid', COUNT],
    ['version', TEXT],
    ['address', TEXT],
    ['instruments', listOf('ES')],
    ['jobs', listOf('cleanup')],
    ['sockets', COUNT],
    ['lagMs', orNull(AMOUNT)],
    ['cpuShare', AMOUNT],
    ['residentBytes', COUNT],
    ['startedAt', INSTANT],
  ])('has %s of its kind', (field, kind) => {
    expect(kindAt(clusterProcess, processes[0], field, kind)).toEqual(kind);
  });

  test('lacks no field, and of a process without views only the lag is null', () => {
    expect(optionalPaths(clusterProcess, processes[0])).toEqual([]);
    expect(nullPaths(clusterProcess, processes[0])).toEqual(['lagMs']);
  });
});

describe('what an administrator must see of processes', () => {
  test.each<[string, ValueKind]>([
    ['twiceOwned', listOf({ name: 'ES', owners: ['a', 'b'] })],
    ['twiceOwned.0.name', TEXT],
    ['twiceOwned.0.owners', listOf('a')],
    ['unowned', listOf('GC')],
    ['changing', listOf('cleanup')],
    ['upgrade.version', TEXT],
    ['upgrade.done', COUNT],
    ['upgrade.of', COUNT],
    ['behind', listOf('a')],
  ])('has %s of its kind', (field, kind) => {
    expect(kindAt(processFindings, findings, field, kind)).toEqual(kind);
  });

  test('is an upgrade only while versions run side by side', () => {
    expect(optionalPaths(processFindings, findings)).toEqual([]);
    expect(nullPaths(processFindings, findings)).toEqual(['upgrade']);
  });
});

test('a process on its own has no list of them, and a list that cannot be read has its reason', () => {
  const alone = changed(changed(FACTS, 'processes', null), 'processFindings', null);
  expect(faultsOf(operationsFacts, alone)).toEqual([]);
  expect(faultsOf(operationsFacts, changed(alone, 'processesFault', 'NATS is away'))).toEqual([]);
});
