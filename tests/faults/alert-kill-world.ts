/** The setup of the alert kill tests: two people with rules, and the real dispatch over a database. */

import { DEFAULT_PREFERENCES } from '@undertow/contracts';
import { SIMULATED_CALENDAR } from '@undertow/market';
import { createInProcessBus } from '@undertow/server/src/adapters/bus/in-process-bus.ts';
import type { Database } from '@undertow/server/src/adapters/storage/database/database.ts';
import { createStores } from '@undertow/server/src/adapters/storage/stores.ts';
import { BUILT_IN_RULE } from '@undertow/server/src/alerting/built-in-rule.ts';
import { createEntitlements } from '@undertow/server/src/http/bind/entitlement.ts';
import { AlertDispatch } from '@undertow/server/src/live/alerts/alert-dispatch.ts';
import type { AlertRule } from '@undertow/server/src/ports/alerts.ts';
import { testClock } from '@undertow/server/testing/clock.ts';
import { NO_LICENCES } from '@undertow/server/testing/licences.ts';

/** Cool-down of the rule that has one. */
export const COOL_DOWN_SECONDS = 1;

const silent = {
  info: () => undefined,
  warn: () => undefined,
  error: (facts: object, message: string) => process.stderr.write(`${message} ${JSON.stringify(facts)}\n`),
};

export interface KillRules {
  /** Alerts on every iceberg. */
  readonly every: string;
  /** Alerts on icebergs, at most one a second. */
  readonly cooling: string;
  /** Alerts on every absorption, fifteen minutes late. */
  readonly delayed: string;
}

async function makePerson(database: Database, sub: string, tier: 'pro' | 'basic'): Promise<string> {
  const { users, tiers, userInstruments, alertRules } = createStores(database.orm);
  const user = await users.ensure('https://id.example', sub, 0);
  await tiers.grant({ userId: user.id, tier, actor: 'test', reason: 'test', expiresAtMs: null }, 0);
  await userInstruments.add(user.id, 1, 0);
  for (const rule of await alertRules.list(user.id)) await alertRules.remove(user.id, rule.id);
  return user.id;
}

/** Makes people and rules; returns the ids of the rules. */
export async function makeRules(database: Database): Promise<KillRules> {
  const { alertRules } = createStores(database.orm);
  const [pro, basic] = [
    await makePerson(database, 'pro', 'pro'),
    await makePerson(database, 'basic', 'basic'),
  ];
  const add = async (userId: string, eventType: 'iceberg' | 'absorption', coolDownSeconds: number) => {
    const rule = await alertRules.add(
      {
        ...BUILT_IN_RULE,
        ...{ userId, origin: null, coolDownSeconds },
        condition: { ...BUILT_IN_RULE.condition, eventTypes: [eventType] } as AlertRule['condition'],
      },
      10,
      0,
    );
    return (rule as AlertRule).id;
  };
  return {
    every: await add(pro, 'iceberg', 0),
    cooling: await add(pro, 'iceberg', COOL_DOWN_SECONDS),
    delayed: await add(basic, 'absorption', 0),
  };
}

/** The real dispatch, once its rules are read. */
export async function openDispatch(database: Database, nowMs: () => number) {
  const stores = createStores(database.orm);
  const bus = createInProcessBus((_topic, error) => {
    throw error;
  });
  const clock = testClock(nowMs);
  const dispatch = new AlertDispatch({
    ...stores,
    bus,
    clock,
    alertStore: stores.alerts,
    preferences: { get: async () => DEFAULT_PREFERENCES },
    entitlements: createEntitlements({ ...stores, controls: NO_LICENCES, bus, clock }),
    calendar: SIMULATED_CALENDAR,
    source: 'simulated',
    log: silent,
    gateNowMs: clock.nowMs,
  });
  dispatch.start();
  await dispatch.ready();
  return { dispatch, bus, stores, log: silent };
}
