/** Which process runs which instrument: each one once, shared evenly, and none without an owner. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LeaseTable, leasesOf, makeMember } from '#testing/cluster/memory-leases.ts';
import { silentLog } from '#testing/cluster/silent-log.ts';
import { InstrumentLeases } from './instrument-leases.ts';

const IDS = [1, 2, 3, 4];
let table: LeaseTable;

beforeEach(() => {
  table = new LeaseTable();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

class Process {
  readonly running = new Set<number>();
  readonly leases: InstrumentLeases;
  readonly #name: string;

  constructor(name: string) {
    this.#name = name;
    this.announce();
    this.leases = new InstrumentLeases({
      ...{ leases: leasesOf(table, name), instrumentIds: IDS, log: silentLog },
      start: (id) => void this.running.add(id),
      end: async (id) => void this.running.delete(id),
    });
  }

  announce(): void {
    table.memberRows.set(this.#name, makeMember(this.#name, { leases: table.of(this.#name) }));
  }
}

/** Rounds of every process, each of which announces what it holds before the next. */
async function rounds(count: number, processes: readonly Process[]): Promise<void> {
  for (let round = 0; round < count; round += 1) {
    for (const process of processes) process.announce();
    await vi.advanceTimersByTimeAsync(500);
  }
}

test('a process that is alone runs everything', async () => {
  const one = new Process('one');
  await rounds(4, [one]);
  expect([...one.running]).toEqual(IDS);
  expect(one.leases.names).toEqual(IDS.map((id) => `instrument.${id}`));
});

test('two processes that start together run a half each, and give nothing back', async () => {
  const both = [new Process('one'), new Process('two')];
  await rounds(8, both);
  expect(both.map(({ running }) => running.size)).toEqual([2, 2]);
  expect(new Set(both.flatMap(({ running }) => [...running])).size).toBe(4);
});

test('instruments move to a process that joins, and never run twice', async () => {
  const one = new Process('one');
  await rounds(5, [one]);
  const two = new Process('two');
  for (let round = 0; round < 12; round += 1) {
    await rounds(1, [one, two]);
    expect([...one.running].filter((id) => two.running.has(id))).toEqual([]);
  }
  expect([one.running.size, two.running.size]).toEqual([2, 2]);
});

test('an instrument that is given back waits for a process that only looks yet', async () => {
  const one = new Process('one');
  await rounds(5, [one]);
  const counts: number[] = [];
  for (let round = 0; round < 7; round += 1) {
    // Announced, and not in its first round
    table.memberRows.set('two', makeMember('two', { leases: [] }));
    await rounds(1, [one]);
    counts.push(one.running.size);
  }
  expect(counts).toEqual(counts.toSorted((a, b) => b - a));
  expect(counts.at(-1)).toBe(2);
});

test('what a lost process ran is run by the other, beyond its share while the lost one is still listed', async () => {
  const both = [new Process('one'), new Process('two')] as const;
  await rounds(8, both);
  const [one, two] = both;
  await two.leases.close(async () => undefined);
  two.running.clear();
  await rounds(4, [one]);
  expect(one.running.size).toBe(4);
});

test('a lease that is lost ends its instrument at once', async () => {
  const one = new Process('one');
  await rounds(4, [one]);
  await one.leases.close(async () => undefined);
  const again = new Process('again');
  await rounds(4, [again]);
  table.end('instrument.2');
  await vi.advanceTimersByTimeAsync(0);
  // Freed, it is acquired again under a new fence
  await rounds(1, [again]);
  expect(again.leases.failovers).toBe(1);
  expect(again.leases.leaseOf(2)?.fence.revision).toBeGreaterThan(4);
});

test('a process that closes holds everything until it is stored, and then gives it back', async () => {
  const one = new Process('one');
  await rounds(4, [one]);
  await one.leases.close(async () => {
    expect([table.held.size, one.leases.leaseOf(1)?.isHeld()]).toEqual([4, true]);
  });
  expect(table.held.size).toBe(0);
});
