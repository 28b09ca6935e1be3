import { expect, test } from 'vitest';
import { compareRoles, readProcesses, readRoles } from './role-figures.ts';
import { loopbackAddress } from './wire/loopback-address.ts';

const NOBODY = loopbackAddress('http://127.0.0.1:9');

test('the array that the status of a cluster prints is read, anything else is refused', () => {
  const printed = JSON.stringify([{ role: 'gateway', pid: 7, url: 'http://127.0.0.1:3000' }]);
  expect(readProcesses(printed)).toMatchObject([{ role: 'gateway', pid: 7 }]);
  for (const text of ['', '[]', '{}', '[{"role":"gateway"}]', '[{"role":"gateway","pid":-1}]'])
    expect(() => readProcesses(text)).toThrow(/^expected --processes as a JSON array/);
});

test.runIf(process.platform === 'linux')(
  'figures are by role, and a process that ended is counted',
  async () => {
    const roles = [
      { role: 'gateway', pid: process.pid },
      { role: 'gateway', pid: 2 ** 30 },
    ];
    const readings = await readRoles(roles, NOBODY);
    const [gateway] = compareRoles(readings, readings, 1);
    expect(gateway).toMatchObject({ role: 'gateway', processes: 2, gone: 1, cpuSecondsPerMinute: 0 });
    expect(gateway?.rssMbAfter).toBeGreaterThan(10);
    await expect(readRoles(roles.slice(1), NOBODY)).rejects.toThrow('none of the processes');
  },
);

test('processor time is per minute, and the busiest process is named apart', () => {
  const at = (...cpu: number[]) => new Map([['live', cpu.map((cpuSeconds) => ({ cpuSeconds, rssMb: 50 }))]]);
  expect(compareRoles(at(1, 1), at(3, 7), 2)).toMatchObject([
    {
      role: 'live',
      processes: 2,
      gone: 0,
      cpuSecondsPerMinute: 4,
      busiest: 3,
      rssMbBefore: 100,
      rssMbAfter: 100,
    },
  ]);
});
