/** Market data of the ticker plant: images and updates of a subscription. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Gateway } from '#rithmic/gateway/start-gateway.ts';
import type { Message } from '#rithmic/messages/gateway-messages.ts';
import { openGateway } from '#testing/rithmic/open-gateway.ts';
import { RawClient } from '#testing/rithmic/raw-client.ts';

let gateway: Gateway;
let client: RawClient;
let symbol: string;
beforeAll(async () => {
  gateway = await openGateway();
  client = await RawClient.logIn(gateway, 'ticker');
  const [front] = await client.request(
    'RequestFrontMonthContract',
    { symbol: 'ES', exchange: 'CME' },
    'ResponseFrontMonthContract',
  );
  symbol = front?.tradingSymbol ?? '';
});
afterAll(() => gateway.close());

test('the front month and its reference data are those of the catalogue', async () => {
  expect(symbol).toMatch(/^ES[HMUZ]\d$/);
  const [data] = await client.request(
    'RequestReferenceData',
    { symbol, exchange: 'CME' },
    'ResponseReferenceData',
  );
  expect(data).toMatchObject({
    rpCode: ['0'],
    productCode: 'ES',
    minQpriceChange: 0.25,
    singlePointValue: 50,
    expirationDate: expect.stringMatching(/^\d{8}$/),
    tradingSymbol: symbol,
  });
});

test('every plant returns the reference data of a contract', async () => {
  for (const plant of ['order', 'history', 'pnl', 'repository'] as const) {
    const other = await RawClient.logIn(gateway, plant);
    const [data] = await other.request(
      'RequestReferenceData',
      { symbol, exchange: 'CME' },
      'ResponseReferenceData',
    );
    expect(data).toMatchObject({ rpCode: ['0'], productCode: 'ES', tradingSymbol: symbol });
    other.close();
  }
});

test('a subscription receives its response, then its images, then updates', async () => {
  client.send('RequestMarketDataUpdate', { symbol, exchange: 'CME', request: 1, updateBits: 7 });
  expect(await client.wait('ResponseMarketDataUpdate')).toMatchObject({ rpCode: ['0'] });
  expect(await client.wait('LastTrade', ({ isSnapshot }) => isSnapshot === true)).toBeDefined();
  expect(await client.wait('BestBidOffer', ({ isSnapshot }) => isSnapshot === true)).toMatchObject({
    presenceBits: 3,
  });
  expect(await client.wait('OrderBook')).toMatchObject({ updateType: 3, presenceBits: 3 });
  const trade = await client.wait('LastTrade', ({ isSnapshot }) => isSnapshot !== true);
  expect(trade).toMatchObject({
    symbol,
    exchange: 'CME',
    tradeSize: expect.any(Number),
    aggressor: expect.any(Number),
    exchangeOrderId: expect.stringMatching(/^\d+$/),
    aggressorExchangeOrderId: expect.stringMatching(/^\d+$/),
    sourceSsboe: expect.any(Number),
  });
  expect(await client.wait('BestBidOffer', ({ presenceBits }) => presenceBits === 1)).toBeDefined();
  expect(await client.wait('OrderBook', ({ updateType }) => updateType === 7)).toBeDefined();
});

test('a repeated subscription is reported as such; a new bit among old ones is accepted', async () => {
  const subscribe = (updateBits: number, request = 1) =>
    client.request(
      'RequestMarketDataUpdate',
      { symbol, exchange: 'CME', request, updateBits },
      'ResponseMarketDataUpdate',
    );
  expect(await subscribe(7)).toMatchObject([{ rpCode: ['1029', 'update bit type already exists'] }]);
  expect(await subscribe(7 | 32)).toMatchObject([{ rpCode: ['0'] }]);
  expect(await client.wait('TradeStatistics')).toMatchObject({ isSnapshot: true, presenceBits: 7 });
  expect(await subscribe(7 | 32, 2)).toMatchObject([{ rpCode: ['0'] }]);
  expect(await subscribe(0)).toMatchObject([{ rpCode: ['6', 'bad input'] }]);
  expect(await subscribe(1 << 20)).toMatchObject([{ rpCode: ['6', 'bad input'] }]);
  expect(await subscribe(1, 3)).toMatchObject([{ rpCode: ['6', 'bad input'] }]);
  expect(await subscribe(1)).toMatchObject([{ rpCode: ['0'] }]);
});

test('the product’s code means its front month, and everything arrives under the requested name', async () => {
  const [other, dated] = [
    await RawClient.logIn(gateway, 'ticker', 'paper', 'carol'),
    await RawClient.logIn(gateway, 'ticker', 'paper', 'dave'),
  ];
  const subscribe = (who: RawClient, name: string) =>
    who.request(
      'RequestMarketDataUpdate',
      { symbol: name, exchange: 'CME', request: 1, updateBits: 1 | 2 | 4 | 32 | 128 | 1024 },
      'ResponseMarketDataUpdate',
    );
  expect(await subscribe(other, 'ES')).toMatchObject([{ rpCode: ['0'] }]);
  expect(await subscribe(dated, symbol)).toMatchObject([{ rpCode: ['0'] }]);
  const trade = await dated.wait('LastTrade', ({ isSnapshot }) => isSnapshot !== true);
  const same = await other.wait(
    'LastTrade',
    ({ sourceSsboe, sourceNsecs, exchangeOrderId }) =>
      sourceSsboe === trade.sourceSsboe &&
      sourceNsecs === trade.sourceNsecs &&
      exchangeOrderId === trade.exchangeOrderId,
  );
  expect(same).toMatchObject({ symbol: 'ES', tradePrice: trade.tradePrice, tradeSize: trade.tradeSize });
  await other.wait('BestBidOffer', ({ isSnapshot }) => isSnapshot !== true);
  const names = (who: RawClient) =>
    new Set(
      (['LastTrade', 'BestBidOffer', 'OrderBook', 'TradeStatistics', 'EndOfDayPrices', 'MarketMode'] as const)
        .flatMap((name): readonly { readonly symbol?: string }[] => who.all(name))
        .map((message) => message.symbol),
    );
  expect([[...names(other)], [...names(dated)]]).toEqual([['ES'], [symbol]]);
  expect(await subscribe(other, symbol)).toMatchObject([{ rpCode: ['0'] }]);
  expect(await subscribe(other, 'GC')).toMatchObject([{ rpCode: ['7', 'no data'] }]);
  other.close();
  dated.close();
});

test('the volume of the day grows by each trade, also within one event', async () => {
  const other = await RawClient.logIn(gateway, 'ticker', 'paper', 'erin');
  other.send('RequestMarketDataUpdate', { symbol, exchange: 'CME', request: 1, updateBits: 1 });
  const trades = await other.until(() => {
    const trades = other.all('LastTrade').filter(({ tradeSize }) => tradeSize !== undefined);
    const isSameEvent = ({ sourceNsecs }: Message<'LastTrade'>, n: number) =>
      sourceNsecs !== undefined && sourceNsecs === trades[n - 1]?.sourceNsecs;
    return trades.some(isSameEvent) ? trades : undefined;
  }, 'an event of two trades');
  // The first is the image of what was before
  for (const [n, { volume, tradeSize }] of trades.entries())
    if (n > 0) expect(volume).toBe((trades[n - 1]?.volume ?? 0) + (tradeSize ?? 0));
  other.close();
});

test('after unsubscribing nothing more is sent', async () => {
  const other = await RawClient.logIn(gateway, 'ticker', 'paper', 'bob');
  const of = { symbol, exchange: 'CME', updateBits: 6 };
  await other.request('RequestMarketDataUpdate', { ...of, request: 1 }, 'ResponseMarketDataUpdate');
  await other.wait('OrderBook', ({ updateType }) => updateType === 7);
  await other.request('RequestMarketDataUpdate', { ...of, request: 2 }, 'ResponseMarketDataUpdate');
  const received = other.received.length;
  // The first client still receives its trades: the market continues
  const trades = client.all('LastTrade').length;
  await client.until(() => (client.all('LastTrade').length > trades ? true : undefined), 'a trade');
  expect(other.received).toHaveLength(received);
  other.close();
});

test('figures of the day: what is not known is cleared, what is known has its date', async () => {
  const other = await RawClient.logIn(gateway, 'ticker', 'paper', 'bob');
  const of = { symbol, exchange: 'CME', request: 1 };
  other.send('RequestMarketDataUpdate', { ...of, updateBits: 128 | 1024 });
  const close = await other.wait('EndOfDayPrices');
  expect([close.presenceBits, close.clearBits]).toEqual(
    close.closePrice === undefined ? [undefined, 3] : [3, undefined],
  );
  expect(await other.wait('MarketMode')).toMatchObject({ symbol, marketMode: expect.stringMatching(/./) });
  other.close();
});

test('prices of gold are doubles with the noise of a tenth', async () => {
  const product = { symbol: 'GC', exchange: 'COMEX' };
  const [front] = await client.request('RequestFrontMonthContract', product, 'ResponseFrontMonthContract');
  const gold = { symbol: front?.tradingSymbol ?? '', exchange: 'COMEX' };
  client.send('RequestMarketDataUpdate', { ...gold, request: 1, updateBits: 4 });
  const image = await client.wait('OrderBook', (book) => book.symbol === gold.symbol);
  const prices = [...(image.bidPrice ?? []), ...(image.askPrice ?? [])];
  expect(prices.some((price) => String(price).length > 10)).toBe(true);
  for (const price of prices) expect(Math.abs(price * 10 - Math.round(price * 10))).toBeLessThan(1e-6);
});

test('a search requires a pattern, matches contracts by part or whole, and can be empty', async () => {
  const search = (values: Message<'RequestSearchSymbols'>) =>
    client.request('RequestSearchSymbols', values, 'ResponseSearchSymbols');
  expect(await search({ searchText: 'ES' })).toMatchObject([
    { rpCode: ['1062', 'Search pattern field is not received.'] },
  ]);
  const [es, end] = await search({ searchText: 'es', pattern: 1 });
  expect(es).toMatchObject({ symbol, productCode: 'ES', instrumentType: 'Future', rqHandlerRpCode: ['0'] });
  expect(end).toMatchObject({ rpCode: ['0'] });
  expect(await search({ searchText: 'gold', pattern: 2 })).toHaveLength(2);
  expect(await search({ searchText: 'nothing', pattern: 2 })).toMatchObject([{ rpCode: ['7', 'no data'] }]);
  expect(await search({ searchText: '', pattern: 2, instrumentType: 4 })).toMatchObject([
    { rpCode: ['7', 'no data'] },
  ]);
});

test('product codes and permissions come by exchange', async () => {
  const codes = await client.request('RequestProductCodes', { exchange: 'COMEX' }, 'ResponseProductCodes');
  expect(codes).toMatchObject([{ productCode: 'GC', exchange: 'COMEX' }, { rpCode: ['0'] }]);
  const permissions = await client.request(
    'RequestListExchangePermissions',
    {},
    'ResponseListExchangePermissions',
  );
  expect(
    permissions.slice(0, -1).map(({ exchange, entitlementFlag }) => [exchange, entitlementFlag]),
  ).toEqual([
    ['CME', 1],
    ['COMEX', 1],
  ]);
});

test('requests without data here still get a response', async () => {
  const [table] = await client.request('RequestGiveTickSizeTypeTable', {}, 'ResponseGiveTickSizeTypeTable');
  const [volume] = await client.request('RequestGetVolumeAtPrice', {}, 'ResponseGetVolumeAtPrice');
  const [last] = await client.request(
    'RequestAuxilliaryReferenceData',
    { symbol, exchange: 'CME' },
    'ResponseAuxilliaryReferenceData',
  );
  expect([table?.rpCode, volume?.rpCode]).toEqual([
    ['7', 'no data'],
    ['7', 'no data'],
  ]);
  expect(last).toMatchObject({
    rpCode: ['0'],
    presenceBits: 16,
    lastTradingDate: expect.stringMatching(/^20\d{6}$/),
  });
});

test('what is not listed has no data', async () => {
  const nothing = { symbol: 'XX', exchange: 'CME' };
  const [front] = await client.request('RequestFrontMonthContract', nothing, 'ResponseFrontMonthContract');
  const [facts] = await client.request('RequestReferenceData', nothing, 'ResponseReferenceData');
  const [data] = await client.request(
    'RequestMarketDataUpdate',
    { ...nothing, request: 1, updateBits: 1 },
    'ResponseMarketDataUpdate',
  );
  for (const response of [front, facts, data]) expect(response?.rpCode).toEqual(['7', 'no data']);
});
