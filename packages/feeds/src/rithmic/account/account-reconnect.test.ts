/** An account whose connection breaks: what its listeners and its owner receive, when it is tried again, and when never. */
import { ACTION_TRADE } from '@undertow/market';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AccountRig } from '#testing/account-rig.ts';
import { DENIED, MORE, NO_DATA, OK, pass, settle } from '#testing/memory-gateway.ts';
import { RowRecorder } from '#testing/row-recorder.ts';

const [ES, NQ] = [1, 2] as const;
let rig: AccountRig;
let feed: Awaited<ReturnType<AccountRig['open']>>;
let recorder: RowRecorder;
beforeEach(async () => {
  rig = new AccountRig();
  feed = await rig.open();
  recorder = new RowRecorder();
  feed.open(ES, recorder);
  await settle();
  recorder.takeCalls();
  rig.states.length = 0;
});
afterEach(() => rig.close());

async function cut(): Promise<void> {
  rig.peer.cut();
  await settle();
}
/** Milliseconds before each attempt to connect that begins within so long, since the one before or since now. */
async function attemptsWithin(ms: number): Promise<readonly number[]> {
  const known = rig.gateway.attemptsMs.length;
  const beginMs = performance.now();
  await pass(ms);
  const times = [beginMs, ...rig.gateway.attemptsMs.slice(known)];
  return times.slice(1).map((timeMs, at) => Math.round(timeMs - (times[at] ?? 0)));
}
const BROKEN = 'the gateway closed the connection with code 1006';

describe('a connection that breaks', () => {
  test('is reported at once, to the owner by its fault and to listeners in words', async () => {
    await cut();
    expect(rig.states).toEqual([{ kind: 'connecting', fault: 'gateway_down' }]);
    expect(recorder.calls).toEqual([`down: ${BROKEN}`]);
  });

  test('is made again after a second, with login, subscriptions and the book', async () => {
    await cut();
    await pass(999);
    expect(rig.logins).toHaveLength(1);
    await pass(1);
    expect(rig.states.at(-1)).toEqual({ kind: 'connected' });
    expect(recorder.calls.slice(1)).toEqual(['up', 'snapshot']);
    expect(rig.logins).toHaveLength(2);
    expect(rig.peer.all('RequestMarketDataUpdate').map(({ request }) => request)).toEqual([1]);
    rig.peer.send('LastTrade', { symbol: 'ESZ6', presenceBits: 1, tradePrice: 4567, tradeSize: 1 });
    await pass(30);
    expect(recorder.calls.at(-1)).toBe(String(ACTION_TRADE));
  });

  test('needs no list of systems and no account report again', async () => {
    await cut();
    await pass(1000);
    const names = rig.gateway.peers.flatMap(({ requests }) => requests);
    const count = (name: string) => names.filter((one) => one === name).length;
    expect([count('RequestRithmicSystemInfo'), count('RequestListUnacceptedAgreements')]).toEqual([1, 1]);
    expect(rig.reports).toHaveLength(1);
  });

  test('is tried ever more slowly, up to two minutes, as long as the gateway is away', async () => {
    rig.gateway.failure = 'ECONNREFUSED';
    await cut();
    // Their sum is 367 seconds
    expect(await attemptsWithin(370_000)).toEqual(
      [1, 2, 4, 8, 16, 32, 64, 120, 120].map((seconds) => seconds * 1000),
    );
    expect(new Set(rig.states.map(({ kind }) => kind))).toEqual(new Set(['connecting']));
    rig.gateway.failure = null;
    await pass(120_000);
    expect(rig.states.at(-1)).toEqual({ kind: 'connected' });
  });

  test('soon after it was made is not as good as new, after ten seconds it is', async () => {
    await cut();
    expect(await attemptsWithin(10_999)).toEqual([1000]);
    await cut();
    expect(await attemptsWithin(12_000)).toEqual([2000]);
    await cut();
    expect(await attemptsWithin(5000)).toEqual([1000]);
  });

  test('is made at once where that is wanted, and the wait does not make it a second time', async () => {
    await cut();
    feed.reconnectNow();
    await settle();
    expect(rig.states.at(-1)).toEqual({ kind: 'connected' });
    await pass(9000);
    feed.reconnectNow();
    await settle();
    expect(rig.logins).toHaveLength(2);
  });

  test('for a moment fails what history is wanted, and says why', async () => {
    await cut();
    await expect(feed.minuteBars(ES, 0, 1)).rejects.toThrow('it is connecting again');
    await pass(1000);
    expect(await feed.minuteBars(ES, 0, 1)).toEqual([]);
    await feed.close();
    await expect(feed.minuteProfiles(ES, 0, 1)).rejects.toThrow('the feed is closed');
  });

  test('keeps count of the messages that nobody described', async () => {
    const unknown = Uint8Array.from([0, 0, 0, 4, 0x98, 0xb6, 0x4b, 0x01]);
    rig.peer.raw(unknown);
    rig.peer.raw(unknown);
    await settle();
    expect(feed.messagesNotUnderstood).toBe(2);
    await cut();
    expect(feed.messagesNotUnderstood).toBe(2);
    await pass(1000);
    rig.peer.raw(unknown);
    await settle();
    expect(feed.messagesNotUnderstood).toBe(3);
  });
});

describe('the end of a connection', () => {
  test('by a forced logout is final: another program has the seat', async () => {
    rig.peer.send('ForcedLogout', {});
    await settle();
    expect(rig.states).toEqual([{ kind: 'ended', fault: 'session_limit' }]);
    expect(recorder.calls).toEqual(['down: the gateway logged this session out']);
    feed.reconnectNow();
    expect(await attemptsWithin(130_000)).toEqual([]);
  });

  test('by a book that cannot be followed is one like any other', async () => {
    rig.gateway.script.RequestDepthByOrderSnapshot = (_, peer) => {
      peer.raw('no binary message');
      return [];
    };
    feed.open(NQ, new RowRecorder());
    await settle();
    expect(rig.states).toEqual([{ kind: 'connecting', fault: 'protocol' }]);
    expect(await attemptsWithin(1500)).toEqual([1000]);
  });

  test.each([
    ['wrong_password', ['13', 'invalid password']],
    ['agreements_unsigned', ['14', 'agreement not signed']],
  ] as const)('is final where the next login is refused as %s', async (fault, rpCode) => {
    rig.gateway.script.RequestLogin = () => [{ rpCode }];
    await cut();
    await pass(1000);
    expect(rig.states).toEqual([
      { kind: 'connecting', fault: 'gateway_down' },
      { kind: 'ended', fault },
    ]);
    expect(await attemptsWithin(130_000)).toEqual([]);
  });

  test('is final after six logins that were denied, ever more slowly', async () => {
    rig.gateway.script.RequestLogin = () => [DENIED];
    await cut();
    expect(await attemptsWithin(400_000)).toEqual([1000, 5000, 15_000, 30_000, 60_000, 120_000]);
    expect(rig.states.at(-1)).toEqual({ kind: 'ended', fault: 'login_denied' });
  });

  test('by refusals counts anew once a login was accepted', async () => {
    rig.gateway.script.RequestLogin = () => [DENIED];
    await cut();
    expect(await attemptsWithin(7000)).toEqual([1000, 5000]);
    rig.gateway.script.RequestLogin = () => [OK];
    await pass(15_000);
    rig.gateway.script.RequestLogin = () => [DENIED];
    await cut();
    expect((await attemptsWithin(10_000)).at(-1)).toBe(5000);
  });

  test('is a maintenance, not unknown, where the system is not served for a while', async () => {
    rig.gateway.script.RequestLogin = () => [{ rpCode: ['6', 'unknown system'] }];
    await cut();
    await pass(1000);
    expect(rig.states.at(-1)).toEqual({ kind: 'connecting', fault: 'maintenance' });
    rig.gateway.script.RequestLogin = () => [OK];
    await pass(2000);
    expect(rig.states.at(-1)).toEqual({ kind: 'connected' });
  });
});

describe('listeners', () => {
  test('that come while there is no connection begin with the next one', async () => {
    await cut();
    const late = new RowRecorder();
    feed.open(NQ, late);
    await settle();
    expect(late.calls).toEqual([]);
    await pass(1000);
    expect(late.calls).toEqual(['up', 'snapshot']);
  });

  test('that go while there is no connection are not subscribed again', async () => {
    const subscription = feed.open(NQ, new RowRecorder());
    await settle();
    await cut();
    subscription.close();
    await pass(1000);
    expect(rig.peer.all('RequestMarketDataUpdate').map(({ symbol }) => symbol)).toEqual(['ESZ6']);
  });

  test('that close when they learn of the end do not disturb the others', async () => {
    const [first, second] = [new RowRecorder(), new RowRecorder()];
    feed.open(NQ, first);
    await settle();
    first.onTransport = () => undefined;
    const subscription = (await rig.open({ instruments: [ES] })).open(ES, second);
    await settle();
    second.onTransport = () => subscription.close();
    for (const peer of rig.logins) peer.cut();
    await settle();
    await pass(1000);
    expect(recorder.calls).toEqual([`down: ${BROKEN}`, 'up', 'snapshot']);
  });

  test('receive the contract that has become the front month in the meantime, after the news of it', async () => {
    const rolled: string[] = [];
    feed.onRoll((id) => rolled.push(`${id} ${feed.contractOf(id).code}`));
    rig.nowMs += 24 * 3_600_000;
    rig.gateway.script.RequestFrontMonthContract = ({ symbol }) => [{ ...OK, tradingSymbol: `${symbol}H7` }];
    await cut();
    await pass(1000);
    expect(rolled).toEqual(['1 ESH7', '2 NQH7']);
    expect(rig.peer.all('RequestMarketDataUpdate').map(({ symbol }) => symbol)).toEqual(['ESH7']);
    expect(recorder.calls.at(-1)).toBe('snapshot');
  });

  test('keep their contract while it trades, whatever the gateway names at the next login', async () => {
    const rolled: number[] = [];
    feed.onRoll((id) => rolled.push(id));
    rig.gateway.script.RequestFrontMonthContract = ({ symbol }) => [
      symbol === 'ES' ? { ...OK, tradingSymbol: 'ESH7' } : NO_DATA,
    ];
    await cut();
    await pass(1000);
    expect([rolled, feed.contractOf(ES).code, feed.contractOf(NQ).code]).toEqual([[], 'ESZ6', 'NQZ6']);
    expect(rig.peer.all('RequestMarketDataUpdate').map(({ symbol }) => symbol)).toEqual(['ESZ6']);
  });
});

describe('closing', () => {
  test('logs out, stops every flow and is no state', async () => {
    await Promise.all([feed.close(), feed.close()]);
    await pass(10_000);
    expect(rig.peer.requests.filter((name) => name === 'RequestLogout')).toHaveLength(1);
    expect([rig.peer.isOpen, rig.states, recorder.calls]).toEqual([false, [], []]);
  });

  test('while it waits for the next attempt leaves none', async () => {
    await cut();
    await feed.close();
    expect(await attemptsWithin(130_000)).toEqual([]);
  });

  test('while a connection is under way sends no password over it', async () => {
    await cut();
    rig.gateway.failure = 'silence';
    await pass(1000);
    const closed = feed.close();
    for (const accept of rig.gateway.held) accept();
    await pass(1000);
    await closed;
    const last = rig.gateway.peers.at(-1);
    expect([rig.logins.length, last?.requests, last?.isOpen]).toEqual([1, [], false]);
  });

  test('while the contracts of an attempt are looked up closes that connection too', async () => {
    const answers: (() => void)[] = [];
    rig.gateway.script.RequestListExchangePermissions = ({ userMsg = [] }, peer) => {
      answers.push(() => {
        const exchange = { exchange: 'CME', entitlementFlag: 1 };
        peer.send('ResponseListExchangePermissions', { userMsg, ...MORE, ...exchange });
        peer.send('ResponseListExchangePermissions', { userMsg, ...OK });
      });
      return [];
    };
    await cut();
    await pass(1000);
    await feed.close();
    for (const answer of answers) answer();
    await pass(1000);
    expect(rig.logins.map(({ isOpen }) => isOpen)).toEqual([false, false]);
    expect(rig.states.at(-1)?.kind).toBe('connecting');
  });
});
