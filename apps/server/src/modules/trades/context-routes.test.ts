/** What the recorded market did around a trade, by its routes: within plan and delay, watched today or not. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp, type TestUser } from '#testing/app.ts';
import { testEvent } from '#testing/event.ts';
import { callAs, TRADE } from '#testing/trade-calls.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const call = (user: TestUser, method: 'GET' | 'POST', url: string, body?: object) =>
  callAs(app, user, method, url, body);

describe('context', () => {
  const ORIGIN = { contract: 'ESZ6', instrumentId: 1, source: 'simulated', run: 'test' } as const;
  /** The test's feed does not carry it. */
  const UNWATCHED = 6;
  const bar = { openTicks: 18_268, closeTicks: 18_268, volume: 5, buyVolume: 3, sellVolume: 2, trades: 2 };

  test('is the recorded market within plan and delay', async () => {
    const present = app.parts.clock.nowMs();
    const minute = Math.floor(present / 60_000) * 60_000;
    // 4567.00 is 18,268 ticks; a minute higher each minute
    const bars = Array.from({ length: 120 }, (_, place) => ({
      ...bar,
      startMs: minute - (120 - place) * 60_000,
      lowTicks: 18_260 + place,
      highTicks: 18_270 + place,
      vwapTicks: null,
    }));
    await app.stores.marketStore.saveBars(ORIGIN, bars);
    const at = (minutes: number): string => new Date(minute - minutes * 60_000).toISOString();
    const facts = { ...TRADE, entryTime: at(100), exitTime: at(90) };
    const pro = await app.newUser('pro', [1]);
    const { body: trade } = await call(pro, 'POST', '/trades', facts);
    const { body } = await call(pro, 'GET', `/trades/${trade.id}/context`);
    expect(body).toMatchObject({
      missing: null,
      instrumentId: 1,
      source: 'simulated',
      bestPrice: '4575.00',
      worstPrice: '4570.00',
      mfe: '400.00',
      mae: '0.00',
      bestAfterExit: '4582.50',
    });
    const table = await call(pro, 'GET', '/trades/context');
    expect(table.body).toMatchObject({ currency: 'USD', covered: 1, trades: 1, rows: [] });
    const missing = async (user: TestUser, given: object): Promise<string> => {
      const { body: made } = await call(user, 'POST', '/trades', { ...facts, ...given });
      return (await call(user, 'GET', `/trades/${made.id}/context`)).body.missing;
    };
    expect(await missing(pro, { instrumentSymbol: 'EURUSD' })).toBe('unknown-instrument');
    expect(await missing(pro, { instrumentSymbol: 'NQZ6' })).toBe('not-entitled');
    expect(await missing(pro, { entryTime: at(5000), exitTime: at(4990) })).toBe('no-record');
    const basic = await app.newUser('basic', [1]);
    expect(await missing(basic, { entryTime: at(20), exitTime: at(5) })).toBe('not-yet');
    expect(await missing(basic, {})).toBe(null);
    const free = await app.newUser('free');
    expect(await missing(free, {})).toBe('not-entitled');
    expect((await call(free, 'GET', `/trades/${trade.id}/context`)).status).toBe(404);
  });

  test('comes from storage when nobody watches the instrument', async () => {
    const [pro, basic] = [await app.newUser('pro', [UNWATCHED]), await app.newUser('basic', [UNWATCHED])];
    const minute = Math.floor(app.parts.clock.nowMs() / 60_000) * 60_000;
    const bars = Array.from({ length: 30 }, (_, place) => ({
      ...bar,
      startMs: minute - (30 - place) * 60_000,
      lowTicks: 18_260 + place,
      highTicks: 18_270 + place,
      vwapTicks: null,
    }));
    await app.stores.marketStore.saveBars({ ...ORIGIN, instrumentId: UNWATCHED }, bars);
    await app.saveEvent(
      testEvent('stored', minute - 26 * 60_000, {
        instrumentId: UNWATCHED,
        expiresNs: BigInt(minute) * 1_000_000n,
      }),
    );
    expect(app.parts.views.peek(UNWATCHED, 0)).toBeUndefined();
    const at = (minutes: number): string => new Date(minute - minutes * 60_000).toISOString();
    const facts = { ...TRADE, instrumentSymbol: 'MESZ6', entryTime: at(25), exitTime: at(20) };
    const context = async (user: TestUser, given: object = {}) => {
      const { body: made } = await call(user, 'POST', '/trades', { ...facts, ...given });
      return (await call(user, 'GET', `/trades/${made.id}/context`)).body;
    };
    for (const user of [pro, basic]) {
      const received = await context(user);
      expect(received).toMatchObject({ missing: null, source: 'simulated', bestPrice: '4570.00' });
      expect(received.atEntry).toMatchObject([{ id: 'stored' }]);
    }
    expect((await context(pro, { exitTime: at(10) })).missing).toBeNull();
    expect((await context(basic, { exitTime: at(10) })).missing).toBe('not-yet');
    expect((await call(pro, 'GET', '/trades/context')).body).toMatchObject({ covered: 2, trades: 2 });
  });

  test('never contains the part of a minute after the delayed instant', async () => {
    app.advance(90_000 - (app.parts.clock.nowMs() % 60_000));
    const seenMs = app.parts.clock.nowMs() - 900_000;
    const minute = Math.floor(seenMs / 60_000) * 60_000;
    const recorded = [
      { ...bar, startMs: minute - 60_000, lowTicks: 18_260, highTicks: 18_270, vwapTicks: null },
      { ...bar, startMs: minute, lowTicks: 18_000, highTicks: 19_000, vwapTicks: null },
    ];
    const origin = { ...ORIGIN, instrumentId: 2, run: 'minutes' };
    await app.stores.marketStore.saveBars(origin, recorded);
    const basic = await app.newUser('basic', [2]);
    const iso = (timeMs: number): string => new Date(timeMs).toISOString();
    const facts = {
      ...TRADE,
      instrumentSymbol: 'NQZ6',
      entryTime: iso(minute - 30_000),
      exitTime: iso(minute + 5_000),
    };
    const { body: closed } = await call(basic, 'POST', '/trades', facts);
    expect((await call(basic, 'GET', `/trades/${closed.id}/context`)).body.missing).toBe('not-yet');
    const { body: running } = await call(basic, 'POST', '/trades', {
      ...facts,
      exitTime: null,
      exitPrice: null,
    });
    expect((await call(basic, 'GET', `/trades/${running.id}/context`)).body).toMatchObject({
      missing: null,
      bestPrice: '4567.50',
      worstPrice: '4565.00',
    });
    app.advance(60_000);
    expect((await call(basic, 'GET', `/trades/${closed.id}/context`)).body).toMatchObject({
      missing: null,
      bestPrice: '4750.00',
    });
  });
});
