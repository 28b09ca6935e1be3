/** History of an account: on a login of its own, and no failure of the feed where there is none. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { AccountRig } from '#testing/account-rig.ts';
import { MORE, OK, pass, settle } from '#testing/memory-gateway.ts';

const ES = 1;
const HISTORY = 3;
const MINUTE_MS = 60_000;
let rig: AccountRig;
let feed: Awaited<ReturnType<AccountRig['open']>>;
beforeEach(async () => {
  rig = new AccountRig();
  feed = await rig.open();
  rig.gateway.script.RequestVolumeProfileMinuteBars = () => [
    {
      ...MORE,
      // The end of the minute that began a minute ago
      marker: rig.nowMs / 1000,
      openPrice: 4567,
      highPrice: 4567.25,
      lowPrice: 4567,
      closePrice: 4567.25,
      profilePrice: [4567, 4567.25],
      profileAskVolume: [0, 3],
      profileBidVolume: [1, 0],
    },
    OK,
  ];
});
afterEach(() => rig.close());

const bars = () => feed.minuteBars(ES, rig.nowMs - MINUTE_MS, rig.nowMs);
const profiles = () => feed.minuteProfiles(ES, rig.nowMs - MINUTE_MS, rig.nowMs);

test('bars and volume by price of a minute are of one login on the history plant', async () => {
  expect(await bars()).toMatchObject([
    { startMs: rig.nowMs - MINUTE_MS, openTicks: 18_268, closeTicks: 18_269, vwapTicks: 18_268.75 },
  ]);
  expect(await profiles()).toEqual([
    {
      startMs: rig.nowMs - MINUTE_MS,
      levels: [
        { priceTicks: 18_268, buyVolume: 0, sellVolume: 1, otherVolume: 0 },
        { priceTicks: 18_269, buyVolume: 3, sellVolume: 0, otherVolume: 0 },
      ],
    },
  ]);
  expect(rig.gateway.logins(HISTORY)).toHaveLength(1);
  expect(rig.gateway.logins(HISTORY)[0]?.all('RequestVolumeProfileMinuteBars')[0]?.symbol).toBe('ESZ6');
});

test.each([
  ['that the account is not entitled to', ['13', 'not entitled']],
  ['whose password is another', ['13', 'invalid password']],
] as const)('history %s is none, and the feed goes on', async (_, rpCode) => {
  rig.gateway.script.RequestLogin = ({ infraType }) => [infraType === HISTORY ? { rpCode } : OK];
  expect([await bars(), await profiles()]).toEqual([[], []]);
  expect(rig.states).toEqual([{ kind: 'connected' }]);
});

test.each([
  ['session_limit', ['5', 'session limit reached']],
  ['login_denied', ['13', 'permission denied']],
  ['maintenance', ['7', 'no data']],
] as const)('history that is refused with %s fails for now', async (fault, rpCode) => {
  rig.gateway.script.RequestLogin = ({ infraType }) => [infraType === HISTORY ? { rpCode } : OK];
  await expect(bars()).rejects.toMatchObject({ fault });
  expect(rig.states).toEqual([{ kind: 'connected' }]);
});

test('history whose connection breaks fails, the feed goes on, and the next request logs in again', async () => {
  const whole = rig.gateway.script.RequestVolumeProfileMinuteBars;
  rig.gateway.script.RequestVolumeProfileMinuteBars = (_, peer) => {
    setImmediate(() => peer.cut());
    return [];
  };
  await expect(bars()).rejects.toMatchObject({ fault: 'gateway_down' });
  rig.gateway.script.RequestVolumeProfileMinuteBars = whole as NonNullable<typeof whole>;
  expect(await bars()).toHaveLength(1);
  expect(rig.gateway.logins(HISTORY)).toHaveLength(2);
  expect(rig.states).toEqual([{ kind: 'connected' }]);
});

test('the login on the history plant ends with the feed', async () => {
  await bars();
  await feed.close();
  await settle();
  expect(rig.gateway.peers.map(({ isOpen }) => isOpen)).not.toContain(true);
});

test('the login on the history plant ends by itself, and that of the feed does not', async () => {
  await bars();
  await pass(10_000);
  expect([rig.gateway.logins(HISTORY)[0]?.isOpen, rig.peer.isOpen]).toEqual([false, true]);
});
