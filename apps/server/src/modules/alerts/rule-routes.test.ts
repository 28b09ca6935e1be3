/** Rules over HTTP: what is kept, refused, warned of and paused. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, TEST_ORIGIN, type TestApp, type TestUser } from '#testing/app.ts';
import { createAlertMailTokens } from './alert-mail-tokens.ts';

const OWN = { origin: TEST_ORIGIN, 'sec-fetch-site': 'same-origin' };
const RULES = '/api/alert-configurations';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

async function send(
  user: TestUser,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  url: string,
  payload?: object,
) {
  const headers = { ...OWN, ...user.headers };
  const response = await app.http.inject({
    method,
    url,
    headers,
    ...(payload === undefined ? {} : { payload }),
  });
  return { status: response.statusCode, body: response.json() };
}

const crossing = (price: string) => ({ kind: 'price_level', test: 'crosses', price });
const rule = (changes: object = {}) => ({
  name: 'Round number',
  notificationMethod: 'in_app',
  isEnabled: true,
  instrumentIds: [1],
  condition: crossing('4600.00'),
  sessionHours: 'any',
  coolDownSeconds: 60,
  quietHours: null,
  expiresAt: null,
  ...changes,
});

async function grant(user: TestUser, tier: 'basic' | 'pro' | 'free'): Promise<void> {
  const given = { userId: user.id, tier, actor: 'test', reason: 'test', expiresAtMs: null };
  await app.stores.tiers.grant(given, app.parts.clock.nowMs());
  app.parts.bus.publish('userChanged', { userId: user.id });
}

test('every account starts with one rule, which stays deleted once removed', async () => {
  const user = await app.newUser('pro', [1]);
  const [first, ...more] = (await send(user, 'GET', RULES)).body;
  expect(first).toMatchObject({ name: 'Largest events of the day', origin: 'built-in', alertType: 'event' });
  expect(first).toMatchObject({ isEnabled: true, paused: null, coolDownSeconds: 60, instrumentIds: [] });
  expect(more).toEqual([]);
  expect((await send(user, 'DELETE', `${RULES}/${first.id}`)).status).toBe(200);
  await app.stores.users.ensure('https://id.example', 'nobody-else', 0);
  expect((await send(user, 'GET', RULES)).body).toEqual([]);
});

test('a name with markup is stored as plain text', async () => {
  const user = await app.newUser('pro', [1]);
  const name = '<img src=x onerror=alert(1)>';
  expect((await send(user, 'POST', RULES, rule({ name }))).body.name).toBe(name);
});

describe('a rule that could never fire is refused with the reason', () => {
  const event = (changes: object) => ({
    ...{
      kind: 'event',
      eventTypes: ['iceberg'],
      side: null,
      minConfidence: 0.8,
      minSize: 0,
      perDay: null,
      near: null,
    },
    ...changes,
  });
  test.each([
    ['a price between ticks', { condition: crossing('4600.10') }, 'ES moves in 0.25. Try 4600.00.'],
    ['a price of no instrument', { instrumentIds: [] }, 'A price needs an instrument. Choose one.'],
    [
      'a time that is over',
      { expiresAt: '2026-11-20T14:59:00.000Z' },
      'This time is in the past. Choose a later one.',
    ],
    [
      'an end before its hours begin',
      { expiresAt: '2026-11-20T15:30:00.000Z', sessionHours: 'overnight' },
      'It would expire before its session hours begin.',
    ],
    [
      'a move of one tick',
      { condition: { kind: 'price_move', direction: 'up', ticks: 1, percent: null, withinMinutes: 5 } },
      'ES moves by one tick with almost every trade. Try at least 2 ticks.',
    ],
    [
      'a move without a size',
      { condition: { kind: 'price_move', direction: 'up', ticks: null, percent: null, withinMinutes: 5 } },
      'Give either ticks or a percentage.',
    ],
    [
      'near nothing',
      { condition: event({ near: { price: null, level: null, withinTicks: 4 } }) },
      'Give either a price or a level of the session.',
    ],
  ])('%s', async (_name, changes, message) => {
    const user = await app.newUser('pro', [1]);
    const { status, body } = await send(user, 'POST', RULES, rule(changes));
    expect([status, body.code, body.issues[0].message]).toEqual([422, 'ALERT_RULE_REFUSED', message]);
  });

  test('types that the plan does not show', async () => {
    const user = await app.newUser('basic', [1]);
    const { body } = await send(user, 'POST', RULES, rule({ condition: event({}) }));
    expect(body.issues[0].message).toBe('Your plan shows none of these event types.');
  });
});

test('a distant price and a short cool-down give warnings', async () => {
  const user = await app.newUser('pro', [1]);
  const { body } = await send(
    user,
    'POST',
    RULES,
    rule({ condition: crossing('6000.00'), coolDownSeconds: 0 }),
  );
  expect(body.warnings).toEqual([
    'ES last traded at 4567.25: this price is 31% away.',
    'With so short a cool-down it may fire many times while price trades around its level.',
  ]);
});

test('a smaller plan keeps rules and pauses them with the reason, and the larger plan resumes them', async () => {
  const user = await app.newUser('pro', [1]);
  const condition = { kind: 'volume', multiple: 3, windowMinutes: 5 };
  const { id } = (await send(user, 'POST', RULES, rule({ condition }))).body;
  const pauses = async () =>
    (await send(user, 'GET', RULES)).body.map((one: { paused: string | null }) => one.paused);
  expect(await pauses()).toEqual([null, null]);
  await grant(user, 'basic');
  expect(await pauses()).toEqual([null, 'advanced']);
  expect((await send(user, 'PATCH', `${RULES}/${id}`, { isEnabled: false })).status).toBe(200);
  await grant(user, 'free');
  expect(await pauses()).toEqual(['no_plan', 'no_plan']);
  expect((await send(user, 'POST', RULES, rule())).body.code).toBe('ALERT_RULE_LIMIT');
  await grant(user, 'pro');
  expect(await pauses()).toEqual([null, null]);
});

test("the limit of the plan counts every rule, and rules of another's instruments are refused", async () => {
  const user = await app.newUser('basic', [1]);
  const statuses: number[] = [];
  for (let made = 0; made < 20; made += 1) statuses.push((await send(user, 'POST', RULES, rule())).status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(19);
  expect(statuses.at(-1)).toBe(403);
  expect((await send(user, 'POST', RULES, rule({ instrumentIds: [2] }))).body.code).toBe(
    'INSTRUMENT_NOT_ENTITLED',
  );
});

test('a template makes its rules once, again for another instrument, also at the same moment', async () => {
  const user = await app.newUser('pro', [1, 2]);
  const apply = (instrumentIds: number[]) =>
    send(user, 'POST', `${RULES}/from-template`, { templateId: 1, instrumentIds });
  const [made] = await Promise.all([apply([1]), apply([1]), apply([2])]);
  expect(made.status).toBe(201);
  const rules = (await send(user, 'GET', RULES)).body.filter(
    (one: { origin: string }) => one.origin === 'Scalper',
  );
  expect(rules).toHaveLength(4);
  expect(rules.map((one: { instrumentIds: number[] }) => one.instrumentIds)).toEqual(
    Array.from({ length: 4 }, () => [1, 2]),
  );
});

test('rules of a template beyond the plan are created paused', async () => {
  const user = await app.newUser('basic', [1]);
  const { body } = await send(user, 'POST', `${RULES}/from-template`, { templateId: 3, instrumentIds: [1] });
  expect(body.map((one: { paused: string | null }) => one.paused)).toEqual([
    'event_types',
    null,
    'event_types',
    'advanced',
    'advanced',
  ]);
  const templates = (await send(user, 'GET', '/api/alert-templates')).body;
  expect(templates[2].rules.map((one: { inPlan: boolean }) => one.inPlan)).toEqual([
    ...[false, true, false, false, false],
  ]);
});

test('a rule fired by hand is marked as a test, delivered at once, and contains no market data', async () => {
  const user = await app.newUser('pro', [1]);
  const received: string[] = [];
  const stop = app.parts.bus.subscribe('alert', ({ userId, alert }) =>
    received.push(`${userId} ${alert.title}`),
  );
  const { id } = (await send(user, 'POST', RULES, rule({ notificationMethod: 'email_in_app' }))).body;
  const { body } = await send(user, 'POST', `${RULES}/${id}/test`);
  stop();
  expect(body).toMatchObject({ alert: { isTest: true, marketAt: null, ruleId: id }, mail: 'no_address' });
  expect(received).toEqual([`${user.id} Round number`]);
  const [alert] = (await send(user, 'GET', '/api/alerts')).body;
  expect(alert).toMatchObject({ id: body.alert.id, isTest: true });
  const listed = (await send(user, 'GET', RULES)).body.find((one: { id: string }) => one.id === id);
  expect(listed).toMatchObject({ firedToday: 0, lastFiredAt: null });
});

test('older alerts follow the one in the cursor', async () => {
  const user = await app.newUser('pro', [1]);
  const { id } = (await send(user, 'POST', RULES, rule())).body;
  for (let at = 0; at < 3; at += 1) {
    await send(user, 'POST', `${RULES}/${id}/test`);
    app.advance(1000);
  }
  const all = (await send(user, 'GET', '/api/alerts')).body;
  const older = (await send(user, 'GET', `/api/alerts?before=${all[0].id}`)).body;
  expect(older).toEqual(all.slice(1));
  const other = await app.newUser('pro', [1]);
  expect((await send(other, 'GET', `/api/alerts?before=${all[0].id}`)).body).toEqual([]);
});

test('one click of a mail reader ends mails of alerts, with its form and without a session', async () => {
  const user = await app.newUser('pro', [1]);
  const token = createAlertMailTokens(app.parts.settings.cookieKey).tokenOf(user.id);
  const response = await app.http.inject({
    method: 'POST',
    url: `/api/alert-mail/stop?token=${token}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  });
  expect([response.statusCode, response.json()]).toEqual([200, { ok: true }]);
  expect((await app.stores.preferences.get(user.id)).notifications.email).toBe(false);
});
