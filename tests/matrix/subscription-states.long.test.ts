/** Who may call what in every state of a subscription: a state is worth its tier, or nothing at all. */

import type { PaidTier } from '@undertow/contracts';
import { DAY_MS } from '@undertow/market';
import type { SubscriptionSnapshot } from '@undertow/server/src/ports/billing.ts';
import { openTestApp, TEST_NOW, type TestApp, type TestUser } from '@undertow/server/testing/app.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MATRIX } from './authorisation-rows.ts';
import { callRow, OWN, onlyReads } from './call-row.ts';
import { CALLERS, type Caller, type MatrixRow } from './matrix-row.ts';

interface State {
  readonly state: string;
  readonly snapshot: Partial<SubscriptionSnapshot>;
  /** When the state was first seen; now by default. */
  readonly readAtMs?: number;
}

const WORTH_THE_TIER: readonly State[] = [
  { state: 'active', snapshot: { status: 'active' } },
  { state: 'trialing with a card', snapshot: { status: 'trialing', trialEndsAtMs: TEST_NOW + DAY_MS } },
  {
    state: 'past due in the days of grace',
    snapshot: { status: 'past_due' },
    readAtMs: TEST_NOW - 7 * DAY_MS + 600_000,
  },
];

const WORTH_NOTHING: readonly State[] = [
  { state: 'trialing without a card', snapshot: { status: 'trialing', cardReady: false, card: null } },
  { state: 'past due after the grace', snapshot: { status: 'past_due' }, readAtMs: TEST_NOW - 7 * DAY_MS },
  { state: 'incomplete', snapshot: { status: 'incomplete' } },
  { state: 'incomplete and expired', snapshot: { status: 'incomplete_expired' } },
  { state: 'unpaid', snapshot: { status: 'unpaid' } },
  { state: 'paused', snapshot: { status: 'paused' } },
  { state: 'canceled', snapshot: { status: 'canceled' } },
];

const PAYING: readonly (readonly [Caller, PaidTier])[] = [
  ['B', 'basic'],
  ['P', 'pro'],
  ['E', 'elite'],
];

let app: TestApp;
let other: TestUser;

beforeAll(async () => {
  app = await openTestApp();
  other = await app.newUser('elite', [1, 2]);
});
afterAll(() => app.close());

const statusOf = (row: MatrixRow, caller: Caller): number => row.statuses[CALLERS.indexOf(caller)] ?? 0;

/** Where everybody who is signed in gets the same response, no state can change it. */
const rows = MATRIX.filter((row) => PAYING.some(([caller]) => statusOf(row, caller) !== statusOf(row, 'F')));

/** Subscribers of rows that only read, by state, tier and instruments. */
const readers = new Map<string, TestUser>();

async function subscriberOf(row: MatrixRow, { state, snapshot, readAtMs }: State, tier: PaidTier) {
  const key = `${state} ${tier} ${row.instruments}`;
  const known = onlyReads(row) ? readers.get(key) : undefined;
  const user = known ?? (await app.newSubscriber({ ...snapshot, tier }, row.instruments, readAtMs));
  if (onlyReads(row)) readers.set(key, user);
  return user;
}

async function call(row: MatrixRow, state: State, tier: PaidTier, caller: Caller) {
  const user = await subscriberOf(row, state, tier);
  return (await callRow(row, { app, caller, user, other }, OWN)).statusCode;
}

const named = rows.map((row) => ({ name: `${row.route}, ${row.situation}`, row }));

test('there are rows that distinguish tiers', () => {
  expect(rows.length).toBeGreaterThan(10);
});

describe.each(WORTH_THE_TIER)('a subscription that is $state is worth its tier', (state) => {
  test.each(named)('$name', async ({ row }) => {
    const statuses: Record<string, number> = {};
    for (const [caller, tier] of PAYING) statuses[tier] = await call(row, state, tier, caller);
    expect(statuses).toEqual(
      Object.fromEntries(PAYING.map(([caller, tier]) => [tier, statusOf(row, caller)])),
    );
  });
});

describe.each(WORTH_NOTHING)('a subscription that is $state is worth nothing', (state) => {
  test.each(named)('$name', async ({ row }) => {
    expect(await call(row, state, 'elite', 'F')).toBe(statusOf(row, 'F'));
  });
});
