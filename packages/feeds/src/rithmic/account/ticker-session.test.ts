/** One login on the ticker plant: what is checked before it counts, and that nothing is left open where it does not. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SystemList } from '#rithmic/session/system-list.ts';
import { RithmicError } from '#rithmic/wire/rithmic-error.ts';
import { DENIED, MemoryGateway, MORE, NO_DATA, OK, pass, settle } from '#testing/memory-gateway.ts';
import { explained, openFirstSession, reopenTickerSession, testRithmicLogin } from './ticker-session.ts';

let gateway: MemoryGateway;
let reports: object[];
let passwords: Buffer[];
beforeEach(() => {
  gateway = new MemoryGateway();
  reports = [];
  passwords = [];
});
afterEach(() => gateway.close());

const credentials = async () => {
  const password = Buffer.from('a password');
  passwords.push(password);
  return { user: 'alice', password };
};
const login = () => ({ gateway: gateway.address, credentials, instruments: [1, 2] });
const first = () =>
  openFirstSession({
    ...login(),
    systems: new SystemList(),
    onAccount: (report) => reports.push(report),
  });
const areOpen = () => gateway.peers.map(({ isOpen }) => isOpen);
const agreements = (...titles: readonly string[]) => {
  gateway.script.RequestListUnacceptedAgreements = () => [
    ...titles.map((agreementTitle) => ({ ...MORE, agreementTitle })),
    OK,
  ];
};

describe('a first session', () => {
  test('has its contracts, and a report that comes on its own', async () => {
    agreements('CME');
    const { contracts, report } = await first();
    expect([...contracts].map(([id, { code }]) => [id, code])).toEqual([
      [1, 'ESZ6'],
      [2, 'NQZ6'],
    ]);
    expect(await report).toEqual({ unsignedAgreements: ['CME'], mostSessions: 2 });
    expect(reports).toEqual([await report]);
  });

  test('does not wait for a report that takes its time', async () => {
    gateway.script.RequestListUnacceptedAgreements = () => [];
    const { plant } = await first();
    await settle();
    expect([reports, gateway.peers[1]?.isOpen, plant.user]).toEqual([[], true, 'alice']);
  });

  test('sends no password to a gateway that does not serve the system', async () => {
    gateway.script.RequestRithmicSystemInfo = () => [{ ...OK, systemName: ['Other'] }];
    await expect(first()).rejects.toMatchObject({ fault: 'unknown_system' });
    expect(passwords).toEqual([]);
  });

  test.each([
    ['no exchange', { RequestListExchangePermissions: () => [NO_DATA] }, 'no_entitlement'],
    ['no contract', { RequestFrontMonthContract: () => [NO_DATA] }, 'maintenance'],
  ])('with %s leaves no connection, and the report comes all the same', async (_, script, fault) => {
    gateway.script = script;
    await expect(first()).rejects.toMatchObject({ fault });
    await pass(1000);
    expect(areOpen()).not.toContain(true);
    expect(reports).toEqual([{ unsignedAgreements: [], mostSessions: 2 }]);
  });

  test('without an exchange lacks a signature where one is missing', async () => {
    agreements('CME', 'CBOT');
    gateway.script.RequestListExchangePermissions = () => [NO_DATA];
    await expect(first()).rejects.toMatchObject({
      fault: 'agreements_unsigned',
      cause: { fault: 'no_entitlement' },
    });
  });

  test('during a maintenance is one, whatever is not signed', async () => {
    agreements('CME');
    gateway.script.RequestFrontMonthContract = () => [NO_DATA];
    await expect(first()).rejects.toMatchObject({ fault: 'maintenance' });
  });
});

describe('a session that is opened again', () => {
  test('is one connection with contracts and without a report', async () => {
    const { contracts } = await reopenTickerSession(login());
    expect([...contracts.keys()]).toEqual([1, 2]);
    expect(gateway.peers.map(({ requests }) => requests[0])).toEqual(['RequestLogin']);
    expect(gateway.peers[0]?.requests).not.toContain('RequestLoginInfo');
  });

  test('at a system that is not served right now is a maintenance, with the refusal as the cause', async () => {
    gateway.script.RequestLogin = () => [{ rpCode: ['6', 'unknown system'] }];
    await expect(reopenTickerSession(login())).rejects.toMatchObject({
      fault: 'maintenance',
      message: 'the gateway does not serve the system right now',
      cause: { fault: 'unknown_system' },
    });
  });

  test.each([
    ['login_denied', ['13', 'permission denied']],
    ['session_limit', ['5', 'session limit reached']],
  ] as const)('that is refused with %s is refused', async (fault, rpCode) => {
    gateway.script.RequestLogin = () => [{ rpCode }];
    await expect(reopenTickerSession(login())).rejects.toMatchObject({ fault });
  });
});

describe('a test of a login', () => {
  const attempt = () => testRithmicLogin(gateway.address, credentials, new SystemList());

  test('logs in, reads the exchanges, logs out again', async () => {
    await attempt();
    await settle();
    expect(gateway.peers[1]?.requests).toEqual([
      'RequestLogin',
      'RequestHeartbeat',
      'RequestListExchangePermissions',
      'RequestLogout',
    ]);
    expect(areOpen()).toEqual([false, false]);
  });

  test.each([
    ['a system that is not served', { RequestRithmicSystemInfo: () => [OK] }, 'maintenance'],
    ['a denied login', { RequestLogin: () => [DENIED] }, 'login_denied'],
    ['no exchange', { RequestListExchangePermissions: () => [NO_DATA] }, 'no_entitlement'],
  ])('fails with %s, and leaves neither a connection nor a password', async (_, script, fault) => {
    gateway.script = script;
    await expect(attempt()).rejects.toMatchObject({ fault });
    await settle();
    expect(areOpen()).not.toContain(true);
    expect(passwords.every((password) => password.every((byte) => byte === 0))).toBe(true);
  });

  test('fails for a missing signature where that is why there is no exchange', async () => {
    agreements('CME');
    gateway.script.RequestListExchangePermissions = () => [NO_DATA];
    await expect(attempt()).rejects.toMatchObject({ fault: 'agreements_unsigned' });
  });

  test('passes with an exchange that is not offered: the account has market data', async () => {
    gateway.script.RequestListExchangePermissions = () => [{ ...OK, exchange: 'EUREX', entitlementFlag: 1 }];
    await attempt();
  });
});

describe('a refusal of market data', () => {
  const refusal = new RithmicError('no_entitlement', 'refused');
  test.each([
    ['a signature is missing', ['CME'], 'agreements_unsigned'],
    ['all is signed', [], 'no_entitlement'],
    ['nobody knows', null, 'no_entitlement'],
  ] as const)('where %s is explained as that', async (_, unsignedAgreements, fault) => {
    const error = await explained(refusal, Promise.resolve({ unsignedAgreements, mostSessions: null }));
    expect(error).toMatchObject({ fault });
    if (fault === 'no_entitlement') expect(error).toBe(refusal);
  });

  test('is the only failure that is explained by agreements', async () => {
    const report = Promise.resolve({ unsignedAgreements: ['CME'], mostSessions: null });
    for (const error of [new RithmicError('gateway_down', 'away'), new Error('another'), 'text'])
      expect(await explained(error, report)).toBe(error);
  });
});
