/** The judge of the soak: alerts that are missing, surplus, early or late, and what the product reported about lateness. */
import type { AlertConfiguration } from '@undertow/contracts';
import { SIMULATED_CALENDAR } from '@undertow/market';
import { describe, expect, test } from 'vitest';
import { Person } from '#tests/soak/people/person.ts';
import type { TimeBehind } from '#tests/soak/product-log.ts';
import { Tally } from '#tests/soak/tally.ts';
import { judge } from './judge.ts';
import type { StoredAlert, StoredEvent } from './stored-market.ts';

const START = Date.UTC(2026, 10, 20, 16);
const MINUTE_MS = 60_000;
const AT = START + 20 * MINUTE_MS;
const HOUR = 60 * MINUTE_MS;

const RULE: AlertConfiguration = {
  ...{ id: 'rule', name: 'any iceberg', alertType: 'event', notificationMethod: 'in_app', isEnabled: true },
  ...{ instrumentIds: [], sessionHours: 'any', coolDownSeconds: 0, quietHours: null, expiresAt: null },
  ...{ paused: null, pausedText: null, warnings: [], origin: null, lastFiredAt: null, firedToday: 0 },
  createdAt: new Date(START - MINUTE_MS).toISOString(),
  condition: {
    ...{ kind: 'event', eventTypes: ['iceberg'], side: null, minConfidence: 0, minSize: 0, perDay: null },
    near: null,
  },
};

const iceberg = (id: string, atMs: number): StoredEvent => ({
  ...{ id, instrumentId: 1, type: 'iceberg', detectedMs: atMs, updatedMs: atMs, side: 'bid', size: 40 },
  ...{ confidence: 1, exact: true, perDay: 5, status: 'open', degraded: false, isSilent: false },
  ...{ lowTicks: 20_000, highTicks: 20_000 },
});

const alertOf = (event: StoredEvent, afterMs = 500): StoredAlert => ({
  ...{ id: `alert of ${event.id}`, userId: 'pro', ruleId: 'rule', instrumentId: 1, eventId: event.id },
  ...{ eventType: event.type, atMs: event.updatedMs, createdAtMs: event.updatedMs + afterMs },
  ...{ isQuiet: false, title: 'Iceberg at 5000.00' },
});

interface Case {
  readonly events: readonly StoredEvent[];
  readonly alerts: readonly StoredAlert[];
  readonly behind?: readonly TimeBehind[];
  readonly coolDownSeconds?: number;
  readonly tier?: 'basic' | 'pro';
  /** When the owner made the rule. */
  readonly madeMs?: number;
}

function verdictOf(given: Case) {
  const {
    events,
    alerts,
    behind = [],
    coolDownSeconds = 0,
    tier = 'pro',
    madeMs = START - MINUTE_MS,
  } = given;
  const person = new Person('http://localhost', 'pro@example.com', new Tally());
  person.id = 'pro';
  person.plans.push({ atMs: START - MINUTE_MS, value: tier });
  person.instruments.push({ atMs: START - MINUTE_MS, value: [1] });
  person.ruleVersions.push({ rule: { ...RULE, coolDownSeconds }, atMs: madeMs, untilMs: null });
  const ticks = { openTicks: 20_000, highTicks: 20_000, lowTicks: 20_000, closeTicks: 20_000 };
  const { missing, surplus, due, cooling } = judge({
    people: [person],
    stored: {
      bars: [{ instrumentId: 1, startMs: AT, ...ticks, volume: 1 }],
      ...{ events, alerts, deadLetters: 0, outbox: [] },
    },
    seen: { states: new Map(), facts: new Map(), holes: [] },
    calendar: SIMULATED_CALENDAR,
    ...{ chosenPerDay: 10, startMs: START, endMs: START + HOUR, behind },
  });
  return { missing: missing.length, surplus, due, cooling };
}

const event = iceberg('e', AT);
const GOOD = { missing: 0, surplus: [], due: 1, cooling: 0 };

test('an alert for each event that fits is what was due', () => {
  expect(verdictOf({ events: [event], alerts: [alertOf(event)] })).toEqual(GOOD);
});

test('an event without its alert is named, within a cool-down it is not', () => {
  expect(verdictOf({ events: [event], alerts: [] })).toMatchObject({ missing: 1, due: 1 });
  const next = iceberg('next', AT + 30_000);
  const both = { events: [event, next], alerts: [alertOf(event)] };
  expect(verdictOf(both)).toMatchObject({ missing: 1, cooling: 0 });
  expect(verdictOf({ ...both, coolDownSeconds: 60 })).toMatchObject({ missing: 0, cooling: 1 });
});

test('an alert that nothing explains is surplus, and so is one within the cool-down', () => {
  const unknown = { ...alertOf(event), eventId: 'another' };
  expect(verdictOf({ events: [event], alerts: [alertOf(event), unknown] }).surplus).toEqual([
    expect.stringContaining('nothing that fits'),
  ]);
  const next = iceberg('next', AT + 30_000);
  const alerts = [alertOf(event), alertOf(next)];
  const { surplus } = verdictOf({ events: [event, next], alerts, coolDownSeconds: 60 });
  expect(surplus).toEqual([expect.stringContaining('within its cool-down')]);
});

test('an alert is late after forty seconds, and early before its owner may see it', () => {
  const after = (ms: number) => verdictOf({ events: [event], alerts: [alertOf(event, ms)] }).surplus;
  expect(after(40_000)).toEqual([]);
  expect(after(130_000)).toEqual([expect.stringContaining('130 s late')]);
  expect(after(-1)).toEqual([expect.stringContaining('1 ms before')]);
});

test('what happened before the start is not judged', () => {
  expect(verdictOf({ events: [iceberg('old', START - 1)], alerts: [] })).toMatchObject({
    missing: 0,
    due: 0,
  });
});

describe('while rows came late', () => {
  const behind: TimeBehind = {
    ...{ instrumentId: 1, fromMs: AT - 10_000, toMs: AT + 60_000, lateMs: 100_000, skippedToMs: null },
  };
  const late = { events: [event], alerts: [alertOf(event, 130_000)] };

  test('an alert may be as much later, of that instrument and of that time', () => {
    expect(verdictOf({ ...late, behind: [behind] })).toEqual(GOOD);
    expect(verdictOf({ ...late, alerts: [alertOf(event, 141_000)], behind: [behind] }).surplus).toHaveLength(
      1,
    );
    expect(verdictOf({ ...late, behind: [{ ...behind, instrumentId: 2 }] }).surplus).toHaveLength(1);
    expect(verdictOf({ ...late, behind: [{ ...behind, toMs: AT - 1 }] }).surplus).toHaveLength(1);
  });

  test('an alert is due all the same, unless its rows came too late for alerts', () => {
    expect(verdictOf({ events: [event], alerts: [], behind: [behind] })).toMatchObject({ missing: 1 });
    const skipped = (skippedToMs: number) => [{ ...behind, skippedToMs }];
    expect(verdictOf({ events: [event], alerts: [], behind: skipped(AT + 1) })).toMatchObject({ missing: 0 });
    expect(verdictOf({ events: [event], alerts: [], behind: skipped(AT) })).toMatchObject({ missing: 1 });
  });

  test('a rule that was made before the rows came may fire, and need not', () => {
    const made = { events: [event], behind: [behind], madeMs: AT + 30_000 };
    expect(verdictOf({ ...made, alerts: [] })).toMatchObject({ missing: 0, due: 0 });
    expect(verdictOf({ ...made, alerts: [alertOf(event, 90_000)] })).toMatchObject({ surplus: [], due: 0 });
    expect(verdictOf({ ...made, behind: [], alerts: [alertOf(event)] }).surplus).toHaveLength(1);
  });
});
