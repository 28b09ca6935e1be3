/** For tests: the real dispatch over a store in memory, and people with plans, rules and preferences. */

import {
  DEFAULT_PREFERENCES,
  type Preferences,
  TIER_RULES,
  type Tier,
  unlicensedAccess,
} from '@undertow/contracts';
import { CME_CALENDAR } from '@undertow/market';
import { BUILT_IN_RULE } from '#alerting/built-in-rule.ts';
import { AlertDispatch, type AlertDispatchInput } from '#live/alerts/alert-dispatch.ts';
import type {
  AlertDeadLetters,
  AlertOutbox,
  AlertOutboxEntry,
  AlertRow,
  AlertRule,
  AlertRuleStore,
  AlertStore,
  RuleFiring,
} from '#ports/alerts.ts';
import type { InstrumentUpdate } from '#ports/bus.ts';
import { testClock } from './clock.ts';
import { ES, makeRule, T } from './rule-board.ts';
import { makeEvent, makeUpdate } from './views.ts';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

export interface Person {
  readonly tier: Tier;
  readonly active?: readonly number[];
  readonly rules?: readonly Partial<AlertRule>[];
  readonly preferences?: Partial<Preferences>;
}

function rulesOf(userId: string, { rules = [{}] }: Person): readonly AlertRule[] {
  return rules.map((rule, at) => ({
    ...makeRule(`${userId}-${at}`, BUILT_IN_RULE.condition, { coolDownSeconds: 60 }),
    userId,
    ...rule,
  }));
}

interface World {
  readonly people: Record<string, Person>;
  readonly outbox?: AlertOutboxEntry[];
  readonly last?: readonly RuleFiring[];
  readonly newsWindow?: AlertDispatchInput['newsWindow'];
}

function rulesIn(people: World['people']): AlertRuleStore {
  return {
    list: async (userId) => rulesOf(userId, people[userId]!),
    all: async () => Object.entries(people).flatMap(([userId, person]) => rulesOf(userId, person)),
    add: async () => undefined,
    change: async () => undefined,
    remove: async () => false,
    activity: async () => new Map(),
  };
}

function outboxOf(entries: AlertOutboxEntry[], settled: string[]): AlertOutbox {
  return {
    due: async () => [...entries],
    settle: async (states) => {
      for (const { eventId } of states) {
        settled.push(eventId);
        const at = entries.findIndex((entry) => entry.eventId === eventId);
        if (at >= 0) entries.splice(at, 1);
      }
    },
  };
}

/** A store in memory that fails and refuses as the test configures it. */
function storeIn(last: readonly RuleFiring[]) {
  const stored = new Map<string, AlertRow & { isMailed: boolean }>();
  const dead: string[] = [];
  let failures = 0;
  let refuse: (row: AlertRow) => Error | null = () => null;
  let onRaise: () => void | Promise<void> = () => undefined;
  const respond = (rows: readonly AlertRow[]): void => {
    if (failures > 0) {
      failures -= 1;
      throw new Error('storage is away');
    }
    const refusal = rows.map(refuse).find((error) => error !== null);
    if (refusal !== undefined) throw refusal;
  };
  const alertStore: AlertStore = {
    raise: async (raised) => {
      await onRaise();
      respond(raised.map(({ row }) => row));
      return raised.flatMap(({ row, mail }) => {
        if (stored.has(row.id)) return [];
        stored.set(row.id, { ...row, isMailed: mail !== null });
        return [{ id: row.id, mail: 'off' as const, rules: [] }];
      });
    },
    firings: async () => last,
    list: async () => [],
    markRead: async () => true,
    markAllRead: async () => undefined,
  };
  const alertDeadLetters: Pick<AlertDeadLetters, 'add'> = {
    add: async (alerts) => {
      respond([]);
      dead.push(...alerts.map(({ raised }) => raised.row.title));
    },
  };
  return {
    ...{ alertStore, alertDeadLetters, stored, dead },
    failNext: (count: number) => {
      failures = count;
    },
    /** What storage refuses, as long as it is set. */
    refuse: (check: (row: AlertRow) => Error | null) => {
      refuse = check;
    },
    /** Called before each insert, which waits for it. */
    onInsert: (listener: () => void | Promise<void>) => {
      onRaise = listener;
    },
  };
}

export async function makeDispatch({ people, outbox = [], last = [], newsWindow }: World) {
  const { alertStore, alertDeadLetters, ...store } = storeIn(last);
  const published: string[] = [];
  const settled: string[] = [];
  let gateMs = T;
  const clock = testClock(() => gateMs);
  const dispatch = new AlertDispatch({
    bus: {
      publish: (_topic, message) => {
        if ('alert' in message) published.push(`${message.userId} ${message.alert.title}`);
      },
      subscribe: () => () => undefined,
      close: async () => undefined,
    },
    ...{ clock, alertStore, alertDeadLetters },
    alertRules: rulesIn(people),
    alertOutbox: outboxOf(outbox, settled),
    marketStore: { listBars: async () => [] },
    preferences: { get: async (userId) => ({ ...DEFAULT_PREFERENCES, ...people[userId]?.preferences }) },
    entitlements: {
      of: async (userId) => {
        const { tier, active = [1] } = people[userId] ?? { tier: 'free' as const };
        const rules = TIER_RULES[tier];
        const access = () => unlicensedAccess(rules.delaySeconds);
        return {
          userId,
          tier,
          rules,
          activeInstrumentIds: active,
          watchlistIds: [],
          access,
          channel: 'screen' as const,
        };
      },
    },
    calendar: CME_CALENDAR,
    source: 'simulated',
    log: silent,
    gateNowMs: clock.nowMs,
    newsWindow,
  });
  dispatch.start();
  await dispatch.ready();
  /** `gate` is the clock that cannot jump; `nowMs` is the feed's clock. */
  const show = (
    update: InstrumentUpdate,
    delaySeconds = 0,
    nowMs = update.asOfMs + delaySeconds * 1000,
    gate = nowMs,
  ) => {
    gateMs = gate;
    dispatch.onVisible({ instrument: ES, delaySeconds, update, nowMs });
  };
  return { dispatch, published, settled, show, ...store };
}

export const raiseEvent = (id: string, atMs: number, changes: Parameters<typeof makeEvent>[2] = {}) =>
  makeUpdate(atMs, { events: [{ event: makeEvent(id, atMs, changes), change: 'new' }] });
