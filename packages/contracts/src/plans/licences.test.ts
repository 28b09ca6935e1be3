/** What the licence of a venue allows, by kind of data, plan and channel, and how late. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  LICENCE_CHANNELS,
  LICENCE_DELAYS,
  LICENCE_KINDS,
  type LicenceTerm,
  licensedAccess,
  mayShow,
  unlicensedAccess,
  VENUES,
  VIEW_DELAYS,
} from './licences.ts';
import { type PaidTier, TIER_RULES, TIERS } from './plans.ts';

const ALL: readonly PaidTier[] = ['basic', 'pro', 'elite'];

/** The terms that a new installation has, with changes by kind. */
function termsOf(changes: Partial<Record<LicenceTerm['kind'], Partial<LicenceTerm>>> = {}): LicenceTerm[] {
  const term = (kind: LicenceTerm['kind'], more: Partial<LicenceTerm>): LicenceTerm => ({
    ...{ venue: 'CME', kind, plans: ALL, delaySeconds: 0, channels: ['screen'] },
    ...more,
    ...changes[kind],
  });
  return [
    term('real_time', { plans: ['pro', 'elite'] }),
    term('delayed', { delaySeconds: 900 }),
    term('recordings', {}),
    term('events', { channels: LICENCE_CHANNELS }),
  ];
}

const basic = TIER_RULES.basic;
const pro = TIER_RULES.pro;
const at = { venue: 'CME', channel: 'screen', plan: 'pro' } as const;

test('every product of the catalogue is of one of four venues', () => {
  expect(VENUES).toEqual(['CME', 'CBOT', 'NYMEX', 'COMEX']);
});

test('views exist at every delay of a plan and of a licence', () => {
  expect(VIEW_DELAYS).toEqual([0, 900]);
});

test('what is withheld is named with the venue, the kind and the plan or channel that it is withheld from', () => {
  const because = (terms: LicenceTerm[], more: object = {}) => {
    const answer = mayShow(terms, { ...at, kind: 'delayed', ...more });
    return answer.allowed ? null : answer.because;
  };
  expect(because(termsOf({ delayed: { plans: ['elite'] } }))).toBe(
    'CME does not license delayed data for the Pro plan.',
  );
  expect(because(termsOf(), { plan: 'free' })).toBe('CME does not license delayed data without a plan.');
  expect(because(termsOf({ delayed: { plans: [] } }))).toBe('CME does not license delayed data.');
  expect(because(termsOf(), { kind: 'recordings', channel: 'export' })).toBe(
    'CME does not license recorded data in exports.',
  );
  expect(because(termsOf(), { kind: 'real_time', channel: 'api' })).toBe(
    'CME does not license real-time data over the API.',
  );
  expect(because(termsOf(), { venue: 'CBOT' })).toBe('CBOT does not license delayed data.');
});

test('the API has derived events and no raw data until the operator allows it', () => {
  const overApi = (terms: LicenceTerm[]) =>
    LICENCE_KINDS.filter((kind) => mayShow(terms, { ...at, kind, channel: 'api' }).allowed);
  expect(overApi(termsOf())).toEqual(['events']);
  expect(overApi(termsOf({ real_time: { channels: ['screen', 'api'] } }))).toEqual(['real_time', 'events']);
});

test('with the terms of a new installation every plan has its own delay and nothing on screen is withheld', () => {
  for (const tier of ALL) {
    const access = licensedAccess(termsOf(), 'CME', TIER_RULES[tier]);
    const { delaySeconds, recordedDelaySeconds } =
      TIER_RULES[tier].delaySeconds === 0 ? unlicensedAccess(0) : unlicensedAccess(900);
    expect([access.delaySeconds, access.recordedDelaySeconds]).toEqual([delaySeconds, recordedDelaySeconds]);
    for (const kind of ['prices', 'recordings', 'events'] as const) expect(access.withheld(kind)).toBeNull();
    expect(access.withheld('events', 'export')).toBeNull();
  }
});

test('the longer of the delays of plan and licence wins', () => {
  const delayOf = (seconds: number) =>
    licensedAccess(termsOf({ delayed: { delaySeconds: seconds } }), 'CME', basic).delaySeconds;
  expect([600, 900, 1800].map(delayOf)).toEqual([900, 900, 1800]);
});

test('a plan without a licence for real time reads delayed data, and says so where that is withheld too', () => {
  const noRealTime = { real_time: { plans: ['elite'] as const } };
  const delayed = licensedAccess(termsOf({ ...noRealTime, delayed: { delaySeconds: 600 } }), 'CME', pro);
  expect([delayed.delaySeconds, delayed.withheld('prices')]).toEqual([600, null]);
  const nothing = licensedAccess(termsOf({ ...noRealTime, delayed: { plans: ['basic'] } }), 'CME', pro);
  expect(nothing.withheld('prices')).toBe('CME does not license delayed data for the Pro plan.');
  expect(nothing.withheld('events')).toBeNull();
  expect(licensedAccess(termsOf(noRealTime), 'CME', TIER_RULES.elite).delaySeconds).toBe(0);
});

test('recordings may be later than the view, and never earlier', () => {
  const later = licensedAccess(termsOf({ recordings: { delaySeconds: 1800 } }), 'CME', pro);
  expect([later.delaySeconds, later.recordedDelaySeconds]).toEqual([0, 1800]);
  expect(
    licensedAccess(termsOf({ recordings: { delaySeconds: 600 } }), 'CME', basic).recordedDelaySeconds,
  ).toBe(900);
});

const anyTerms = fc
  .tuple(
    ...LICENCE_KINDS.map((kind) =>
      fc.record({
        venue: fc.constant('CME' as const),
        kind: fc.constant(kind),
        plans: fc.subarray([...ALL]),
        delaySeconds: fc.constantFrom(...LICENCE_DELAYS),
        channels: fc.subarray([...LICENCE_CHANNELS]),
      }),
    ),
  )
  .map((terms): readonly LicenceTerm[] => terms);

test('whatever the terms, nothing is shown earlier or elsewhere than each of them allows', () => {
  fc.assert(
    fc.property(
      anyTerms,
      fc.constantFrom(...TIERS),
      fc.constantFrom(...LICENCE_CHANNELS),
      (terms, plan, channel) => {
        const access = licensedAccess(terms, 'CME', TIER_RULES[plan]);
        expect(VIEW_DELAYS).toContain(access.delaySeconds);
        expect(access.delaySeconds).toBeGreaterThanOrEqual(TIER_RULES[plan].delaySeconds);
        for (const shown of ['prices', 'recordings', 'events'] as const) {
          if (access.withheld(shown, channel) !== null) continue;
          const allowed = (shown === 'prices' ? (['real_time', 'delayed'] as const) : ([shown] as const))
            .map((kind) => mayShow(terms, { venue: 'CME', kind, channel, plan }))
            .filter((answer) => answer.allowed);
          expect(allowed.length).toBeGreaterThan(0);
          if (channel !== 'screen') continue;
          const delay = shown === 'recordings' ? access.recordedDelaySeconds : access.delaySeconds;
          expect(delay).toBeGreaterThanOrEqual(Math.min(...allowed.map(({ delaySeconds }) => delaySeconds)));
        }
      },
    ),
  );
});
