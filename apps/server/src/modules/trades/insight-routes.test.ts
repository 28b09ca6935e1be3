/** Figures and insights by their routes: threads answer, the newest trades count, everybody has their own. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, TEST_NOW, TEST_ORIGIN, type TestApp, type TestUser } from '#testing/app.ts';
import { callAs, TRADE } from '#testing/trade-calls.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const call = (user: TestUser, method: 'GET' | 'POST' | 'PATCH', url: string, body?: object) =>
  callAs(app, user, method, url, body);

/** A trade of minutes before the present. */
const recent = (entryMinutes: number, exitMinutes: number, given: object = {}) => ({
  ...TRADE,
  entryTime: new Date(TEST_NOW - entryMinutes * 60_000).toISOString(),
  exitTime: new Date(TEST_NOW - exitMinutes * 60_000).toISOString(),
  ...given,
});

describe('figures', () => {
  test('are computed again when a trade changed, and only from the filtered trades', async () => {
    const user = await app.newUser('free');
    await call(user, 'POST', '/trades/upload', {
      trades: [
        recent(60, 50, { pnl: '100.00', account: 'A' }),
        recent(40, 30, { pnl: '-40.00', account: 'B' }),
        recent(20, 10, { pnl: '7.00', currency: 'EUR' }),
      ],
    });
    const first = await call(user, 'GET', '/trades/analysis');
    expect(first.body).toMatchObject({
      totalTrades: 2,
      winRate: 50,
      profitFactor: 2.5,
      currency: 'USD',
      otherCurrencies: ['EUR'],
    });
    await call(user, 'POST', '/trades', recent(9, 8, { pnl: '-10.00' }));
    expect((await call(user, 'GET', '/trades/analysis')).body).toMatchObject({ totalTrades: 3, losses: 2 });
    const all = await call(user, 'GET', '/trades/statistics');
    expect(all.body).toMatchObject({ currency: 'USD', closed: 3, view: 'positions', days: 1 });
    expect(all.body.figures[0]).toMatchObject({ name: 'totalTrades', statistic: { value: '3' } });
    const one = await call(user, 'GET', '/trades/statistics?account=B&view=rows');
    expect(one.body).toMatchObject({ closed: 1, view: 'rows' });
    expect((await call(user, 'GET', '/trades/statistics?currency=EUR')).body.closed).toBe(1);
    const other = await app.newUser('free');
    expect((await call(other, 'GET', '/trades/statistics')).body).toMatchObject({
      closed: 0,
      currency: null,
    });
  });

  test('rules are those of the account, replayed over its trades', async () => {
    const user = await app.newUser('free');
    await call(user, 'POST', '/trades', recent(60, 50, { pnl: '-1200.00', account: 'F' }));
    const rules = {
      dailyLossLimit: '1000.00',
      maxLoss: null,
      trailing: 'none',
      trailingCap: null,
      profitTarget: null,
      consistencyPercent: null,
      minimumDays: null,
      winningDays: null,
      winningDayAmount: null,
      maxContracts: null,
      closingMinutes: null,
    };
    const account = { account: 'F', zone: null, currency: 'USD', startBalance: '50000.00', rules };
    const saved = await app.http.inject({
      method: 'PUT',
      url: '/api/trades/accounts',
      headers: { origin: TEST_ORIGIN, ...user.headers },
      payload: account,
    });
    expect(saved.statusCode).toBe(200);
    const { body } = await call(user, 'GET', '/trades/rules?account=F');
    expect(body.rules).toHaveLength(1);
    expect(body.rules[0]).toMatchObject({ rule: 'daily-loss', state: 'breached', unit: 'money' });
    expect((await call(user, 'GET', '/trades/rules?account=none')).body.rules).toEqual([]);
  });
});

describe('insights', () => {
  test('keep their number and state over generations, and are implemented only once read', async () => {
    const [user, other] = [await app.newUser('free'), await app.newUser('elite')];
    const unknown = Array.from({ length: 30 }, (_, place) =>
      recent(60 + place, 59 + place, { instrumentSymbol: 'WHAT7', pnl: '5.00', exitPrice: null }),
    );
    await call(user, 'POST', '/trades/upload', { trades: unknown });
    expect((await call(user, 'GET', '/insights/run')).body).toMatchObject({ state: 'never', trades: 0 });
    const first = await call(user, 'POST', '/insights/generate');
    expect(first.status).toBe(200);
    expect((await call(user, 'GET', '/insights/run')).body).toMatchObject({ state: 'done', stale: false });
    expect((await call(user, 'POST', '/insights/generate')).body.code).toBe('INSIGHTS_TOO_SOON');
    const [found] = first.body;
    expect(found).toMatchObject({ insightType: 'other', isRead: false });
    expect(found.tradeIds.length).toBeGreaterThan(0);
    const named = async (who: TestUser, id: string) =>
      (await call(who, 'GET', `/trades/search?insightId=${id}`)).body.total;
    expect(await named(user, found.id)).toBe(found.tradeIds.length);
    expect([await named(other, found.id), await named(user, 'none')]).toEqual([0, 0]);
    const url = `/insights/${found.id}`;
    expect((await call(user, 'PATCH', `${url}/implemented`)).body.code).toBe('INSIGHT_UNREAD');
    for (const what of ['read', 'implemented'])
      expect((await call(other, 'PATCH', `${url}/${what}`)).status).toBe(404);
    expect((await call(user, 'PATCH', `${url}/read`)).body).toEqual({ ok: true });
    expect((await call(user, 'PATCH', `${url}/implemented`)).body).toEqual({ ok: true });
    await call(user, 'POST', '/trades', recent(5, 4));
    expect((await call(user, 'GET', '/insights/run')).body.stale).toBe(true);
    app.advance(31_000);
    const again = await call(user, 'POST', '/insights/generate');
    expect(again.body.find((insight: { id: string }) => insight.id === found.id)).toMatchObject({
      title: found.title,
      firstSeenAt: found.firstSeenAt,
      isRead: true,
      isImplemented: true,
    });
    expect((await call(user, 'GET', '/insights')).body).toEqual(again.body);
    expect((await call(other, 'GET', '/insights')).body).toEqual([]);
  });
});
