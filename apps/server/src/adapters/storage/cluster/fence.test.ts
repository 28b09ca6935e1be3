/** Two processes that write for one instrument: only the newest owner does, whatever the other one was in the middle of. */
import { setTimeout as wait } from 'node:timers/promises';
import type { TrackRow } from '@undertow/detection';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createTrackHeadsFile } from '#adapters/storage/database/chain-heads-file.ts';
import { type Orm, rowsOf, sql } from '#adapters/storage/database/orm.ts';
import { createMarketStore } from '#adapters/storage/market/market-store.ts';
import { createTrackStore } from '#adapters/storage/track-record/track-store.ts';
import type { Origin } from '#ports/market-store.ts';
import { type Fence, FencedOff } from '#ports/ownership/fence.ts';
import { hasPostgres } from '#testing/database/databases.ts';
import { openTwoProcesses, type TwoProcesses } from '#testing/database/two-processes.ts';
import { makeBar, makeEvent } from '#testing/views.ts';
import { withFence } from './fence.ts';

const given = process.env['DATABASE_URL_TEST'];
const T = Date.UTC(2026, 10, 20, 16);

describe.runIf(hasPostgres(given))('two owners of an instrument', () => {
  let processes: TwoProcesses;
  let instruments = 100;
  beforeAll(async () => {
    processes = await openTwoProcesses(given);
  }, 120_000);
  afterAll(() => processes?.close());

  const newInstrument = (): { id: number; fence: (revision: number, epoch?: number) => Fence } => {
    instruments += 1;
    const id = instruments;
    return { id, fence: (revision, epoch = 1) => ({ name: `instrument.${id}`, epoch, revision }) };
  };
  const originOf = (id: number) =>
    ({ instrumentId: id, source: 'simulated', run: `run-${id}`, contract: 'ESZ6' }) as const;
  const heldBy = async (orm: Orm, name: string) =>
    rowsOf<{ epoch: string; revision: string }>(
      orm,
      sql`SELECT epoch::text, revision::text FROM fences WHERE name = ${name}`,
    );

  test('an owner that was replaced is refused, and stores nothing: neither rows nor a run nor an entry of the outbox', async () => {
    const { id, fence } = newInstrument();
    const [old, next] = [createMarketStore(processes.first.orm), createMarketStore(processes.second.orm)];
    const origin = originOf(id);
    await next.fenced?.(fence(8)).saveBars(origin, [makeBar(T, 20_000)]);
    const late = old.fenced?.(fence(7));
    const event = { ...makeEvent(`late-${id}`, T), instrumentId: id };
    const refused = [
      late?.saveBars(origin, [makeBar(T, 1)]),
      late?.saveEvents('simulated', 'late run', [event], new Set([event.id])),
      late?.savePatterns('simulated', 'late run', [event as never]),
      late?.saveTopOfBook(origin, [
        {
          secondMs: T,
          bidTicks: 1,
          bidSize: 1,
          askTicks: 2,
          askSize: 1,
          volume: 0,
          buyVolume: 0,
          sellVolume: 0,
        },
      ]),
      late?.saveFrames(origin, [{ asOfMs: T, frame: new Uint8Array(1) }]),
      late?.saveGaps(origin, [{ fromMs: T, toMs: null }]),
      late?.saveEventWindow(event.id, {
        ...{ fromMs: T, toMs: T + 1, truncated: false },
        ...{ deltas: new Uint8Array(1), tape: null },
      }),
    ];
    const outcomes = await Promise.allSettled(refused);
    expect(outcomes.map((one) => one.status === 'rejected' && one.reason instanceof FencedOff)).toEqual(
      refused.map(() => true),
    );
    const [left] = await rowsOf<Record<string, number>>(
      processes.owner,
      sql`SELECT (SELECT count(*)::int FROM flow_events WHERE instrument_id = ${id}) AS events,
        (SELECT count(*)::int FROM patterns WHERE instrument_id = ${id}) AS patterns,
        (SELECT count(*)::int FROM book_seconds WHERE instrument_id = ${id}) AS seconds,
        (SELECT count(*)::int FROM frames WHERE instrument_id = ${id}) AS frames,
        (SELECT count(*)::int FROM feed_gaps WHERE instrument_id = ${id}) AS gaps,
        (SELECT count(*)::int FROM event_windows WHERE event_id = ${event.id}) AS windows,
        (SELECT count(*)::int FROM alert_debts WHERE event_id = ${event.id}) AS debts,
        (SELECT count(*)::int FROM feed_runs WHERE run = 'late run') AS runs,
        (SELECT min(close_ticks) FROM bars WHERE instrument_id = ${id}) AS close`,
    );
    expect(left).toEqual({
      ...{ events: 0, patterns: 0, seconds: 0, frames: 0, gaps: 0, windows: 0, debts: 0, runs: 0 },
      close: 20_000,
    });
    expect(await heldBy(processes.owner, `instrument.${id}`)).toEqual([{ epoch: '1', revision: '8' }]);
  });

  test('a store of leases that was made anew begins with lower revisions, and a higher epoch', async () => {
    const { id, fence } = newInstrument();
    const write = (orm: Orm, held: Fence) => withFence(orm, held, async () => undefined);
    await write(processes.first.orm, fence(900));
    await write(processes.second.orm, fence(2, 2));
    await expect(write(processes.first.orm, fence(900))).rejects.toThrow(
      `instrument.${id}: expected to be its newest owner, is the one of 1/900`,
    );
    await write(processes.second.orm, fence(2, 2));
  });

  test.each([
    ['its first write', 0],
    ['a later write', 1],
  ])(
    'the next owner waits for %s of the one before, and what that one writes afterwards is refused',
    async (_which, earlier) => {
      const { id, fence } = newInstrument();
      const chain = `simulated/${id}`;
      const heads = createTrackHeadsFile(null);
      const next = createTrackStore(processes.second.orm, heads);
      const origin: Origin = originOf(id);
      for (let n = 0; n < earlier; n += 1)
        await createTrackStore(processes.first.orm, heads).append(origin, [row(id, 1, n)], fence(1));
      const suspended = Promise.withResolvers<void>();
      onTestFinished(() => suspended.resolve());
      const began = Promise.withResolvers<void>();
      const old = createTrackStore(
        betweenFenceAndRows(processes.first.orm, async () => {
          began.resolve();
          await suspended.promise;
        }),
        heads,
      );
      const before = old.append(origin, [row(id, 1, 7)], fence(1));
      await began.promise;
      let isStored = false;
      const after = next.append(origin, [row(id, 2, 0)], fence(2)).then(() => {
        isStored = true;
      });
      await wait(200);
      expect(isStored).toBe(false);
      suspended.resolve();
      await Promise.all([before, after]);
      await expect(old.append(origin, [row(id, 1, 8)], fence(1))).rejects.toThrow(FencedOff);
      expect(await ownersIn(processes.owner, chain)).toEqual(earlier === 0 ? [1, 2] : [1, 1, 2]);
    },
  );

  test('a transaction of a process that is suspended in the middle ends after ten seconds, so that its locks go', async () => {
    const { id, fence } = newInstrument();
    const suspended = Promise.withResolvers<void>();
    onTestFinished(() => suspended.resolve());
    const began = Promise.withResolvers<void>();
    const old = withFence(processes.first.orm, fence(1), async (tx) => {
      began.resolve();
      await suspended.promise;
      await tx.execute(sql`INSERT INTO feed_runs (source, run) VALUES ('simulated', ${`late ${id}`})`);
    });
    old.catch(() => undefined);
    await began.promise;
    const stored = createMarketStore(processes.second.orm)
      .fenced?.(fence(2))
      .saveBars(originOf(id), [makeBar(T, 20_000)]);
    await stored;
    suspended.resolve();
    await expect(old).rejects.toThrow();
    expect(await rowsOf(processes.owner, sql`SELECT 1 FROM feed_runs WHERE run = ${`late ${id}`}`)).toEqual(
      [],
    );
  }, 30_000);

  test('whatever two processes write at once, the chain does not fork and never goes back to an earlier owner', async () => {
    const step = fc.record({ owner: fc.integer({ min: 1, max: 3 }), waits: fc.integer({ min: 0, max: 25 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 30 }), async (steps) => {
        const { id, fence } = newInstrument();
        const heads = createTrackHeadsFile(null);
        // Owners by turns: 1 and 3 are of the first process
        const stores = [processes.first, processes.second].map(({ orm }, n) =>
          createTrackStore(
            betweenFenceAndRows(orm, () => wait(n === 0 ? 3 : 1)),
            heads,
          ),
        );
        const written = await Promise.all(
          steps.map(async ({ owner, waits }, n) => {
            await wait(waits);
            const store = stores[(owner - 1) % 2];
            return appendUntilSettled(() => store?.append(originOf(id), [row(id, owner, n)], fence(owner)));
          }),
        );
        const owners = await ownersIn(processes.owner, `simulated/${id}`);
        expect(owners).toEqual(owners.toSorted((a, b) => a - b));
        expect(owners.length).toBe(written.filter((outcome) => outcome === 'stored').length);
        const highest = Math.max(...steps.map(({ owner }) => owner));
        expect(owners.at(-1)).toBe(highest);
        // Whoever is refused had a later owner before it
        steps.forEach(({ owner }, n) => {
          if (written[n] === 'fenced off') expect(owner).toBeLessThan(highest);
        });
        const [verdict] =
          (await stores[0]?.verify())?.filter(({ chain }) => chain === `simulated/${id}`) ?? [];
        expect(verdict?.fault).toBeNull();
      }),
      { numRuns: process.env['LONG_TESTS'] === '1' ? 300 : 15 },
    );
  }, 120_000);
});

function row(instrumentId: number, owner: number, n: number): TrackRow {
  return {
    ...{ kind: 'settled', signalId: `owner-${owner}-${n}`, instrumentId, type: 'support', hit: true },
    atNs: String(1_700_000_000_000_000_000n + BigInt(n)),
  };
}

async function ownersIn(orm: Orm, chain: string): Promise<number[]> {
  const rows = await rowsOf<{ id: string }>(
    orm,
    sql`SELECT signal_id AS id FROM track_record WHERE chain = ${chain} ORDER BY position`,
  );
  return rows.map(({ id }) => Number(id.split('-')[1]));
}

/** As a writer does: what is not refused for good is tried again. */
async function appendUntilSettled(append: () => Promise<void> | undefined): Promise<'stored' | 'fenced off'> {
  for (;;) {
    try {
      await append();
      return 'stored';
    } catch (error) {
      if (error instanceof FencedOff) return 'fenced off';
    }
  }
}

/** Transactions of this one stop after their fence, before they write a row. */
function betweenFenceAndRows(orm: Orm, stop: () => Promise<void>): Orm {
  const transaction: Orm['transaction'] = (run, config) =>
    orm.transaction(async (tx) => {
      let isStopped = false;
      const watched = new Proxy(tx, {
        get(target, key) {
          const member: unknown = Reflect.get(target, key, target);
          if (typeof member !== 'function') return member;
          // The fence is raw statements; the rows begin with the first one that is built
          if (key !== 'select') return member.bind(target);
          return (...args: unknown[]) => {
            const built = (member as (...args: unknown[]) => object).apply(target, args);
            if (isStopped) return built;
            isStopped = true;
            return delayed(built, stop);
          };
        },
      });
      return run(watched);
    }, config);
  return new Proxy(orm, {
    get(target, key) {
      if (key === 'transaction') return transaction;
      const member: unknown = Reflect.get(target, key, target);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}

/** A statement under construction that is sent only after `stop`. */
function delayed(built: object, stop: () => Promise<void>): object {
  return new Proxy(built, {
    get(target, key) {
      const member: unknown = Reflect.get(target, key, target);
      if (typeof member !== 'function') return member;
      if (key === 'then')
        return (resolve: (value: unknown) => void, reject: (reason: unknown) => void) =>
          stop()
            .then(() => target as unknown as Promise<unknown>)
            .then(resolve, reject);
      return (...args: unknown[]) => {
        const next: unknown = (member as (...args: unknown[]) => unknown).apply(target, args);
        return typeof next === 'object' && next !== null ? delayed(next, stop) : next;
      };
    },
  });
}
