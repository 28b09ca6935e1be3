/** Exports that follow or overlap each other: parts are superseded by the whole, and restored when it is undone. */
import type { TradeDto } from '@undertow/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, TEST_ORIGIN, type TestApp, type TestUser } from '#testing/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const HEADERS = { origin: TEST_ORIGIN, 'sec-fetch-site': 'same-origin' };
const ANSWERS = JSON.stringify({ zone: 'America/Chicago', account: 'DEMO-1' });

const FILLS =
  '_id,_orderId,_contractId,_timestamp,_tradeDate,_action,_qty,_price,_active,_accountId,Fill ID,Order ID,Timestamp,Date,Account,B/S,Quantity,Price,_priceFormat,_priceFormatType,_tickSize,Contract,Product,Product Description,commission';
const PERFORMANCE =
  'symbol,_priceFormat,_priceFormatType,_tickSize,buyFillId,sellFillId,qty,buyPrice,sellPrice,pnl,boughtTimestamp,soldTimestamp,duration';

/** A made-up row of Tradovate's fills. */
function fill(id: number, action: 'Buy' | 'Sell', quantity: number, price: string): string {
  const time = `10:0${id}:05`;
  return `${id},${id},4,2026-03-16 ${time}Z,2026-03-16,${action === 'Buy' ? 0 : 1},${quantity},${price},true,1,${id},${id},03/16/2026 ${time},3/16/26,DEMO-1, ${action},${quantity},${price},-2,0,0.25,MESM6,MES,Micro,${(0.5 * quantity).toFixed(2)}`;
}

const ENTRY = fill(1, 'Buy', 3, '6000.00');
const FIRST_EXIT = fill(2, 'Sell', 1, '6010.00');
const LAST_EXIT = fill(3, 'Sell', 2, '6020.00');

async function send(user: TestUser, method: 'GET' | 'DELETE' | 'PATCH', url: string, body?: object) {
  const response = await app.http.inject({
    method,
    url: `/api/trades${url}`,
    headers: { ...HEADERS, ...user.headers },
    ...(body === undefined ? {} : { payload: body }),
  });
  return { status: response.statusCode, body: response.json() };
}

async function importRows(user: TestUser, ...lines: readonly string[]) {
  const query = new URLSearchParams({ fileName: 'Fills.csv', answers: ANSWERS });
  const response = await app.http.inject({
    method: 'POST',
    url: `/api/trades/imports?${query}`,
    headers: { ...HEADERS, ...user.headers, 'content-type': 'application/octet-stream' },
    payload: lines.join('\r\n'),
  });
  expect(response.statusCode).toBe(201);
  return response.json();
}

const importFills = (user: TestUser, ...rows: readonly string[]) => importRows(user, FILLS, ...rows);

async function tradesOf(user: TestUser): Promise<readonly TradeDto[]> {
  const { body } = await send(user, 'GET', '/search?sort=exitTime&order=asc');
  return body.trades;
}

const figures = (trades: readonly TradeDto[]) =>
  trades.map(({ status, quantity, net }) => [status, quantity, net]);

describe('a position that is partly closed at the end of one export', () => {
  test('is one trade when a later export contains the whole of it, and parts again when that is undone', async () => {
    const user = await app.newUser('free');
    const first = await importFills(user, ENTRY, FIRST_EXIT);
    expect(first).toMatchObject({ imported: 2, completed: 0 });
    const closed = (await tradesOf(user)).find(({ status }) => status === 'closed') as TradeDto;
    const words = { notes: 'Waited for the retest', tags: ['patient'], strategy: 'Retest' };
    expect((await send(user, 'PATCH', `/${closed.id}`, words)).status).toBe(200);
    const before = await tradesOf(user);
    expect(figures(before)).toEqual([
      ['closed', '1', '49.00'],
      ['open', '2', null],
    ]);

    const whole = await importFills(user, ENTRY, FIRST_EXIT, LAST_EXIT);
    expect(whole).toMatchObject({ imported: 1, completed: 1, duplicates: 0 });
    const after = await tradesOf(user);
    expect(figures(after)).toEqual([['closed', '3', '247.00']]);
    expect(after[0]).toMatchObject(words);
    expect((await send(user, 'GET', '/analysis')).body).toMatchObject({ totalTrades: 1 });
    expect((await send(user, 'DELETE', `/imports/${first.id}`)).body.code).toBe('IMPORT_COMPLETED');

    expect((await send(user, 'DELETE', `/imports/${whole.id}`)).body).toEqual({ removed: 1 });
    expect(await tradesOf(user)).toEqual(before);
    const again = await importFills(user, FIRST_EXIT, LAST_EXIT);
    expect(again).toMatchObject({ imported: 1, completed: 1, rejected: 0 });
    expect((await tradesOf(user))[0]).toMatchObject({ quantity: '3', net: '247.00', ...words });
    expect((await send(user, 'DELETE', `/imports/${again.id}`)).body).toEqual({ removed: 1 });
    expect((await send(user, 'DELETE', `/imports/${first.id}`)).body).toEqual({ removed: 2 });
    expect(await tradesOf(user)).toEqual([]);
  });

  test('is complete in any order of its exports', async () => {
    const user = await app.newUser('free');
    const opened = fill(1, 'Sell', 2, '6000.00');
    // Alone it reads as an entry
    const later = await importFills(user, fill(2, 'Buy', 2, '5990.00'), fill(3, 'Buy', 1, '5980.00'));
    const before = await tradesOf(user);
    const earlier = await importFills(user, opened);
    expect(earlier.completed).toBeGreaterThan(0);
    expect(figures(await tradesOf(user))).toEqual([
      ['closed', '2', '98.00'],
      ['open', '1', null],
    ]);
    expect((await send(user, 'DELETE', `/imports/${later.id}`)).status).toBe(409);
    await send(user, 'DELETE', `/imports/${earlier.id}`);
    expect(await tradesOf(user)).toEqual(before);
  });

  test('stays as it was when the import that completes it is ended in the middle', async () => {
    const user = await app.newUser('free');
    await importFills(user, ENTRY, FIRST_EXIT);
    const before = await tradesOf(user);
    const { tradeImports } = app.stores;
    const facts = { fileName: 'f', platform: 'p', layout: 'l', currency: 'USD', rejected: 0 };
    const writer = await tradeImports.begin(user.id, facts, 1, app.parts.clock.nowMs());
    if (typeof writer === 'string') throw new Error(writer);
    await writer.supersede(before.map(({ id }) => ({ id: Number(id), heirKey: null })));
    expect(await tradesOf(user)).toEqual(before);
    app.advance(121_000);
    await tradeImports.sweep(app.parts.clock.nowMs());
    expect(await importFills(user, ENTRY, FIRST_EXIT, LAST_EXIT)).toMatchObject({
      imported: 1,
      completed: 1,
    });
    expect(figures(await tradesOf(user))).toEqual([['closed', '3', '247.00']]);
  });
});

test('exits that came before their entries are kept until an export contains these', async () => {
  const user = await app.newUser('free');
  const orders =
    'Instrument,Action,Quantity,Price,Time,ID,E/X,Position,Order ID,Name,Commission,Rate,Account,Connection,';
  const order = (id: number, action: string, effect: string): string =>
    `MES JUN26,${action},1,60${id}0.00,3/16/2026 10:0${id}:05 AM,id${id},${effect},-,o${id},N,$0.50,1,Sim,Sim,`;
  const later = await importRows(user, orders, order(2, 'Sell', 'Exit'));
  expect(later).toMatchObject({ imported: 0, rejected: 1 });
  const earlier = await importRows(user, orders, order(1, 'Buy', 'Entry'));
  expect(figures(await tradesOf(user))).toEqual([['closed', '1', '49.00']]);
  expect((await send(user, 'DELETE', `/imports/${later.id}`)).body.code).toBe('IMPORT_COMPLETED');
  await send(user, 'DELETE', `/imports/${earlier.id}`);
  expect(await tradesOf(user)).toEqual([]);
  expect((await send(user, 'DELETE', `/imports/${later.id}`)).status).toBe(200);
});

test('fills with their commission replace performance rows, and remarks stay', async () => {
  const user = await app.newUser('free');
  const row = `MESM6,-2,0,0.25,1,2,1,6000.00,6010.00,$50.00,03/16/2026 05:01:05,03/16/2026 05:02:05,1min`;
  await importRows(user, PERFORMANCE, row);
  const [plain] = await tradesOf(user);
  await send(user, 'PATCH', `/${plain?.id}`, { notes: 'Mine' });
  const before = await tradesOf(user);
  const better = await importFills(user, fill(1, 'Buy', 1, '6000.00'), fill(2, 'Sell', 1, '6010.00'));
  expect(better).toMatchObject({ imported: 1, completed: 1, duplicates: 0 });
  expect(await tradesOf(user)).toMatchObject([{ net: '49.00', notes: 'Mine' }]);
  expect(await importRows(user, PERFORMANCE, row)).toMatchObject({ imported: 0, duplicates: 1 });
  await send(user, 'DELETE', `/imports/${better.id}`);
  expect(await tradesOf(user)).toEqual(before);
});
