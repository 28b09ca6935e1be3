/** The history plant: bars that agree with each other, the cap, resuming, live bars. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Gateway } from '#rithmic/gateway/start-gateway.ts';
import type { Message } from '#rithmic/messages/gateway-messages.ts';
import { ES, openGateway } from '#testing/rithmic/open-gateway.ts';
import { loginOf, RawClient } from '#testing/rithmic/raw-client.ts';

type TickBar = Message<'ResponseTickBarReplay'>;

const TICKS = { barType: 1, barSubType: 1, barTypeSpecifier: '1' };

let gateway: Gateway;
let client: RawClient;
let of: { readonly symbol: string; readonly exchange: string };
/** A minute that has long been over, in seconds. */
let nowS: number;
beforeAll(async () => {
  gateway = await openGateway({ instruments: [ES], scale: 4, historyMinutes: 10 });
  const ticker = await RawClient.logIn(gateway, 'ticker');
  const product = { symbol: 'ES', exchange: 'CME' };
  const [front] = await ticker.request('RequestFrontMonthContract', product, 'ResponseFrontMonthContract');
  of = { symbol: front?.tradingSymbol ?? '', exchange: 'CME' };
  ticker.close();
  client = await RawClient.logIn(gateway, 'history');
  nowS = Math.floor(Date.now() / 60_000) * 60;
});
afterAll(() => gateway.close());
afterEach(() => gateway.truncateHistory(null));

const minutes = (values: Message<'RequestTimeBarReplay'>) =>
  client.request(
    'RequestTimeBarReplay',
    { ...of, barType: 2, barTypePeriod: 1, ...values },
    'ResponseTimeBarReplay',
  );
const ticks = (values: Message<'RequestTickBarReplay'>) =>
  client.request('RequestTickBarReplay', { ...of, ...TICKS, ...values }, 'ResponseTickBarReplay');

const sum = (bars: readonly { readonly volume?: number }[]) =>
  bars.reduce((total, { volume = 0 }) => total + volume, 0);

test('minute bars come with their marker at the close, then an end without a row', async () => {
  const parts = await minutes({ startIndex: nowS - 300, finishIndex: nowS });
  const bars = parts.slice(0, -1);
  expect(bars.map(({ marker }) => marker)).toEqual([5, 4, 3, 2, 1, 0].map((ago) => nowS - ago * 60));
  for (const bar of bars) {
    expect(bar).toMatchObject({ rqHandlerRpCode: ['0'], type: 2, period: '1', symbol: of.symbol });
    expect(bar.rpCode).toBeUndefined();
    expect(bar.highPrice).toBeGreaterThanOrEqual(Math.max(bar.openPrice ?? 0, bar.closePrice ?? 0));
    expect(bar.lowPrice).toBeLessThanOrEqual(Math.min(bar.openPrice ?? 0, bar.closePrice ?? 0));
    expect((bar.bidVolume ?? 0) + (bar.askVolume ?? 0)).toBeLessThanOrEqual(bar.volume ?? 0);
  }
  expect(parts.at(-1)).toEqual({ templateId: 203, userMsg: parts[0]?.userMsg, rpCode: ['0'] });
});

test('the product’s code finds the bars of its front month, under its own name', async () => {
  const window = { startIndex: nowS - 300, finishIndex: nowS - 60 };
  const [dated, product] = await Promise.all([minutes(window), minutes({ ...window, symbol: 'ES' })]);
  const bare = (bars: readonly Message<'ResponseTimeBarReplay'>[]) =>
    bars.slice(0, -1).map(({ symbol: _, userMsg: __, ...bar }) => bar);
  expect(bare(product)).toEqual(bare(dated));
  expect(product.slice(0, -1).map(({ symbol }) => symbol)).toEqual(Array.from({ length: 5 }, () => 'ES'));
});

test('first, last, backwards: the requested bars in the requested order', async () => {
  const window = { startIndex: nowS - 300, finishIndex: nowS, userMaxCount: 2 };
  const markers = async (values: Message<'RequestTimeBarReplay'>) =>
    (await minutes({ ...window, ...values })).slice(0, -1).map(({ marker }) => marker);
  expect(await markers({ direction: 1 })).toEqual([nowS - 300, nowS - 240]);
  expect(await markers({ direction: 2 })).toEqual([nowS - 60, nowS]);
  expect(await markers({ direction: 2, timeOrder: 2 })).toEqual([nowS, nowS - 60]);
});

test('seconds, minutes, trades and the volume at price of the same minutes have the same volume', async () => {
  const window = { startIndex: nowS - 59, finishIndex: nowS };
  const [minute, second, profile] = await Promise.all([
    minutes(window),
    minutes({ ...window, barType: 1 }),
    client.request(
      'RequestVolumeProfileMinuteBars',
      { ...of, ...window, barTypePeriod: 1 },
      'ResponseVolumeProfileMinuteBars',
    ),
  ]);
  // A busy minute has more trades than one response holds
  const tens = [60, 50, 40, 30, 20, 10].map((ago) =>
    ticks({ startIndex: nowS - ago, finishIndex: nowS - ago + 9 }),
  );
  const trades = (await Promise.all(tens)).flat();
  expect(sum(minute)).toBeGreaterThan(100);
  expect([sum(second), sum(profile), sum(trades)]).toEqual([sum(minute), sum(minute), sum(minute)]);
  const row = profile[0];
  const atPrices = [row?.profileBidVolume, row?.profileAskVolume, row?.profileNoAggressorVolume].flat();
  expect(atPrices.reduce((total = 0, volume = 0) => total + volume, 0)).toBe(row?.volume);
  expect(row?.profilePrice).toEqual(row?.profilePrice?.toSorted((a, b) => a - b));
});

test('a response of more than 10,000 records ends there, as if it were complete', async () => {
  const parts = await ticks({ startIndex: 0, finishIndex: nowS });
  expect(parts).toHaveLength(10_001);
  expect(parts.at(-1)?.rpCode).toEqual(['0']);
  expect(parts.some(({ requestKey }) => requestKey !== undefined)).toBe(false);
});

test('a long response is sent in bursts: other requests are answered between its rows', async () => {
  const replay = ticks({ startIndex: 0, finishIndex: nowS });
  const [beat] = await client.request('RequestHeartbeat', {}, 'ResponseHeartbeat');
  const end = (await replay).at(-1);
  const order = client.received.map(({ message }) => message);
  expect(order.indexOf(beat)).toBeGreaterThan(-1);
  expect(order.indexOf(beat)).toBeLessThan(order.indexOf(end));
});

test('with resume_bars a truncated response carries its key and continues under its original name', async () => {
  const id = ['all of it'];
  const mine = () => client.all('ResponseTickBarReplay').filter(({ userMsg }) => userMsg?.[0] === id[0]);
  client.send('RequestTickBarReplay', { ...of, ...TICKS, finishIndex: nowS, resumeBars: true, userMsg: id });
  const keys: string[] = [];
  for (;;) {
    const isNext = ({ rpCode, requestKey }: TickBar) =>
      rpCode !== undefined || (requestKey !== undefined && !keys.includes(requestKey));
    const isMine = ({ userMsg }: TickBar) => userMsg?.[0] === id[0];
    const newest = () => client.all('ResponseTickBarReplay').slice(-1).filter(isMine).find(isNext);
    const end = await client.until(newest, 'a cut or the end');
    if (end.requestKey === undefined) break;
    expect([end.rpCode, end.rqHandlerRpCode]).toEqual([undefined, undefined]);
    keys.push(end.requestKey);
    const resumed = { requestKey: end.requestKey };
    const [response] = await client.request('RequestResumeBars', resumed, 'ResponseResumeBars');
    expect(response?.rpCode).toEqual(['0']);
  }
  const bars = mine().filter(({ rqHandlerRpCode }) => rqHandlerRpCode !== undefined);
  expect(keys.length).toBeGreaterThan(0);
  expect(bars.length).toBeGreaterThan(10_000);
  const times = bars.map(
    ({ dataBarSsboe, dataBarUsecs }) => (dataBarSsboe?.[1] ?? 0) * 1e6 + (dataBarUsecs?.[1] ?? 0),
  );
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  const [again] = await client.request(
    'RequestResumeBars',
    { requestKey: keys[0] ?? '' },
    'ResponseResumeBars',
  );
  expect(again?.rpCode).toEqual(['6', 'bad input']);
});

test('the first bar of trades opens at the requested second', async () => {
  const [first] = await ticks({ startIndex: nowS - 60, finishIndex: nowS });
  expect([first?.dataBarSsboe?.[0], first?.dataBarUsecs?.[0]]).toEqual([nowS - 60, 0]);
  expect(first?.dataBarSsboe?.[1]).toBeGreaterThanOrEqual(nowS - 60);
});

test('bars of volume and of range are full except for the last', async () => {
  const window = { startIndex: nowS - 120, finishIndex: nowS };
  const byVolume = await ticks({ ...window, barType: 3, barTypeSpecifier: '50' });
  for (const { volume } of byVolume.slice(0, -2)) expect(volume).toBeGreaterThanOrEqual(50);
  const byRange = await ticks({ ...window, barType: 2, barTypeSpecifier: '4' });
  for (const bar of byRange.slice(0, -2))
    expect((bar.highPrice ?? 0) - (bar.lowPrice ?? 0)).toBeGreaterThanOrEqual(1);
  expect(byRange.length).toBeGreaterThan(1);
});

test('daily bars are requested by date; seconds match no bar', async () => {
  const day = Number(new Date(Date.now() + 86_400_000).toISOString().slice(0, 10).replaceAll('-', ''));
  const days = await minutes({ barType: 3, startIndex: day - 10_000, finishIndex: day });
  expect(days.slice(0, -1).length).toBeGreaterThan(0);
  expect(String(days[0]?.marker)).toMatch(/^20\d{6}$/);
  const weeks = await minutes({ barType: 4, startIndex: day - 10_000, finishIndex: day });
  // Trading continues in between
  expect(sum(weeks)).toBeGreaterThanOrEqual(sum(days));
  expect(sum(weeks)).toBeLessThan(sum(days) * 1.1);
  const wrong = await minutes({ barType: 3, startIndex: nowS - 86_400, finishIndex: nowS });
  expect(wrong).toMatchObject([{ rpCode: ['0'] }]);
});

test('an empty window, the test system and an invalid period have different responses', async () => {
  const nothing = { startIndex: 1, finishIndex: 100 };
  expect(await minutes(nothing)).toMatchObject([{ rpCode: ['0'] }]);
  expect(await ticks(nothing)).toMatchObject([{ rpCode: ['0'] }]);
  expect(await minutes({ symbol: 'GCZ6', exchange: 'CME' })).toMatchObject([{ rpCode: ['7', 'no data'] }]);
  expect(await minutes({ barTypePeriod: -1 })).toMatchObject([{ rpCode: ['6', 'bad input'] }]);
  const testing = await RawClient.open(gateway);
  await testing.request(
    'RequestLogin',
    { ...loginOf('history', 'paper'), systemName: 'Rithmic Test' },
    'ResponseLogin',
  );
  const none = await testing.request(
    'RequestTimeBarReplay',
    { ...of, barType: 2, startIndex: nowS - 300, finishIndex: nowS },
    'ResponseTimeBarReplay',
  );
  expect(none).toMatchObject([{ rpCode: ['7', 'no data'] }]);
  testing.close();
});

test('a silent truncation ends early without any sign in the response', async () => {
  gateway.truncateHistory(3);
  const parts = await minutes({ startIndex: nowS - 300, finishIndex: nowS, resumeBars: true });
  expect(parts).toHaveLength(4);
  expect(parts.at(-1)).toMatchObject({ rpCode: ['0'] });
});

test('bars of trades requested while the history is generated begin after it', async () => {
  const own = await openGateway({ instruments: [ES], historyMinutes: 10 });
  const early = await RawClient.logIn(own, 'history');
  const requestedS = Math.floor(Date.now() / 1000);
  const tens = { ...of, ...TICKS, barTypeSpecifier: '10', request: 1 };
  await early.request('RequestTickBarUpdate', tens, 'ResponseTickBarUpdate');
  const { dataBarSsboe } = await early.wait('TickBar');
  // The exchange goes live within two seconds of the present
  expect(dataBarSsboe?.[0]).toBeGreaterThanOrEqual(requestedS - 3);
  await own.close();
});

test('live bars are pushed when they close, until they are unsubscribed', async () => {
  const second = { ...of, barType: 1, barTypePeriod: 1 };
  const [time] = await client.request(
    'RequestTimeBarUpdate',
    { ...second, request: 1 },
    'ResponseTimeBarUpdate',
  );
  const tens = { ...of, ...TICKS, barTypeSpecifier: '10' };
  const [tick] = await client.request(
    'RequestTickBarUpdate',
    { ...tens, request: 1 },
    'ResponseTickBarUpdate',
  );
  expect([time?.rpCode, tick?.rpCode]).toEqual([['0'], ['0']]);
  expect(await client.wait('TimeBar')).toMatchObject({ type: 1, period: '1', symbol: of.symbol });
  expect(await client.wait('TickBar')).toMatchObject({ numTrades: 10, typeSpecifier: '10' });
  await client.request('RequestTimeBarUpdate', { ...second, request: 2 }, 'ResponseTimeBarUpdate');
  await client.request('RequestTickBarUpdate', { ...tens, request: 2 }, 'ResponseTickBarUpdate');
});

test('days and weeks are subscribed to separately', async () => {
  const subscribe = async (values: Message<'RequestTimeBarUpdate'>) => {
    const [response] = await client.request(
      'RequestTimeBarUpdate',
      { ...of, ...values },
      'ResponseTimeBarUpdate',
    );
    return response?.rpCode?.[0];
  };
  for (const barType of [3, 4]) {
    const single = { barType, barTypePeriod: 1 };
    expect(await subscribe({ ...single, request: 1 })).toBe('0');
    expect(await subscribe({ ...single, request: 2 })).toBe('0');
    expect(await subscribe({ barType, barTypePeriod: 2, request: 1 })).toBe('6');
  }
});
