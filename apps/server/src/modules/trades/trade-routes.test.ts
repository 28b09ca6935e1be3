/** The journal by its routes: what is answered, what is refused, and that nobody sees or changes the trades of others. */
import type { TradeDto } from '@undertow/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, TEST_ORIGIN, type TestApp, type TestUser } from '#testing/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const TRADE = {
  platform: 'NinjaTrader',
  instrumentSymbol: 'ESZ6',
  tradeType: 'BUY',
  entryPrice: '4566.50',
  exitPrice: '4569.25',
  quantity: '2',
  entryTime: '2026-11-20T15:02:11.000Z',
  exitTime: '2026-11-20T15:09:40.000Z',
  pnl: '275.00',
  commission: '8.40',
};

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

async function call(user: TestUser | null, method: Method, url: string, body?: unknown) {
  const response = await app.http.inject({
    method,
    url: `/api/trades${url}`,
    headers: { origin: TEST_ORIGIN, 'sec-fetch-site': 'same-origin', ...user?.headers },
    ...(body === undefined ? {} : { payload: body as object }),
  });
  return {
    status: response.statusCode,
    body: response.body === '' ? null : JSON.parse(response.body),
  };
}

const numbered = (count: number, given: object = {}) =>
  Array.from({ length: count }, (_, place) => ({
    ...TRADE,
    entryTime: new Date(Date.UTC(2026, 10, 2, 15, place)).toISOString(),
    exitTime: new Date(Date.UTC(2026, 10, 2, 15, place, 30)).toISOString(),
    pnl: place % 3 === 0 ? '-40.00' : '25.00',
    commission: '0',
    ...given,
  }));

describe('a single trade', () => {
  test('is closed when it has an exit time, in its contract, its exchange day and net of its costs', async () => {
    const user = await app.newUser('free');
    const { status, body } = await call(user, 'POST', '', { ...TRADE, fees: '1.60', tags: ['a', 'a', 'b'] });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      status: 'closed',
      root: 'ES',
      currency: 'USD',
      pnl: '275.00',
      net: '265.00',
      tags: ['a', 'b'],
      tradeDay: '2026-11-20',
      importId: null,
      flags: [],
    });
    expect((await call(user, 'GET', '')).body).toEqual([body]);
  });

  test('after 17:00 Chicago belongs to the next day', async () => {
    const user = await app.newUser('free');
    const late = { ...TRADE, entryTime: '2026-11-19T23:00:00.000Z', exitTime: '2026-11-19T23:00:00.000Z' };
    expect((await call(user, 'POST', '', late)).body.tradeDay).toBe('2026-11-20');
    const before = { ...TRADE, entryTime: '2026-11-19T22:59:59.999Z', exitTime: '2026-11-19T22:59:59.999Z' };
    expect((await call(user, 'POST', '', before)).body.tradeDay).toBe('2026-11-19');
  });

  test('without a P&L gets it from its prices, and none with an unknown point value', async () => {
    const user = await app.newUser('free');
    const { pnl: _pnl, ...unsaid } = TRADE;
    expect((await call(user, 'POST', '', unsaid)).body).toMatchObject({ pnl: '275.00', net: '266.60' });
    const short = { ...unsaid, tradeType: 'SELL', instrumentSymbol: 'MNQZ6' };
    expect((await call(user, 'POST', '', short)).body).toMatchObject({ pnl: '-11.00', root: 'MNQ' });
    const unknown = { ...unsaid, instrumentSymbol: 'WHAT7' };
    expect((await call(user, 'POST', '', unknown)).body).toMatchObject({
      pnl: null,
      net: null,
      status: 'closed',
      flags: ['point-value-unknown'],
    });
    const euros = { ...unsaid, currency: 'EUR' };
    expect((await call(user, 'POST', '', euros)).body).toMatchObject({ pnl: null, currency: 'EUR' });
  });

  test('without an exit time is open and has no result', async () => {
    const user = await app.newUser('free');
    const { exitTime: _exit, ...open } = TRADE;
    expect((await call(user, 'POST', '', open)).body).toMatchObject({ status: 'open', net: null });
  });

  test.each([
    ['quantity zero', { quantity: '0' }, 'quantity'],
    ['quantity below zero', { quantity: '-1' }, 'quantity'],
    ['price that is text', { entryPrice: 'abc' }, 'entryPrice'],
    ['price that is a number', { entryPrice: 4566.5 }, 'entryPrice'],
    ['amount beyond what money can be', { pnl: '1000000000' }, 'pnl'],
    ['exit before entry', { exitTime: '2026-11-20T15:02:10.999Z' }, 'exitTime'],
    ['time before 1970', { entryTime: '1969-12-31T23:59:59.000Z' }, 'entryTime'],
    ['time without a zone', { entryTime: '2026-11-20 15:02' }, 'entryTime'],
    ['symbol of blanks', { instrumentSymbol: '  ' }, 'instrumentSymbol'],
    ['NUL in a note', { notes: 'a\0b' }, 'notes'],
    ['half a character in a tag', { tags: ['\ud800'] }, 'tags.0'],
    ['currency that is none', { currency: 'dollars' }, 'currency'],
  ])('%s is refused, and named', async (_what, wrong, path) => {
    const user = await app.newUser('free');
    const { status, body } = await call(user, 'POST', '', { ...TRADE, ...wrong });
    expect(status).toBe(400);
    expect(body.issues.map((issue: { path: string }) => issue.path)).toContain(path);
    expect((await call(user, 'GET', '')).body).toEqual([]);
  });

  test('with an unknown field is refused: the caller sets neither the owner nor the result', async () => {
    const user = await app.newUser('free');
    for (const extra of [{ userId: 'x' }, { id: '1' }, { net: '1000000.00' }])
      expect((await call(user, 'POST', '', { ...TRADE, ...extra })).status).toBe(400);
  });
});

describe('a change', () => {
  test('of remarks keeps the figures; of a price recomputes them', async () => {
    const user = await app.newUser('free');
    const { body: trade } = await call(user, 'POST', '', TRADE);
    const remarks = { notes: 'late', strategy: 'Fade', tags: ['x'] };
    expect((await call(user, 'PATCH', `/${trade.id}`, remarks)).body).toEqual({ ...trade, ...remarks });
    const { body: dearer } = await call(user, 'PATCH', `/${trade.id}`, { commission: '10.00' });
    expect(dearer).toMatchObject({ net: '265.00', notes: 'late', pnl: '275.00' });
    const { body: open } = await call(user, 'PATCH', `/${trade.id}`, { exitTime: null });
    expect(open).toMatchObject({ status: 'open', net: null, exitTime: null });
  });

  test('of a price updates a P&L that was computed from prices', async () => {
    const user = await app.newUser('free');
    const { pnl: _pnl, ...unsaid } = TRADE;
    const { body: trade } = await call(user, 'POST', '', unsaid);
    expect((await call(user, 'PATCH', `/${trade.id}`, { exitPrice: '4567.50' })).body.pnl).toBe('100.00');
  });

  test('with nothing in it changes nothing', async () => {
    const user = await app.newUser('free');
    const { body: trade } = await call(user, 'POST', '', TRADE);
    expect((await call(user, 'PATCH', `/${trade.id}`, {})).body).toEqual(trade);
  });

  test('and a removal of another user’s trade find nothing, whatever the id looks like', async () => {
    const [owner, other] = [await app.newUser('free'), await app.newUser('elite')];
    const { body: trade } = await call(owner, 'POST', '', TRADE);
    for (const id of [trade.id, '999999999', '0', '-1', '1e3', 'x', '9'.repeat(40)]) {
      expect((await call(other, 'PATCH', `/${id}`, { notes: 'mine' })).status).toBe(404);
      expect((await call(other, 'DELETE', `/${id}`)).status).toBe(404);
    }
    expect((await call(owner, 'GET', '')).body).toEqual([trade]);
    expect((await call(owner, 'DELETE', `/${trade.id}`)).body).toEqual({ ok: true });
    expect((await call(owner, 'DELETE', `/${trade.id}`)).status).toBe(404);
  });
});

describe('the specified upload', () => {
  test('takes all, and the same rows a second time as duplicates', async () => {
    const user = await app.newUser('free');
    const trades = numbered(300);
    const first = await call(user, 'POST', '/upload', { trades });
    expect([first.status, first.body]).toEqual([201, { imported: 300, duplicates: 0 }]);
    expect((await call(user, 'POST', '/upload', { trades })).body).toEqual({ imported: 0, duplicates: 300 });
    expect((await call(user, 'POST', '/upload', { trades: numbered(302) })).body).toEqual({
      imported: 2,
      duplicates: 300,
    });
    const all: TradeDto[] = (await call(user, 'GET', '')).body;
    expect(all).toHaveLength(302);
    expect(all.map((trade) => trade.entryTime)).toEqual(
      all
        .map((trade) => trade.entryTime)
        .toSorted()
        .toReversed(),
    );
  });

  test('keeps equal rows of one upload as separate trades', async () => {
    const user = await app.newUser('free');
    const trades = [TRADE, TRADE, TRADE];
    expect((await call(user, 'POST', '/upload', { trades })).body).toEqual({ imported: 3, duplicates: 0 });
    expect((await call(user, 'POST', '/upload', { trades })).body).toEqual({ imported: 0, duplicates: 3 });
  });

  test('stores nothing when one row is wrong, and says which', async () => {
    const user = await app.newUser('free');
    const trades = numbered(200);
    const { status, body } = await call(user, 'POST', '/upload', {
      trades: trades.with(150, { ...TRADE, quantity: '0' } as (typeof trades)[number]),
    });
    expect(status).toBe(400);
    expect(body.issues).toEqual([{ path: 'trades.150.quantity', message: 'expected a number above zero' }]);
    expect((await call(user, 'GET', '')).body).toEqual([]);
  });

  test('beyond 10,000 trades or 2 MB is refused', async () => {
    const user = await app.newUser('free');
    const small = { ...TRADE, notes: null };
    const many = Array.from({ length: 10_001 }, () => ({ ...small, platform: 'a', instrumentSymbol: 'a' }));
    expect((await call(user, 'POST', '/upload', { trades: many })).status).toBeGreaterThanOrEqual(400);
    const heavy = Array.from({ length: 500 }, () => ({ ...TRADE, notes: 'x'.repeat(4_900) }));
    expect((await call(user, 'POST', '/upload', { trades: heavy })).status).toBe(413);
    expect((await call(user, 'POST', '/upload', { trades: [] })).status).toBe(400);
    expect((await call(user, 'GET', '')).body).toEqual([]);
  });
});

describe('the table of all trades', () => {
  test('is filtered, sorted and paged', async () => {
    const user = await app.newUser('free');
    await call(user, 'POST', '/upload', {
      trades: [
        { ...TRADE, strategy: 'Fade 100%', account: 'A', tags: ['news'] },
        {
          ...TRADE,
          instrumentSymbol: 'NQZ6',
          tradeType: 'SELL',
          pnl: '-80.00',
          account: 'B',
          quantity: '10',
        },
        { ...TRADE, instrumentSymbol: 'CLF7', pnl: '8.40', quantity: '9' },
        { ...TRADE, instrumentSymbol: 'GCG7', exitTime: null },
      ],
    });
    const found = async (query: string): Promise<string[]> =>
      (await call(user, 'GET', `/search?${query}`)).body.trades.map((trade: TradeDto) => trade.root);
    expect(await found('sort=symbol&order=asc')).toEqual(['CL', 'ES', 'GC', 'NQ']);
    expect(await found('sort=quantity&order=desc')).toEqual(['NQ', 'CL', 'GC', 'ES']);
    expect(await found('sort=net&order=asc')).toEqual(['NQ', 'CL', 'ES', 'GC']);
    expect(await found('sort=net&order=desc')).toEqual(['ES', 'CL', 'NQ', 'GC']);
    expect(await found('result=win')).toEqual(['ES']);
    expect(await found('result=loss')).toEqual(['NQ']);
    expect(await found('result=zero')).toEqual(['CL']);
    expect(await found('status=open')).toEqual(['GC']);
    expect(await found('side=SELL')).toEqual(['NQ']);
    expect(await found('account=A')).toEqual(['ES']);
    expect(await found('account=')).toHaveLength(2);
    expect(await found('strategy=')).toHaveLength(3);
    expect(await found('tag=news')).toEqual(['ES']);
    expect(await found(`search=${encodeURIComponent('100%')}`)).toEqual(['ES']);
    expect(await found('search=_')).toEqual([]);
    expect(await found('search=nqz')).toEqual(['NQ']);
    const [one] = (await call(user, 'GET', '/search?search=nqz')).body.trades;
    expect(await found(`id=${one.id}`)).toEqual(['NQ']);
    expect(await found('from=2026-11-21')).toEqual([]);
    expect(await found('from=2026-11-20&to=2026-11-20')).toHaveLength(4);
    expect(await found('importId=1%27--')).toEqual([]);
    const page = await call(user, 'GET', '/search?sort=symbol&order=asc&limit=2&page=2');
    expect(page.body.total).toBe(4);
    expect(page.body.trades.map((trade: TradeDto) => trade.root)).toEqual(['GC', 'NQ']);
    for (const wrong of ['sort=raw', 'limit=0', 'limit=1000', 'page=0', 'from=yesterday', 'what=1'])
      expect((await call(user, 'GET', `/search?${wrong}`)).status).toBe(400);
  });

  test('names what is in the journal, and nothing of others', async () => {
    const [user, other] = [await app.newUser('free'), await app.newUser('free')];
    await call(other, 'POST', '', { ...TRADE, account: 'theirs' });
    await call(user, 'POST', '', { ...TRADE, account: 'mine', tags: ['t'], strategy: 'S' });
    expect((await call(user, 'GET', '/facets')).body).toEqual({
      accounts: ['mine'],
      roots: ['ES'],
      strategies: ['S'],
      tags: ['t'],
      platforms: ['NinjaTrader'],
      currencies: ['USD'],
      firstDay: '2026-11-20',
      lastDay: '2026-11-20',
    });
  });
});

test('the export is CSV that no spreadsheet runs, of the filtered trades', async () => {
  const user = await app.newUser('free');
  const formula = '=cmd|"/c calc"!A1';
  await call(user, 'POST', '', { ...TRADE, notes: formula, strategy: '+1', pnl: '-12.50', commission: '0' });
  await call(user, 'POST', '', { ...TRADE, instrumentSymbol: 'NQZ6' });
  const response = await app.http.inject({ url: '/api/trades/export?root=ES', headers: user.headers });
  expect(response.headers['content-type']).toContain('text/csv');
  expect(response.headers['content-disposition']).toMatch(
    /^attachment; filename="undertow-trades-2026-11-20\.csv"$/,
  );
  const lines = response.body.split('\r\n').filter((line) => line !== '');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(`"'${formula.replaceAll('"', '""')}"`);
  expect(lines[1]).toContain('"\'+1"');
  expect(lines[1]).toContain(',-12.5,');
});
