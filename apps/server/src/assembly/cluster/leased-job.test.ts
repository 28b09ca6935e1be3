/** A job runs in one process at a time, and moves to another when its own is lost. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LeaseTable, leasesOf, makeMember } from '#testing/cluster/memory-leases.ts';
import { silentLog } from '#testing/cluster/silent-log.ts';
import { createLeasedJobs, OWN_JOBS } from './leased-job.ts';

let table: LeaseTable;
let running: string[];

beforeEach(() => {
  table = new LeaseTable();
  running = [];
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

function begin(process: string) {
  return () => {
    running.push(process);
    return () => void running.splice(running.indexOf(process), 1);
  };
}

function runIn(process: string) {
  const runner = createLeasedJobs({ leases: leasesOf(table, process), self: process, log: silentLog });
  return { runner, close: runner.run('mails', begin(process)) };
}

test('of two processes one does the job', async () => {
  const [one, two] = [runIn('one'), runIn('two')];
  await vi.advanceTimersByTimeAsync(5_000);
  expect(running).toEqual(['one']);
  expect([one.runner.leases, two.runner.leases]).toEqual([['job.mails'], []]);
});

test('the other begins when the lease is lost, and the first one stops', async () => {
  runIn('one');
  runIn('two');
  await vi.advanceTimersByTimeAsync(1_000);
  table.end('job.mails');
  await vi.advanceTimersByTimeAsync(3_000);
  expect(running).toHaveLength(1);
  expect(table.of(running[0] ?? '')).toEqual(['job.mails']);
});

test('a job that is closed stops before its lease is given back', async () => {
  const one = runIn('one');
  await vi.advanceTimersByTimeAsync(1_000);
  const order: string[] = [];
  table.listeners.add((name) => void order.push(`${name} free, running ${running.length}`));
  await one.close();
  expect(order).toEqual(['job.mails free, running 0']);
});

test('leases that cannot be read are tried again', async () => {
  const leases = leasesOf(table, 'one');
  let isAway = true;
  const acquire = async (name: string) => {
    if (isAway) throw new Error('NATS is away');
    return leases.acquire(name);
  };
  createLeasedJobs({ leases: { ...leases, acquire }, self: 'one', log: silentLog }).run(
    'mails',
    begin('one'),
  );
  await vi.advanceTimersByTimeAsync(2_000);
  expect(running).toEqual([]);
  isAway = false;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(running).toEqual(['one']);
});

test('a process that is the only one needs no lease', async () => {
  const close = OWN_JOBS.run('mails', begin('one'));
  expect(running).toEqual(['one']);
  await close();
  expect(running).toEqual([]);
});

/** A process with five jobs, of which its runs are noted. */
function openWorker(name: string) {
  const runs = new Set<string>();
  const runner = createLeasedJobs({ leases: leasesOf(table, name), self: name, log: silentLog });
  for (const job of ['alerts', 'mails', 'audit', 'cleanup', 'insights'])
    runner.run(job, () => {
      runs.add(job);
      return () => void runs.delete(job);
    });
  const announce = (): void =>
    void table.memberRows.set(name, makeMember(name, { roles: ['work'], leases: runner.leases }));
  announce();
  return { runs, announce };
}

async function seconds(count: number, workers: readonly ReturnType<typeof openWorker>[]): Promise<void> {
  for (let second = 0; second < count; second += 1) {
    for (const { announce } of workers) announce();
    await vi.advanceTimersByTimeAsync(1_000);
    const all = workers.flatMap(({ runs }) => [...runs]);
    expect(new Set(all).size).toBe(all.length);
  }
}

test('jobs move to a process that joins until it has as many, and then stay', async () => {
  const one = openWorker('one');
  await seconds(3, [one]);
  expect(one.runs.size).toBe(5);
  const two = openWorker('two');
  await seconds(20, [one, two]);
  expect([one.runs.size, two.runs.size]).toEqual([3, 2]);
  const before = [...two.runs];
  await seconds(20, [one, two]);
  expect([...two.runs]).toEqual(before);
});

test('the jobs of a lost process are done by the other, although the lost one is still listed', async () => {
  const [one, two] = [openWorker('one'), openWorker('two')];
  await seconds(20, [one, two]);
  for (const name of table.of('two')) table.end(name);
  two.runs.clear();
  await seconds(6, [one]);
  expect(one.runs.size + two.runs.size).toBe(5);
});
