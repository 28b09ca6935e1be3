/** Who receives which alert, once, and with which delay. */
import { DEFAULT_PREFERENCES } from '@undertow/contracts';
import { epochMs } from '@undertow/market';
import { expect, test } from 'vitest';
import { eventText } from '#alerting/alert-text.ts';
import { AlertRefused } from '#ports/alerts.ts';
import { makeDispatch, type Person, raiseEvent } from '#testing/alert-dispatch-rig.ts';
import { ES, path, T } from '#testing/rule-board.ts';
import { makeEvent, makeUpdate } from '#testing/views.ts';

test('the text says what happened and nothing more', () => {
  const event = makeEvent('e', T, { description: 'Bid refilled 9 times at 5000.00, 1,166 traded' });
  expect(eventText(ES, event)).toEqual({
    title: 'Iceberg at 5000.00',
    message: 'ES · bid refilled 9 times, 1,166 traded, exact',
  });
  const likely = { ...event, exact: false, confidence: 0.834, calibrator: 'isotonic-1' };
  expect(eventText(ES, likely).message).toMatch(/, 83%$/);
  expect(eventText(ES, { ...likely, calibrator: 'score' }).message).toMatch(/, score 0.8, not calibrated$/);
});

test('users with the type and the instrument in their plan are alerted, others are not', async () => {
  const { dispatch, show, published } = await makeDispatch({
    people: {
      pro: { tier: 'pro' },
      elsewhere: { tier: 'elite', active: [2] },
      basic: { tier: 'basic' },
      free: { tier: 'free', active: [] },
      disabled: { tier: 'pro', rules: [{ isEnabled: false }] },
    },
  });
  show(raiseEvent('e', T));
  await dispatch.close();
  expect(published).toEqual(['pro Iceberg at 5000.00']);
});

test('a delayed plan is alerted when its view shows the event', async () => {
  const { dispatch, show, stored } = await makeDispatch({ people: { basic: { tier: 'basic' } } });
  const update = raiseEvent('e', T, { type: 'absorption', exact: false, confidence: 0.9 });
  show(update, 0, T);
  show(update, 900, T + 900_000);
  await dispatch.close();
  expect([...stored.values()]).toMatchObject([{ userId: 'basic', createdAt: '2026-11-20T16:15:00.000Z' }]);
});

test('the same type alerts again after sixty seconds, another type does not wait', async () => {
  const { dispatch, show, published } = await makeDispatch({ people: { pro: { tier: 'pro' } } });
  show(raiseEvent('a', T));
  show(raiseEvent('b', T + 59_000));
  show(raiseEvent('c', T + 59_500, { type: 'stop_run' }));
  show(raiseEvent('d', T + 60_000));
  await dispatch.close();
  expect(published).toHaveLength(3);
});

test('a cool-down survives a restart, and one of a clock that jumped suppresses nothing', async () => {
  const fired = { ruleId: 'pro-0', instrumentId: 1, eventType: 'iceberg' as const, alertId: 'before' };
  const held = await makeDispatch({
    people: { pro: { tier: 'pro' } },
    last: [{ ...fired, atMs: epochMs(T - 59_000) }],
  });
  held.show(raiseEvent('a', T));
  await held.dispatch.close();
  expect(held.published).toEqual([]);
  const jumped = await makeDispatch({
    people: { pro: { tier: 'pro' } },
    last: [{ ...fired, atMs: epochMs(T + 3_600_000) }],
  });
  jumped.show(raiseEvent('a', T));
  await jumped.dispatch.close();
  expect(jumped.published).toHaveLength(1);
});

test('an event alerts once, also when it grows and when it is published again after a restart', async () => {
  const people = { pro: { tier: 'pro' as const } };
  const first = await makeDispatch({ people });
  first.show(raiseEvent('a', T));
  const grown = makeEvent('a', T, { size: 99, updatedNs: BigInt(T + 100_000) * 1_000_000n });
  first.show(makeUpdate(T + 100_000, { events: [{ event: grown, change: 'update' }] }));
  await first.dispatch.close();
  expect(first.published).toHaveLength(1);
  const [before] = first.stored.values();
  const second = await makeDispatch({ people });
  second.show(raiseEvent('a', T));
  await second.dispatch.close();
  expect([...second.stored.values()][0]?.id).toBe(before?.id);
});

test('history does not alert, nor does an event that is only repeated by a recorded frame', async () => {
  const { dispatch, show, published } = await makeDispatch({ people: { pro: { tier: 'pro' } } });
  show({ ...raiseEvent('a', T), backfill: true, newsFromMs: epochMs(T + 1) });
  show(makeUpdate(T + 60_000, { events: [{ event: makeEvent('b', T), change: 'update' }] }));
  await dispatch.close();
  expect(published).toEqual([]);
});

test('an event of the outbox is raised at the start, then its entry is settled', async () => {
  const event = makeEvent('waiting', T, { status: 'expired' });
  const outbox = [{ eventId: 'waiting', delaySeconds: 0, updatedMs: T, event }];
  const { dispatch, published, settled } = await makeDispatch({ people: { pro: { tier: 'pro' } }, outbox });
  await expect.poll(() => published).toEqual(['pro Iceberg at 5000.00']);
  await expect.poll(() => settled, { timeout: 10_000 }).toEqual(['waiting']);
  await dispatch.close();
});

test('no alert is lost when the store fails for a moment', async () => {
  const { dispatch, show, published, failNext } = await makeDispatch({ people: { pro: { tier: 'pro' } } });
  failNext(2);
  show(raiseEvent('a', T));
  await expect.poll(() => published.length, { timeout: 10_000 }).toBe(1);
  await dispatch.close();
});

test('a thousand events at once make a thousand alerts', async () => {
  const people = { pro: { tier: 'pro' as const, rules: [{ coolDownSeconds: 0 }] } };
  const { dispatch, show, stored } = await makeDispatch({ people });
  const events = Array.from({ length: 1000 }, (_, at) => ({
    event: makeEvent(`e${at}`, T),
    change: 'new' as const,
  }));
  show(makeUpdate(T, { events }));
  await dispatch.close();
  expect(stored.size).toBe(1000);
});

test('alerts beyond the limit of the queue are raised from the outbox, each once', async () => {
  const rules = Array.from({ length: 25 }, () => ({ coolDownSeconds: 0 }));
  const events = Array.from({ length: 1000 }, (_, at) => makeEvent(`e${at}`, T));
  const entries = events.map((event) => ({ eventId: event.id, delaySeconds: 0, updatedMs: T, event }));
  const outbox: typeof entries = [];
  const people = { elite: { tier: 'elite' as const, rules } };
  const { dispatch, show, stored, published } = await makeDispatch({ people, outbox });
  show(makeUpdate(T, { events: events.map((event) => ({ event, change: 'new' as const })) }));
  outbox.push(...entries);
  await expect.poll(() => stored.size, { timeout: 20_000 }).toBe(25_000);
  await expect.poll(() => outbox.length, { timeout: 20_000 }).toBe(0);
  await dispatch.close();
  expect(published).toHaveLength(25_000);
}, 60_000);

test('a market clock that is set back an hour silences no rule, and one that flaps causes no storm', async () => {
  const { dispatch, show, stored } = await makeDispatch({ people: { pro: { tier: 'pro' } } });
  const hour = 3_600_000;
  const at = (id: string, marketMs: number, gateMs: number) =>
    show(raiseEvent(id, marketMs), 0, marketMs, gateMs);
  for (let minute = 0; minute < 60; minute += 1) at(`m${minute}`, T + minute * 60_000, T + minute * 60_000);
  for (let minute = 0; minute < 10; minute += 1)
    at(`again${minute}`, T + minute * 60_000, T + hour + minute * 60_000);
  // Back and forth a hundred times in ten seconds
  for (let n = 0; n < 100; n += 1)
    at(`flap${n}`, T + (n % 2 === 0 ? 5 : 9) * hour + n, T + 2 * hour + n * 100);
  await dispatch.close();
  const alerted = [...stored.values()].map(({ eventId }) => eventId?.replace(/\d+$/, ''));
  expect(Object.fromEntries(Map.groupBy(alerted, (name) => name ?? '').entries())).toEqual({
    m: Array(60).fill('m'),
    again: Array(10).fill('again'),
    flap: ['flap'],
  });
});

test('a rule that expired by a clock ahead of time fires again once the clock is right', async () => {
  const people = {
    pro: { tier: 'pro' as const, rules: [{ coolDownSeconds: 0, expiresAtMs: T + 3_600_000 }] },
  };
  const { dispatch, show, stored } = await makeDispatch({ people });
  show(raiseEvent('ahead', T + 86_400_000), 0, T + 86_400_000, T);
  show(raiseEvent('right', T + 1000), 0, T + 1000, T + 1000);
  await dispatch.close();
  expect([...stored.values()].map(({ eventId }) => eventId)).toEqual(['right']);
});

test('in quiet hours an alert is stored without a mail; at other times a wanted mail is written', async () => {
  const mailed = { notificationMethod: 'email_in_app' as const };
  const quietHours = { from: '15:00', to: '17:00' };
  const { dispatch, show, stored } = await makeDispatch({
    people: {
      byRule: { tier: 'pro', rules: [{ ...mailed, quietHours }] },
      byPerson: {
        tier: 'pro',
        rules: [mailed],
        preferences: { notifications: { ...DEFAULT_PREFERENCES.notifications, quietHours } },
      },
      elsewhere: {
        tier: 'pro',
        rules: [{ ...mailed, quietHours }],
        preferences: { timeZone: 'America/Chicago' },
      },
    },
  });
  show(raiseEvent('a', T));
  await dispatch.close();
  const alerted = [...stored.values()].map(({ userId, isQuiet, isMailed }) => [userId, isQuiet, isMailed]);
  expect(alerted).toEqual([
    ['byRule', true, false],
    ['byPerson', true, false],
    ['elsewhere', false, true],
  ]);
});

test('a rule of overnight hours, and one that expired, are silent in the day', async () => {
  const { dispatch, show, published } = await makeDispatch({
    people: {
      day: { tier: 'pro', rules: [{ sessionHours: 'regular' }] },
      night: { tier: 'pro', rules: [{ sessionHours: 'overnight' }] },
      over: { tier: 'pro', rules: [{ expiresAtMs: T }] },
    },
  });
  show(raiseEvent('a', T));
  await dispatch.close();
  expect(published).toEqual(['day Iceberg at 5000.00']);
});

test('the alert of a crossing contains the price, and a rule beyond the plan is paused', async () => {
  const crossing = { kind: 'price_level', test: 'crosses', price: '5000.00' } as const;
  const volume = { kind: 'volume', multiple: 2, windowMinutes: 1 } as const;
  const { dispatch, show, stored } = await makeDispatch({
    people: {
      pro: { tier: 'pro', rules: [{ condition: crossing, name: 'round' }] },
      basic: { tier: 'basic', rules: [{ condition: volume }] },
    },
  });
  show(makeUpdate(T, { traded: path(19_990) }));
  show(makeUpdate(T + 100, { traded: path(20_002) }));
  expect(dispatch.status().rules).toBe(1);
  await dispatch.close();
  expect([...stored.values()]).toMatchObject([
    {
      title: 'ES crossed above 5000.00',
      message: 'Last price 5000.50 · round',
      alertType: 'price',
      eventAtMs: T + 100,
    },
  ]);
});

test('T02 an owner who moves to a delayed plan while an alert is stored is not notified in real time', async () => {
  const people: Record<string, Person> = { user: { tier: 'pro' } };
  const { dispatch, show, published, stored, onInsert } = await makeDispatch({ people });
  onInsert(() => {
    people['user'] = { tier: 'basic' };
  });
  show(raiseEvent('e', T, { type: 'absorption' }));
  await dispatch.close();
  expect(published).toEqual([]);
  expect([...stored.values()]).toMatchObject([{ eventType: 'absorption', eventAtMs: T }]);
});

const refusal = new AlertRefused('the database refuses the data of an alert', '22P02', null);

test('an alert that storage refuses is a dead letter at once, and delays no other of any owner', async () => {
  const crossing = { kind: 'price_level', test: 'crosses', price: '5000.00' } as const;
  const { dispatch, show, dead, published, refuse } = await makeDispatch({
    people: {
      bad: { tier: 'pro', rules: [{ condition: crossing }, {}] },
      good: { tier: 'pro' },
    },
  });
  refuse(({ alertType }) => (alertType === 'price' ? refusal : null));
  show(makeUpdate(T, { traded: path(19_990) }));
  const events = [{ event: makeEvent('e', T + 100), change: 'new' as const }];
  show(makeUpdate(T + 100, { traded: path(20_002), events }));
  await dispatch.close();
  expect(dead).toEqual(['ES crossed above 5000.00']);
  expect(published.toSorted()).toEqual(['bad Iceberg at 5000.00', 'good Iceberg at 5000.00']);
});

test('alerts of a user whose writes fail repeatedly wait while those of others arrive', async () => {
  const { dispatch, show, published, refuse } = await makeDispatch({
    people: { bad: { tier: 'pro' }, good: { tier: 'pro', rules: [{ coolDownSeconds: 0 }] } },
  });
  refuse(({ userId }) => (userId === 'bad' ? new Error('a lock was not given') : null));
  for (const id of ['a', 'b', 'c']) show(raiseEvent(id, T));
  await expect.poll(() => published).toEqual(Array(3).fill('good Iceberg at 5000.00'));
  expect(dispatch.status().waiting).toBe(0);
  refuse(() => null);
  await expect.poll(() => published, { timeout: 10_000 }).toHaveLength(4);
  await dispatch.close();
});

test('an event with a dead letter is settled, one with a waiting alert is not', async () => {
  const event = makeEvent('dead', T);
  const outbox: { eventId: string; delaySeconds: number; updatedMs: typeof T; event: typeof event }[] = [];
  const { dispatch, dead, settled, refuse } = await makeDispatch({
    people: { pro: { tier: 'pro' } },
    outbox,
  });
  let attempts = 0;
  refuse(() => {
    attempts += 1;
    return new Error('storage is away');
  });
  outbox.push({ eventId: 'dead', delaySeconds: 0, updatedMs: T, event });
  await expect.poll(() => attempts, { timeout: 10_000 }).toBeGreaterThan(1);
  expect([dead, settled]).toEqual([[], []]);
  refuse(() => refusal);
  await expect.poll(() => settled, { timeout: 10_000 }).toEqual(['dead']);
  expect(dead).toEqual(['Iceberg at 5000.00']);
  await dispatch.close();
});
