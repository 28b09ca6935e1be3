/** Rows of the page of one user. */
import { about } from './admin-rows.ts';
import { administrators, type MatrixRow } from './matrix-row.ts';

export const ADMIN_USER_ROWS: readonly MatrixRow[] = [
  {
    route: 'getAdminUser',
    situation: 'a user',
    statuses: administrators(200),
    request: about('pro', (userId) => ({ url: `/api/admin/users/${userId}` })),
  },
  {
    route: 'getAdminUser',
    situation: 'unknown user',
    statuses: administrators(404),
    request: { url: '/api/admin/users/nobody' },
  },
  {
    route: 'explainEntitlement',
    situation: 'a user',
    statuses: administrators(200),
    request: about('pro', (userId) => ({
      url: `/api/admin/users/${userId}/entitlement?what=events&instrumentId=1&at=2026-11-01T10:00:00.000Z`,
    })),
  },
  {
    route: 'explainEntitlement',
    situation: 'a question that there is not',
    statuses: administrators(400),
    request: about('pro', (userId) => ({
      url: `/api/admin/users/${userId}/entitlement?what=password&instrumentId=1`,
    })),
  },
  {
    route: 'revokeUserDevice',
    situation: 'of a user',
    statuses: administrators(200),
    crossSite: 403,
    request: async ({ app }) => {
      const { id } = await app.newUser('pro');
      const [device] = await app.parts.sessions.listOf(id);
      return { url: `/api/admin/users/${id}/devices/${device?.publicId}` };
    },
  },
  {
    route: 'revokeUserDevice',
    situation: 'unknown',
    statuses: administrators(404),
    crossSite: 403,
    request: { url: '/api/admin/users/nobody/devices/none' },
  },
];
