/** Which process runs which instrument: each one once, shared evenly, with another one prepared, and none without an owner. */
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

interface Options {
  /** Of a session that was prepared; it is always by default. */
  readonly isWarm?: () => boolean;
  readonly isStoring?: () => boolean;
  /** Resolves when what sessions have is stored. */
  readonly stored?: Promise<void>;
  readonly costs?: ReadonlyMap<number, number>;
  /** Announces and prepares nothing, as the version before. */
  readonly isOld?: boolean;
}

class Process {
  readonly owned = new Set<number>();
  readonly prepared = new Set<number>();
  readonly leases: InstrumentLeases;
  /** How each instrument that it owns was acquired. */
  readonly begun: string[] = [];
  readonly #name: string;
  readonly #options: Options;

  constructor(name: string, options: Options = {}) {
    this.#name = name;
    this.#options = options;
    const { isWarm = () => true, costs = new Map() } = options;
    const isPrepared = (id: number): boolean => this.prepared.has(id) && isWarm();
    this.leases = new InstrumentLeases({
      ...{ leases: leasesOf(table, name), self: name, instrumentIds: IDS, log: silentLog },
      costs: () => costs,
      prepare: (id) => void (options.isOld === true || this.prepared.add(id)),
      isPrepared,
      isStoring: options.isStoring ?? (() => true),
      own: (id) => {
        this.begun.push(`${isPrepared(id) ? 'at once' : 'anew'} ${id}`);
        this.prepared.delete(id);
        this.owned.add(id);
      },
      disown: async (id) => {
        this.owned.delete(id);
        this.prepared.add(id);
        await options.stored;
      },
      end: async (id) => void this.prepared.delete(id),
    });
    this.announce();
  }

  announce(): void {
    const { costs = new Map() } = this.#options;
    const row = makeMember(this.#name, {
      leases: table.of(this.#name),
      standby: this.leases.standby,
      costs: Object.fromEntries([...costs].map(([id, cost]) => [`instrument.${id}`, cost])),
    });
    table.memberRows.set(this.#name, row);
  }
}

/** Rounds of every process, each of which announces what it holds before the next. */
async function rounds(count: number, processes: readonly Process[]): Promise<void> {
  for (let round = 0; round < count; round += 1) {
    for (const process of processes) process.announce();
    await vi.advanceTimersByTimeAsync(500);
    const owned = processes.flatMap((process) => [...process.owned]);
    expect(owned.toSorted()).toEqual([...new Set(owned)].toSorted());
  }
}

test('a process that is alone runs everything, and prepares nothing', async () => {
  const one = new Process('one');
  await rounds(4, [one]);
  expect([...one.owned].toSorted()).toEqual(IDS);
  expect(one.leases.names.toSorted()).toEqual(IDS.map((id) => `instrument.${id}`));
  expect(one.leases.standby).toEqual([]);
});

test('two processes that start together run a half each, give nothing back, and prepare the other half', async () => {
  const both = [new Process('one'), new Process('two')];
  await rounds(8, both);
  expect(both.map(({ owned }) => owned.size)).toEqual([2, 2]);
  for (const { owned, prepared } of both)
    expect([...prepared].toSorted()).toEqual(IDS.filter((id) => !owned.has(id)));
  expect(both.flatMap(({ begun }) => begun).every((text) => text.startsWith('anew'))).toBe(true);
});

test('instruments move to a process that joins once it is prepared, and never run twice', async () => {
  const one = new Process('one');
  await rounds(5, [one]);
  let isWarm = false;
  const two = new Process('two', { isWarm: () => isWarm });
  await rounds(12, [one, two]);
  expect([one.owned.size, two.owned.size]).toEqual([4, 0]);
  isWarm = true;
  await rounds(12, [one, two]);
  expect([one.owned.size, two.owned.size]).toEqual([2, 2]);
  expect(two.begun.every((text) => text.startsWith('at once'))).toBe(true);
  // Whoever gave them is prepared for them, without having begun anew
  expect(one.prepared).toEqual(two.owned);
});

test('nothing moves while what sessions have cannot be stored', async () => {
  let isStoring = false;
  const one = new Process('one', { isStoring: () => isStoring });
  await rounds(5, [one]);
  const two = new Process('two');
  await rounds(80, [one, two]);
  expect([one.owned.size, two.owned.size]).toEqual([4, 0]);
  isStoring = true;
  await rounds(12, [one, two]);
  expect([one.owned.size, two.owned.size]).toEqual([2, 2]);
});

test('an instrument moves although what its session had cannot be stored any more', async () => {
  const first = new Process('a', { stored: new Promise(() => undefined) });
  await rounds(8, [first]);
  const second = new Process('b');
  await rounds(12, [first, second]);
  // Real time: it waits for the store for a second and a half, and gives one instrument after the other
  await expect
    .poll(() => rounds(1, [first, second]).then(() => second.owned.size), { timeout: 10_000 })
    .toBe(2);
});

test('a process that prepares nothing gets its share after a while', async () => {
  const one = new Process('one');
  await rounds(5, [one]);
  const old = new Process('two', { isOld: true });
  await rounds(30, [one, old]);
  expect(old.owned.size).toBe(0);
  await rounds(130, [one, old]);
  expect([one.owned.size, old.owned.size]).toEqual([2, 2]);
});

test('instruments are shared by their costs', async () => {
  const costs = new Map([
    [1, 30],
    [2, 10],
    [3, 10],
    [4, 10],
  ]);
  const both = [new Process('one', { costs }), new Process('two', { costs })];
  await rounds(10, both);
  expect(both.map(({ owned }) => [...owned].toSorted()).toSorted()).toEqual([[1], [2, 3, 4]]);
});

test('what a lost process ran is run at once by whoever is prepared, although the lost one is still listed', async () => {
  const both = [new Process('one'), new Process('two')] as const;
  await rounds(10, both);
  const [one, two] = both;
  const lost = [...two.owned];
  await two.leases.close(async () => undefined);
  two.owned.clear();
  await vi.advanceTimersByTimeAsync(0);
  expect([...one.owned].toSorted()).toEqual(IDS);
  for (const id of lost) expect(one.begun).toContain(`at once ${id}`);
});

test('what a lost process ran is run by another that was not prepared, too', async () => {
  const both = [new Process('one', { isWarm: () => false }), new Process('two')] as const;
  await rounds(10, both);
  const [one, two] = both;
  await two.leases.close(async () => undefined);
  two.owned.clear();
  await rounds(6, [one]);
  expect(one.owned.size).toBe(4);
});

test('a lease that is lost ends its instrument at once, and the session goes on', async () => {
  const one = new Process('one', { isWarm: () => false });
  await rounds(4, [one]);
  table.end('instrument.2');
  expect(one.owned.has(2)).toBe(false);
  expect(one.prepared.has(2)).toBe(true);
  await rounds(4, [one]);
  expect(one.leases.failovers).toBe(1);
  expect(one.leases.leaseOf(2)?.fence.revision).toBeGreaterThan(4);
});

test('a session that was prepared in vain ends', async () => {
  const three = [new Process('one'), new Process('two'), new Process('three')] as const;
  await rounds(10, three);
  const [one, two, last] = three;
  await rounds(60, three);
  for (const id of IDS) expect([one, two, last].filter(({ prepared }) => prepared.has(id))).toHaveLength(1);
});

test('a process that closes gives each instrument back once it is stored, and what is prepared for it goes on at once', async () => {
  const both = [new Process('one'), new Process('two')] as const;
  await rounds(10, both);
  const [one, two] = both;
  const stored: string[] = [];
  table.listeners.add((name) => void stored.push(`${name} ${one.owned.size}`));
  await one.leases.close(async () => {
    expect([...two.owned].toSorted()).toEqual(IDS);
  });
  expect(stored).toHaveLength(2);
  expect(stored.every((text) => text.endsWith(' 0'))).toBe(true);
  expect(two.begun.filter((text) => text.startsWith('at once'))).toHaveLength(2);
});
