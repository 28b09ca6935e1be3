import type { AdminUserPageFacts } from '@undertow/contracts';
import { describe, expect, test } from 'vitest';
import { activityFacts, amountText, entitlementFacts, seenText, verdictText } from './entitlement-words.ts';

const entitlement: AdminUserPageFacts['entitlement'] = {
  tier: 'pro',
  source: 'grant',
  until: '2026-11-30T12:00:00.000Z',
  grant: { tier: 'pro', actor: 'p.nair', reason: 'case 311', until: '2026-11-30T12:00:00.000Z' },
  subscription: { id: 'sub_1', tier: 'basic', status: 'past_due', periodEndsAt: null },
  trialUsed: true,
  delaySeconds: 0,
  activeSymbols: ['ES', 'NQ'],
  pausedSymbols: ['CL'],
  instrumentsLimit: 3,
  watchlistSymbols: [],
  watchlistLimit: -1,
  answers: [],
};
const factsOf = (change: Partial<typeof entitlement>) =>
  Object.fromEntries(entitlementFacts({ ...entitlement, ...change }));

describe('words of the page of a user', () => {
  test('the plan says what gives it, until when, and who granted it why', () => {
    const facts = factsOf({});
    expect(facts['Current plan']).toBe('Pro, by grant, until 30 Nov 2026');
    expect(facts['Subscription']).toBe('Basic, past due');
    expect(facts['Grant']).toBe('Pro, until 30 Nov 2026, by p.nair: case 311');
  });

  test('instruments are counted against the limit, and paused ones named', () => {
    expect(factsOf({})['Instruments']).toBe('2 of 3: ES, NQ');
    expect(factsOf({})['Paused']).toBe('CL');
    expect(factsOf({})['Watchlist']).toBe('0, unlimited');
    expect(factsOf({ activeSymbols: [], instrumentsLimit: 0 })['Instruments']).toBe('0 of 0');
  });

  test('who has nothing reads so', () => {
    const facts = factsOf({ tier: 'free', source: 'none', until: null, grant: null, subscription: null });
    expect([facts['Current plan'], facts['Grant'], facts['Subscription']]).toEqual([
      'Free, no subscription or grant',
      'none',
      'none',
    ]);
  });

  test('activity is given in counts, and a connection that was never set is Not Set', () => {
    const facts = Object.fromEntries(
      activityFacts({
        alerts: { rules: 4, disabled: 1, lastSevenDays: 63, lastSevenDaysRead: 58 },
        imports: [{ id: 'a', platform: 'x', at: '2026-11-12T08:00:00.000Z', trades: 212, state: 'stored' }],
        consents: [{ text: 't', version: '1', at: '2026-11-12T08:00:00.000Z', current: false }],
        connection: {},
      } as unknown as AdminUserPageFacts),
    );
    expect(facts).toEqual({
      'Alert rules': '4, 1 disabled',
      'Alerts, 7 days': '63, 58 read',
      Imports: '1, 212 trades',
      Connection: 'Not Set',
      Consents: '0 of 1 current',
    });
  });

  test('an amount names what was given back', () => {
    const payment = { number: null, at: '', text: '', amountPence: 9900, refundedPence: 0, status: 'paid' };
    expect(amountText(payment)).toBe('£99.00');
    expect(amountText({ ...payment, refundedPence: 4290 })).toBe('£99.00, £42.90 refunded');
  });

  test('an answer says whether it is allowed, and how far behind it is seen', () => {
    const answer = { question: 'ES live', allowed: false, because: '', restsOn: '' };
    expect(verdictText(answer)).toBe('Not allowed: ES live');
    expect([seenText(900), seenText(0), seenText(null)]).toEqual([
      'delayed 15 min',
      'no delay',
      'nothing is shown',
    ]);
  });
});
