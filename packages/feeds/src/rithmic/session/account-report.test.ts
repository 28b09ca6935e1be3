/** The report of an account: titles of unsigned agreements in printable text, the number of sessions, and never a failure. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ListenedPlant, openListened } from '#testing/listened-plant.ts';
import { DENIED, MemoryGateway, MORE, NO_DATA, OK, settle } from '#testing/memory-gateway.ts';
import { readAccountReport } from './account-report.ts';

const REPOSITORY = 5;
let gateway: MemoryGateway;
let ticker: ListenedPlant;
beforeEach(async () => {
  gateway = new MemoryGateway();
  ticker = await openListened(gateway);
});
afterEach(() => gateway.close());

const report = () =>
  readAccountReport({
    ticker: ticker.plant,
    gateway: gateway.address,
    credentials: async () => ({ user: 'alice', password: Buffer.from('a password') }),
  });
const agreements = async () => (await report()).unsignedAgreements;

describe('agreements', () => {
  test('are read on a login of its own that is ended afterwards', async () => {
    await report();
    await settle();
    const [repository, ...more] = gateway.logins(REPOSITORY);
    expect(repository?.requests).toEqual([
      'RequestLogin',
      'RequestHeartbeat',
      'RequestListUnacceptedAgreements',
      'RequestLogout',
    ]);
    expect([repository?.isOpen, more, gateway.peers[0]?.isOpen]).toEqual([false, [], true]);
  });

  const frames = [
    ['none', [NO_DATA], []],
    ['a single one in the last frame', [{ ...OK, agreementTitle: 'CME' }], ['CME']],
    [
      'several, and the last frame empty',
      [{ ...MORE, agreementTitle: 'CME' }, { ...MORE, agreementTitle: 'CBOT' }, OK],
      ['CME', 'CBOT'],
    ],
    ['without a title: its number', [{ ...MORE, agreementId: '7' }, OK], ['7']],
    ['with both: its title', [{ ...MORE, agreementId: '7', agreementTitle: 'CME' }, OK], ['CME']],
    [
      'with characters that do not print',
      [{ ...OK, agreementTitle: '\u0007CME\u0000\n\t Data\u200b ' }],
      ['CME Data'],
    ],
    ['with nothing that prints', [{ ...MORE, agreementTitle: ' \n\u0001' }, OK], []],
    ['refused', [DENIED], null],
    ['failed with text', [{ rpCode: ['7', 'an error occurred while parsing data.'] }], null],
  ] as const;
  test.each(frames)('that are %s', async (_, answer, titles) => {
    gateway.script.RequestListUnacceptedAgreements = () => answer;
    expect(await agreements()).toEqual(titles);
  });

  test('are at most twenty, each of at most a hundred and twenty characters', async () => {
    gateway.script.RequestListUnacceptedAgreements = () => [
      ...Array.from({ length: 25 }, (_, at) => ({ ...MORE, agreementTitle: `${at} ${'x'.repeat(200)}` })),
      OK,
    ];
    const titles = (await agreements()) ?? [];
    expect(titles.map((title) => Number.parseInt(title, 10))).toEqual(
      Array.from({ length: 20 }, (_, at) => at),
    );
    expect(new Set(titles.map(({ length }) => length))).toEqual(new Set([120]));
  });

  test.each([
    ['denies a login', () => [DENIED]],
    ['is in maintenance', () => [{ rpCode: ['7', 'no data'] }]],
  ])('of a repository that %s are not known, and the rest of the report is', async (_, respond) => {
    gateway.script.RequestLogin = ({ infraType }) => (infraType === REPOSITORY ? respond() : [OK]);
    expect(await report()).toEqual({ unsignedAgreements: null, mostSessions: 2 });
  });

  test('of a repository that cannot be reached are not known', async () => {
    gateway.failure = 'ECONNREFUSED';
    expect(await report()).toEqual({ unsignedAgreements: null, mostSessions: 2 });
  });

  test('of a connection that breaks are not known', async () => {
    gateway.script.RequestListUnacceptedAgreements = (_, peer) => {
      setImmediate(() => peer.cut());
      return [];
    };
    expect(await agreements()).toBeNull();
  });
});

describe('the number of sessions', () => {
  test.each([
    ['the gateway’s', { ...OK, tpMaxSessionCount: 3 }, 3],
    ['that of the ticker plant alone', { ...OK, tpMaxSessionCount: 1, opMaxSessionCount: 4 }, 1],
    ['not known where it is zero', { ...OK, tpMaxSessionCount: 0 }, null],
    ['not known where it is below zero', { ...OK, tpMaxSessionCount: -1 }, null],
    ['not known where it is left out', OK, null],
    ['not known where there is no data', NO_DATA, null],
    ['not known where it is refused', DENIED, null],
  ])('is %s', async (_, frame, mostSessions) => {
    gateway.script.RequestLoginInfo = () => [frame];
    expect(await report()).toEqual({ unsignedAgreements: [], mostSessions });
  });

  test('is not known where the ticker plant is lost, and the rest of the report is', async () => {
    gateway.peers[0]?.cut();
    await settle();
    expect(await report()).toEqual({ unsignedAgreements: [], mostSessions: null });
  });
});
