/** The login on the history plant: made when it is needed, shared, ended when nobody needs it, and not tried too often. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ReconnectWait } from '#rithmic/session/reconnect-wait.ts';
import { DENIED, MemoryGateway, OK, pass, settle } from '#testing/memory-gateway.ts';
import { HistoryPlant } from './history-plant.ts';

const HISTORY = 3;
const IDLE_MS = 10_000;
let gateway: MemoryGateway;
let history: HistoryPlant;
beforeEach(() => {
  gateway = new MemoryGateway();
  history = new HistoryPlant(
    {
      gateway: gateway.address,
      credentials: async () => ({ user: 'alice', password: Buffer.from('a password') }),
    },
    new ReconnectWait(() => 1),
  );
});
afterEach(async () => {
  const closed = history.close();
  await pass(1000);
  await closed;
  await gateway.close();
});

const logins = () => gateway.logins(HISTORY);
const use = () => history.use(async ({ user }) => user);
const faultOf = (attempt: Promise<unknown>) => attempt.then(String, ({ fault }) => fault as string);

/** A use that goes on until it is ended. */
function longUse(): { readonly end: () => void; readonly ended: Promise<void> } {
  let end = (): void => undefined;
  const until = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { end, ended: history.use(() => until) };
}

describe('a login', () => {
  test('is made on the history plant at the first use, not before', async () => {
    await pass(60_000);
    expect(gateway.peers).toEqual([]);
    expect(await use()).toBe('alice');
    expect(gateway.peers.map(({ plant }) => plant)).toEqual([HISTORY]);
  });

  test('is shared by uses at the same time and by those soon after', async () => {
    expect(await Promise.all([use(), use(), use()])).toEqual(['alice', 'alice', 'alice']);
    await pass(IDLE_MS - 1);
    await use();
    expect(logins()).toHaveLength(1);
  });

  test('ends ten seconds after its last use', async () => {
    await use();
    await pass(IDLE_MS - 1);
    await use();
    await pass(IDLE_MS - 1);
    expect(logins()[0]?.isOpen).toBe(true);
    await pass(1);
    expect(logins()[0]?.requests.at(-1)).toBe('RequestLogout');
    expect(logins()[0]?.isOpen).toBe(false);
  });

  test('does not end while it is used, and the ten seconds begin with the end of the longest use', async () => {
    const [long, longer] = [longUse(), longUse()];
    await settle();
    await pass(2 * IDLE_MS);
    long.end();
    await long.ended;
    await pass(2 * IDLE_MS);
    expect(logins()[0]?.isOpen).toBe(true);
    longer.end();
    await longer.ended;
    await pass(IDLE_MS);
    expect(logins()[0]?.isOpen).toBe(false);
  });

  test('is made again for a use after its end', async () => {
    await use();
    await pass(IDLE_MS);
    await use();
    expect(logins().map(({ isOpen }) => isOpen)).toEqual([false, true]);
  });

  test('is made again for a use after its connection broke', async () => {
    await use();
    logins()[0]?.cut();
    await settle();
    expect(await use()).toBe('alice');
    expect(logins()).toHaveLength(2);
  });

  test('outlives a use that fails, and the failure is the caller’s', async () => {
    const failure = new RangeError('no such minute');
    const attempt = history.use(async () => {
      throw failure;
    });
    await expect(attempt).rejects.toBe(failure);
    await use();
    expect(logins()).toHaveLength(1);
    await pass(IDLE_MS);
    expect(logins()[0]?.isOpen).toBe(false);
  });
});

describe('a refused login', () => {
  /** Uses it every so often and notes at which times a login was tried. */
  async function triesAt(times: readonly number[]): Promise<readonly boolean[]> {
    const tried: boolean[] = [];
    let nowMs = 0;
    for (const timeMs of times) {
      await pass(timeMs - nowMs);
      nowMs = timeMs;
      const before = gateway.attempts.length;
      await use().catch(() => undefined);
      tried.push(gateway.attempts.length > before);
    }
    return tried;
  }

  test('that can never succeed is the answer for ten minutes, the same error for everybody', async () => {
    gateway.script.RequestLogin = () => [{ rpCode: ['13', 'invalid password'] }];
    const errors = await Promise.all([1, 2].map(() => use().catch((error: unknown) => error)));
    expect(errors[0]).toMatchObject({ fault: 'wrong_password' });
    expect(errors[1]).toBe(errors[0]);
    expect(await use().catch((error: unknown) => error)).toBe(errors[0]);
    expect(await triesAt([1, 599_000, 599_999, 600_000])).toEqual([false, false, false, true]);
  });

  test('that may succeed later is tried again after five seconds, then after fifteen', async () => {
    gateway.script.RequestLogin = () => [DENIED];
    expect(await triesAt([0, 4999, 5000, 19_999, 20_000, 49_999, 50_000])).toEqual([
      true,
      false,
      true,
      false,
      true,
      false,
      true,
    ]);
  });

  test('is not tried any more often for being used more often', async () => {
    gateway.script.RequestLogin = () => [DENIED];
    await triesAt(Array.from({ length: 50 }, (_, at) => at * 100));
    expect(gateway.attempts).toHaveLength(1);
  });

  test('is forgotten once one was accepted', async () => {
    gateway.script.RequestLogin = () => [DENIED];
    expect(await triesAt([0, 5000])).toEqual([true, true]);
    gateway.script.RequestLogin = () => [OK];
    await pass(15_000);
    expect(await use()).toBe('alice');
    gateway.script.RequestLogin = () => [DENIED];
    await pass(IDLE_MS);
    // The first wait again, not the third
    expect(await triesAt([0, 4999, 5000])).toEqual([true, false, true]);
  });

  test('differs from a gateway that is away, which is tried again after a second, then after two', async () => {
    gateway.failure = 'ECONNREFUSED';
    expect(await faultOf(use())).toBe('gateway_down');
    expect(await triesAt([999, 1000, 2999, 3000])).toEqual([false, true, false, true]);
  });

  test('keeps no plant: the next that is accepted is used', async () => {
    gateway.script.RequestLogin = () => [DENIED];
    expect(await faultOf(use())).toBe('login_denied');
    await settle();
    expect(logins().map(({ isOpen }) => isOpen)).toEqual([false]);
    gateway.script.RequestLogin = () => [OK];
    await pass(5000);
    expect(await faultOf(use())).toBe('alice');
  });
});

describe('closing', () => {
  test('logs out at once, and without a login does nothing', async () => {
    await history.close();
    expect(gateway.attempts).toEqual([]);
    await use();
    await history.close();
    await settle();
    expect(logins()[0]?.requests.at(-1)).toBe('RequestLogout');
    await pass(IDLE_MS);
    expect(gateway.attempts).toHaveLength(1);
  });

  test('while a login is under way ends it as soon as it is there', async () => {
    let accept = (): void => undefined;
    gateway.script.RequestLogin = ({ userMsg = [] }, peer) => {
      accept = () => peer.send('ResponseLogin', { userMsg, ...OK });
      return [];
    };
    const underWay = use().catch(() => null);
    await settle();
    const closed = history.close();
    accept();
    await Promise.all([underWay, closed]);
    await settle();
    expect(logins().map(({ isOpen }) => isOpen)).toEqual([false]);
  });

  test('after a login that failed is no failure', async () => {
    gateway.script.RequestLogin = () => [DENIED];
    await use().catch(() => undefined);
    await history.close();
  });
});
