/** The licence terms as administrators read and change them: in force at once, each change with its row in the audit log. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, TEST_ORIGIN, type TestApp, type TestUser } from '#testing/app.ts';

let app: TestApp;
let admin: TestUser;
let pro: TestUser;
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.newUser('free');
  await app.promote(admin);
  pro = await app.newUser('pro', [1]);
});
afterAll(() => app.close());

const TERM = {
  plans: ['basic', 'pro', 'elite'],
  delaySeconds: 900,
  channels: ['screen'],
  reason: 'Agreement of November',
};

const put = (kind: string, change: object) =>
  app.http.inject({
    method: 'PUT',
    url: `/api/admin/licences/CME/${kind}`,
    headers: { origin: TEST_ORIGIN, 'sec-fetch-site': 'same-origin', ...admin.headers },
    payload: { ...TERM, ...change },
  });
const listed = async () =>
  (await app.http.inject({ url: '/api/admin/licences', headers: admin.headers })).json();
const bookOf = async () => {
  const { statusCode, headers } = await app.http.inject({
    url: '/api/order-book?instrumentId=1',
    headers: pro.headers,
  });
  return [statusCode, headers['x-delay-seconds']];
};
const auditOf = async () =>
  (await app.http.inject({ url: '/api/admin/audit?action=licence', headers: admin.headers })).json().rows;

test('a new installation has one term a venue and kind, venues as in the catalogue', async () => {
  const { isLicensed, terms } = await listed();
  expect(isLicensed).toBe(true);
  expect(terms).toHaveLength(16);
  expect(terms.slice(0, 4)).toEqual([
    {
      venue: 'CME',
      kind: 'real_time',
      plans: ['pro', 'elite'],
      delaySeconds: 0,
      channels: ['screen'],
      changed: null,
    },
    {
      venue: 'CME',
      kind: 'delayed',
      plans: TERM.plans,
      delaySeconds: 900,
      channels: ['screen'],
      changed: null,
    },
    {
      venue: 'CME',
      kind: 'recordings',
      plans: TERM.plans,
      delaySeconds: 0,
      channels: ['screen'],
      changed: null,
    },
    {
      ...{ venue: 'CME', kind: 'events', plans: TERM.plans, delaySeconds: 0, changed: null },
      channels: ['screen', 'api', 'export'],
    },
  ]);
});

test('a change is in force with the next request, and the audit log has it with its reason', async () => {
  expect(await bookOf()).toEqual([200, '0']);
  expect((await put('real_time', { plans: ['elite'], delaySeconds: 0 })).statusCode).toBe(200);
  expect(await bookOf()).toEqual([200, '900']);
  const rows = await auditOf();
  expect(rows).toMatchObject([
    {
      actor: admin.id,
      action: 'licence.changed',
      subject: 'CME/real_time',
      details: {
        before: 'plans elite, pro; after 0 s; channels screen',
        after: 'plans elite; after 0 s; channels screen',
        reason: 'Agreement of November',
      },
    },
  ]);
  const { terms } = await listed();
  expect(terms[0].changed).toMatchObject({ by: admin.id, reason: 'Agreement of November' });
});

test('the same term again is no change, whatever the order of its lists', async () => {
  const before = (await auditOf()).length;
  await put('delayed', { plans: ['elite', 'basic', 'pro'] });
  expect((await auditOf()).length).toBe(before);
});

test('delayed data without a delay is refused, and nothing is written', async () => {
  const response = await put('delayed', { delaySeconds: 0 });
  expect(response.statusCode).toBe(400);
  expect(response.json().issues).toEqual([
    { path: 'delaySeconds', message: 'expected at least 900: without a delay it is real-time data' },
  ]);
  expect(await bookOf()).toEqual([200, '900']);
});
