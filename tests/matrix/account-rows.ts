/** Rows of sign-in, devices, alerts and erasure. */
import { sql } from '@undertow/server/src/adapters/storage/database/orm.ts';
import { all, type MatrixRow, type Request, type World } from './matrix-row.ts';

const NO_EVENT = { eventId: null, eventType: null, eventSize: null, eventAtMs: null };
const ALERT = {
  ...NO_EVENT,
  instrumentId: 1,
  title: 'ES',
  message: 'm',
  isRead: false,
  ruleId: null,
  alertType: 'event' as const,
  isQuiet: false,
  isTest: false,
  market: 'platform' as const,
  source: 'simulated' as const,
};

async function alertOf({ app }: World, userId: string, id: string): Promise<Request> {
  await app.stores.alerts.raise(
    [{ row: { ...ALERT, id, userId, createdAt: '2026-11-20T10:00:00.000Z' }, mail: null }],
    0,
  );
  return { url: `/api/alerts/${id}/read` };
}

const AUTH_ROWS: readonly MatrixRow[] = [
  { route: 'login', situation: 'issuer down', statuses: all(503, 503), request: { url: '/api/login' } },
  {
    route: 'loginCallback',
    situation: 'no transaction cookie',
    statuses: all(400, 400),
    request: { url: '/api/callback?code=x&state=y' },
  },
  {
    route: 'logout',
    situation: 'own navigation',
    statuses: all(302, 302),
    crossSite: 200,
    request: { url: '/api/logout' },
  },
  {
    route: 'postLogout',
    situation: 'from our page',
    statuses: all(200, 200),
    crossSite: 403,
    request: { url: '/api/logout' },
  },
];

const ALERT_ROWS: readonly MatrixRow[] = [
  { route: 'listAlerts', situation: 'own rows', statuses: all(401, 200), request: { url: '/api/alerts' } },
  {
    route: 'listAlerts',
    situation: 'instrument not in own list',
    statuses: all(401, 200),
    request: { url: '/api/alerts?instrumentId=5' },
  },
  {
    route: 'markAlertRead',
    situation: 'own',
    statuses: all(401, 200),
    crossSite: 403,
    request: (world) => alertOf(world, world.user?.id ?? world.other.id, `own-${world.user?.id}`),
  },
  {
    route: 'markAlertRead',
    situation: "another's",
    statuses: all(401, 404),
    request: (world) => alertOf(world, world.other.id, 'other'),
  },
  {
    route: 'markAlertRead',
    situation: 'unknown',
    statuses: all(401, 404),
    crossSite: 403,
    request: { url: '/api/alerts/unknown/read' },
  },
];

const DEVICES_URL = '/api/account/sessions';

/** The id under which a device of the user is listed. */
async function deviceOf({ app }: World, userId: string): Promise<Request> {
  const [row] = await app.parts.sessions.listOf(userId);
  return { url: `${DEVICES_URL}/${row?.publicId}` };
}

const ERASURE_URL = '/api/account/erase';

async function makeOnlyAdministrator({ app, user }: World): Promise<void> {
  await app.orm.execute(
    sql`UPDATE users SET role = CASE WHEN id = ${user?.id ?? ''} THEN 'admin' ELSE 'user' END`,
  );
}

/** The caller's cookie of another browser in which they signed in long ago. */
async function staleSession({ app, user }: World): Promise<Readonly<Record<string, string>>> {
  if (user === null) return {};
  const { sessions, clock } = app.parts;
  const facts = { device: 'Chrome on Windows', authAtMs: clock.nowMs() - 3_600_000 };
  return { cookie: `${sessions.cookieName}=${await sessions.start(user.id, facts)}` };
}

const DEVICE_ROWS: readonly MatrixRow[] = [
  {
    route: 'revokeDevice',
    situation: 'own',
    statuses: all(401, 200),
    crossSite: 403,
    request: (world) => deviceOf(world, world.user?.id ?? world.other.id),
  },
  {
    route: 'revokeDevice',
    situation: "another's",
    statuses: all(401, 404),
    request: (world) => deviceOf(world, world.other.id),
  },
  {
    route: 'revokeDevice',
    situation: 'unknown',
    statuses: all(401, 404),
    request: { url: `${DEVICES_URL}/unknown` },
  },
  {
    route: 'revokeDevice',
    situation: 'an id that is none',
    statuses: all(401, 400),
    request: { url: `${DEVICES_URL}/${'x'.repeat(65)}` },
  },
  {
    route: 'exportAccount',
    situation: 'signed in within the last ten minutes',
    statuses: all(401, 200),
    request: { url: '/api/account/export' },
  },
  {
    route: 'exportAccount',
    situation: 'signed in an hour ago',
    statuses: all(401, 403),
    request: async (world) => ({ url: '/api/account/export', headers: await staleSession(world) }),
  },
  {
    route: 'requestErasure',
    situation: 'signed in within the last ten minutes',
    statuses: [401, 202, 202, 202, 202, 409],
    crossSite: 403,
    request: async (world) => {
      if (world.caller === 'A') await makeOnlyAdministrator(world);
      return { url: ERASURE_URL };
    },
  },
  {
    route: 'requestErasure',
    situation: 'signed in an hour ago',
    statuses: all(401, 403),
    request: async (world) => ({ url: ERASURE_URL, headers: await staleSession(world) }),
  },
  {
    route: 'requestErasure',
    situation: 'for somebody else',
    statuses: all(401, 400),
    request: ({ other }) => ({ url: ERASURE_URL, body: { userId: other.id } }),
  },
];

export const ACCOUNT_ROWS = [...DEVICE_ROWS, ...AUTH_ROWS, ...ALERT_ROWS];
