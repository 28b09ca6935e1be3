/** An account as a feed: what it may see, who receives which rows, and its present. */
import { ACTION_ADD, ACTION_HEARTBEAT, ACTION_TRADE, epochMs } from '@undertow/market';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AccountRig } from '#testing/account-rig.ts';
import { DENIED, MORE, NO_DATA, OK, ordersOf, pass, type Script, settle } from '#testing/memory-gateway.ts';
import { RowRecorder } from '#testing/row-recorder.ts';

const [ES, NQ] = [1, 2] as const;
const BAD_INPUT = { rpCode: ['6', 'bad input'] } as const;
let rig: AccountRig;
beforeEach(() => {
  rig = new AccountRig();
});
afterEach(() => rig.close());

type Feed = Awaited<ReturnType<AccountRig['open']>>;
async function listen(feed: Feed, instrumentId: number, recorder = new RowRecorder()) {
  const subscription = feed.open(instrumentId, recorder);
  await settle();
  return { recorder, subscription };
}
const depthPrices = () =>
  rig.peer
    .all('RequestDepthByOrderUpdates')
    .map(({ symbol, request, depthPrice }) => [symbol, request, depthPrice]);
/** Trades that hold nothing back: each comes out 25 ms after it came in. */
const trade = (symbol: string, tradePrice: number, more: object = {}) =>
  rig.peer.send('LastTrade', { symbol, presenceBits: 1, tradePrice, tradeSize: 2, aggressor: 1, ...more });

describe('opening', () => {
  const depths: readonly (readonly [string, Script, object])[] = [
    ['orders of the whole book', {}, { tier: 'L3' }],
    [
      'orders that are subscribed already',
      { RequestDepthByOrderUpdates: () => [{ rpCode: ['1029', 'exists already'] }] },
      { tier: 'L3' },
    ],
    [
      'orders of single prices',
      { RequestDepthByOrderUpdates: ({ depthPrice }) => [depthPrice === undefined ? BAD_INPUT : OK] },
      { tier: 'L3' },
    ],
    ['levels, where orders are denied', { RequestDepthByOrderUpdates: () => [DENIED] }, { tier: 'L2C' }],
    ['levels, where orders are rejected', { RequestDepthByOrderUpdates: () => [BAD_INPUT] }, { tier: 'L2C' }],
    [
      'best prices',
      {
        RequestDepthByOrderUpdates: () => [DENIED],
        RequestMarketDataUpdate: ({ updateBits = 0 }) => [(updateBits & 4) === 0 ? OK : DENIED],
      },
      { tier: 'L1T' },
    ],
  ];
  test.each(depths)('finds out that the account may see %s', async (_, script, expected) => {
    rig.gateway.script = script;
    expect(await rig.open()).toMatchObject(expected);
  });

  test('describes the feed by its source, its run and its contracts', async () => {
    const feed = await rig.open({ random: () => 0.5 });
    expect(feed).toMatchObject({ source: 'rithmic', replaySpeed: null, instrumentIds: [ES, NQ] });
    expect(feed.run).toBe(`rithmic-${rig.nowMs}-${2 ** 31}`);
    expect(feed.contractOf(NQ)).toEqual({ instrumentId: NQ, code: 'NQZ6', expiry: '2026-12-18' });
    expect(feed.messagesNotUnderstood).toBe(0);
    expect(rig.states).toEqual([{ kind: 'connected' }]);
  });

  test('requests nothing for the whole book where single prices are preferred', async () => {
    await rig.open({ depth: 'by_price' });
    // 18,269 ticks, the base price of ES
    expect(depthPrices()).toEqual([
      ['ESZ6', 1, 4567.25],
      ['ESZ6', 2, 4567.25],
    ]);
  });

  const failures: readonly (readonly [string, Script, string])[] = [
    ['unknown_system', { RequestRithmicSystemInfo: () => [{ ...OK, systemName: ['Other'] }] }, 'no login'],
    ['login_denied', { RequestLogin: () => [DENIED] }, 'login'],
    ['no_entitlement', { RequestListExchangePermissions: () => [NO_DATA] }, 'login'],
    ['maintenance', { RequestFrontMonthContract: () => [NO_DATA] }, 'login'],
    [
      'no_entitlement',
      { RequestDepthByOrderUpdates: () => [DENIED], RequestMarketDataUpdate: () => [DENIED] },
      'login',
    ],
  ];
  test.each(failures)(
    'that fails with %s leaves no connection and reports no state',
    async (fault, script, login) => {
      rig.gateway.script = script;
      await expect(rig.open()).rejects.toMatchObject({ fault });
      await settle();
      expect(rig.gateway.peers.map(({ isOpen }) => isOpen)).not.toContain(true);
      expect([rig.states, rig.logins.length]).toEqual([[], login === 'login' ? 1 : 0]);
    },
  );

  test('that lacks market data for agreements reports them, with the refusal as the cause', async () => {
    rig.gateway.script = {
      RequestDepthByOrderUpdates: () => [DENIED],
      RequestMarketDataUpdate: () => [DENIED],
      RequestListUnacceptedAgreements: () => [{ ...MORE, agreementTitle: 'CME' }, OK],
    };
    await expect(rig.open()).rejects.toMatchObject({
      fault: 'agreements_unsigned',
      cause: { fault: 'no_entitlement' },
    });
    expect(rig.reports).toEqual([{ unsignedAgreements: ['CME'], mostSessions: 2 }]);
  });
});

describe('a listener', () => {
  test('receives nothing before its opening returned, then the transport, then the book', async () => {
    const feed = await rig.open();
    const recorder = new RowRecorder();
    feed.open(ES, recorder);
    expect(recorder.calls).toEqual([]);
    await settle();
    expect(recorder.calls).toEqual(['up', 'snapshot']);
    expect([recorder.levels('bid'), recorder.levels('ask')]).toEqual([[[18_268, 5]], [[18_270, 5]]]);
  });

  test('receives the messages of its contract and of no other', async () => {
    const feed = await rig.open();
    const [es, nq] = [await listen(feed, ES), await listen(feed, NQ)];
    trade('ESZ6', 4567.25);
    trade('NQZ6', 15_000);
    trade('ESH7', 4600);
    await pass(30);
    const tradesOf = ({ recorder }: typeof es) =>
      recorder.rows
        .filter(({ action }) => action === ACTION_TRADE)
        .map((row) => [row.instrumentId, row.priceTicks]);
    expect([tradesOf(es), tradesOf(nq)]).toEqual([[[ES, 18_269]], [[NQ, 60_000]]]);
  });

  test('receives its orders at the end of an event that names several contracts', async () => {
    const feed = await rig.open();
    const [es, nq] = [await listen(feed, ES), await listen(feed, NQ)];
    const order = { updateType: [1], transactionType: [1], depthPrice: [4566], depthSize: [1] };
    for (const symbol of ['ESZ6', 'NQZ6'])
      rig.peer.send('DepthByOrder', { symbol, sequenceNumber: 101, ...order, exchangeOrderId: ['7'] });
    await settle();
    expect([es.recorder.calls, nq.recorder.calls].map((calls) => calls.length)).toEqual([2, 2]);
    rig.peer.send('DepthByOrderEndEvent', { symbol: ['ESZ6', 'NQZ6'], sequenceNumber: 101 });
    await settle();
    for (const { recorder } of [es, nq]) expect(recorder.calls.slice(2)).toEqual([String(ACTION_ADD)]);
  });

  test('receives a heartbeat with each answered one of the connection', async () => {
    const { recorder } = await listen(await rig.open(), ES);
    recorder.takeCalls();
    await pass(7500);
    expect(recorder.calls).toEqual([1, 2, 3].map(() => String(ACTION_HEARTBEAT)));
  });

  test('that requests a snapshot receives the gateway’s', async () => {
    const { recorder, subscription } = await listen(await rig.open(), ES);
    rig.gateway.script.RequestDepthByOrderSnapshot = () => [...ordersOf(100).slice(0, 1), OK];
    recorder.takeCalls();
    subscription.requestSnapshot();
    await settle();
    expect(recorder.calls).toEqual(['snapshot']);
    expect([recorder.levels('bid').length, recorder.levels('ask')]).toEqual([1, []]);
  });

  test('is one at a time, until it is closed', async () => {
    const feed = await rig.open();
    const { subscription } = await listen(feed, ES);
    expect(() => feed.open(ES, new RowRecorder())).toThrow('ESZ6 has a listener already');
    subscription.close();
    const { recorder } = await listen(feed, ES);
    expect(recorder.calls).toEqual(['up', 'snapshot']);
    // A second closing is not that of the new one
    subscription.close();
    trade('ESZ6', 4567.25);
    await pass(30);
    expect(recorder.calls.slice(2)).toEqual([String(ACTION_TRADE)]);
  });

  test('that closes ends its subscriptions at the gateway and receives nothing more', async () => {
    const { recorder, subscription } = await listen(await rig.open(), ES);
    subscription.close();
    recorder.takeCalls();
    trade('ESZ6', 4567.25);
    await pass(5000);
    expect(recorder.calls).toEqual([]);
    expect(rig.peer.all('RequestMarketDataUpdate').map(({ request }) => request)).toEqual([1, 2]);
    expect(depthPrices().slice(2)).toEqual([
      ['ESZ6', 1, undefined],
      ['ESZ6', 2, undefined],
    ]);
  });

  test('that closes before it was started starts nothing', async () => {
    const feed = await rig.open();
    const recorder = new RowRecorder();
    feed.open(ES, recorder).close();
    await settle();
    expect([recorder.calls, rig.peer.all('RequestMarketDataUpdate')]).toEqual([[], []]);
  });

  test('of an instrument that the gateway refuses receives the reason, and the others go on', async () => {
    const feed = await rig.open();
    rig.gateway.script.RequestMarketDataUpdate = ({ symbol }) => [symbol === 'ESZ6' ? DENIED : OK];
    const [es, nq] = [await listen(feed, ES), await listen(feed, NQ)];
    expect(es.recorder.calls).toEqual(['up', 'down: the gateway refused a subscription with code 13']);
    expect(nq.recorder.calls).toEqual(['up', 'snapshot']);
    expect(rig.states).toEqual([{ kind: 'connected' }]);
  });

  test('of an instrument outside the account is refused with what the account has', async () => {
    const feed = await rig.open();
    const message = 'the account has no instrument 3: expected 1,2';
    expect(() => feed.open(3, new RowRecorder())).toThrow(new RangeError(message));
    expect(() => feed.contractOf(3)).toThrow(new RangeError(message));
    await expect(feed.minuteBars(3, 0, 1)).rejects.toThrow(message);
    await expect(feed.minuteProfiles(3, 0, 1)).rejects.toThrow(message);
  });

  test('of a closed feed is refused', async () => {
    const feed = await rig.open();
    await feed.close();
    expect(() => feed.open(ES, new RowRecorder())).toThrow('the feed of the account is closed');
  });
});

describe('the present', () => {
  test('is the clock’s, and never goes back with it', async () => {
    const feed = await rig.open();
    const begin = rig.nowMs;
    const shown: number[] = [];
    for (const offset of [0, 5, 3, -1000, 7, 6]) {
      rig.nowMs = begin + offset;
      shown.push(feed.nowMs() - begin);
    }
    expect(shown).toEqual([0, 5, 5, 5, 7, 7]);
  });

  test('does not lie before a row that went out', async () => {
    const feed = await rig.open();
    await listen(feed, ES);
    // A second ahead of our clock
    trade('ESZ6', 4567.25, { sourceSsboe: rig.nowMs / 1000 + 1, sourceNsecs: 0 });
    await pass(30);
    expect(feed.nowMs()).toBe(epochMs(rig.nowMs + 1000));
  });
});
