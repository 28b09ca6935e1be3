/** Switches and the notice: read by administrators, changed by those who signed in a moment ago; the site state is public. */
import { administrators, all, type MatrixRow, type World } from './matrix-row.ts';

const SWITCH = '/api/admin/controls/pattern/volume_spike';
const SWITCH_BODY = { off: true, reason: 'Tried by the matrix' };
const NOTICE_BODY = { notice: null };

/** Called in a session without a fresh sign-in; that of a test's user is fresh. */
const longAgo =
  (url: string, body: object) =>
  async ({ app, user }: World) => {
    if (user === null) return { url, body };
    const { sessions } = app.parts;
    const id = await sessions.start(user.id, { device: 'test', authAtMs: 0 });
    return { url, body, headers: { cookie: `${sessions.cookieName}=${id}` } };
  };

export const ADMIN_CONTROL_ROWS: readonly MatrixRow[] = [
  {
    route: 'setSwitch',
    situation: 'signed in long ago',
    statuses: administrators(403),
    crossSite: 403,
    request: longAgo(SWITCH, SWITCH_BODY),
  },
  {
    route: 'setSwitch',
    situation: 'signed in now',
    statuses: administrators(200),
    crossSite: 403,
    request: { url: SWITCH, body: SWITCH_BODY },
  },
  {
    route: 'setSwitch',
    situation: 'a switch that is not there',
    statuses: administrators(404),
    crossSite: 403,
    request: { url: '/api/admin/controls/pattern/nonsense', body: SWITCH_BODY },
  },
  {
    route: 'setNotice',
    situation: 'signed in long ago',
    statuses: administrators(403),
    crossSite: 403,
    request: longAgo('/api/admin/notice', NOTICE_BODY),
  },
  {
    route: 'setNotice',
    situation: 'signed in now',
    statuses: administrators(200),
    crossSite: 403,
    request: { url: '/api/admin/notice', body: NOTICE_BODY },
  },
  {
    route: 'getSiteState',
    situation: 'anybody',
    statuses: all(200, 200),
    request: { url: '/api/site-state' },
  },
];
