/** A job runs in one process at a time, and moves to another when its own is lost. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LeaseTable, leasesOf } from '#testing/cluster/memory-leases.ts';
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
  const runner = createLeasedJobs(leasesOf(table, process), silentLog);
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
  createLeasedJobs({ ...leases, acquire }, silentLog).run('mails', begin('one'));
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
