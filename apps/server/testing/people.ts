/** People of the test's application: signed in, with a tier by grant or by a subscription, and with instruments. */
import type { Tier } from '@undertow/contracts';
import { type Orm, sql } from '#adapters/storage/database/orm.ts';
import type { Stores } from '#adapters/storage/stores.ts';
import type { Sessions } from '#http/session/session.ts';
import type { SubscriptionSnapshot } from '#ports/billing.ts';
import type { Bus } from '#ports/bus.ts';
import type { Clock } from '#ports/clock.ts';
import { subscriptionSnapshot, type TestProvider } from './provider.ts';

export interface TestUser {
  readonly id: string;
  readonly headers: { readonly cookie: string };
}

export interface TestPeople {
  /** Makes the user an administrator. */
  promote(user: TestUser): Promise<void>;
  /** A signed-in user of the tier with these instruments, cut to the tier's limit. */
  newUser(tier: Tier, instrumentIds?: readonly number[]): Promise<TestUser>;
  /** The same, with the tier from a subscription that the provider has too; `readAtMs` defaults to now. */
  newSubscriber(
    subscription: Partial<SubscriptionSnapshot>,
    instrumentIds?: readonly number[],
    readAtMs?: number,
  ): Promise<TestUser>;
}

interface PeopleParts {
  readonly orm: Orm;
  readonly stores: Stores;
  readonly sessions: Sessions;
  readonly provider: TestProvider;
  readonly bus: Bus;
  readonly clock: Clock;
}

export function createTestPeople({ orm, stores, sessions, provider, bus, clock }: PeopleParts): TestPeople {
  let people = 0;

  async function newPerson(): Promise<string> {
    people += 1;
    const person = { issuer: 'https://id.example', sub: `person-${people}`, email: null, firstName: 'Test' };
    return (await stores.users.signIn(person, clock.nowMs())).id;
  }

  async function settled(id: string, instrumentIds: readonly number[]): Promise<TestUser> {
    for (const instrumentId of instrumentIds)
      await stores.userInstruments.add(id, instrumentId, clock.nowMs());
    bus.publish('userChanged', { userId: id });
    return { id, headers: { cookie: `${sessions.cookieName}=${await sessions.start(id)}` } };
  }

  return {
    async promote({ id }) {
      await orm.execute(sql`UPDATE users SET role = 'admin' WHERE id = ${id}`);
    },

    async newUser(tier, instrumentIds = []) {
      const id = await newPerson();
      const grant = { userId: id, tier, actor: 'test', reason: 'test', expiresAtMs: null };
      await stores.tiers.grant(grant, clock.nowMs());
      return settled(id, instrumentIds);
    },

    async newSubscriber(subscription, instrumentIds = [], readAtMs = clock.nowMs()) {
      const id = await newPerson();
      const known = { id: `sub_${people}`, customerId: `cus_${people}`, createdAtMs: clock.nowMs() };
      const snapshot = subscriptionSnapshot({ ...known, ...subscription });
      provider.subscriptions.set(snapshot.id, snapshot);
      await stores.billingStore.saveCustomer(id, snapshot.customerId, clock.nowMs());
      await stores.billingStore.save(id, snapshot, readAtMs);
      return settled(id, instrumentIds);
    },
  };
}
