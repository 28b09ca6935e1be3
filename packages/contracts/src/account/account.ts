/** The account: signed-in devices, export of all stored data, and erasure after a grace period. */
import { z } from 'zod';
import { instant, okResponse, rowId } from '#shapes/primitives.ts';
import { route } from '#shapes/route.ts';

export const device = z.object({
  id: rowId,
  /** For example `Chrome on Windows`, from the user agent at sign-in. */
  name: z.string(),
  current: z.boolean(),
  signedInAt: instant,
  lastSeenAt: instant,
  /** A live socket is open now. */
  live: z.boolean(),
});
export type Device = z.infer<typeof device>;

export const listDevices = route({
  id: 'listDevices',
  method: 'GET',
  path: '/api/account/sessions',
  access: 'user',
  viewable: true,
  summary: 'Signed-in devices, newest use first',
  response: z.object({
    /** How many may receive live data at once; the newest wins. */
    liveLimit: z.number().int().positive(),
    devices: z.array(device),
  }),
});

export const revokeDevice = route({
  id: 'revokeDevice',
  method: 'DELETE',
  path: '/api/account/sessions/:id',
  access: 'user',
  summary: 'Signs one device out',
  params: z.strictObject({ id: rowId }),
  response: okResponse,
});

export const revokeOtherDevices = route({
  id: 'revokeOtherDevices',
  method: 'POST',
  path: '/api/account/sessions/revoke-others',
  access: 'user',
  summary: 'Signs out every device but this one',
  response: z.object({ ok: z.literal(true), revoked: z.number().int().nonnegative() }),
});

/** A zip with one JSON and one CSV file per table. Requires a sign-in within the last ten minutes. */
export const exportAccount = route({
  id: 'exportAccount',
  method: 'GET',
  path: '/api/account/export',
  access: 'user',
  summary: 'Everything stored about this person',
  response: z.unknown(),
});

export const erasureFacts = z.object({
  /** Null where no erasure was requested. */
  requestedAt: instant.nullable(),
  /** When it is carried out; it can be undone until then. */
  dueAt: instant.nullable(),
});

export const getErasure = route({
  id: 'getErasure',
  method: 'GET',
  path: '/api/account/erase',
  access: 'user',
  viewable: true,
  summary: 'Whether the account is to be erased, and when',
  response: erasureFacts,
});

export const requestErasure = route({
  id: 'requestErasure',
  method: 'POST',
  path: '/api/account/erase',
  access: 'user',
  summary: 'Erases the account after seven days',
  response: erasureFacts,
  status: 202,
});

export const undoErasure = route({
  id: 'undoErasure',
  method: 'DELETE',
  path: '/api/account/erase',
  access: 'user',
  summary: 'Cancels the erasure',
  response: okResponse,
});

export const ACCOUNT_ROUTES = [
  listDevices,
  revokeOtherDevices,
  revokeDevice,
  exportAccount,
  getErasure,
  requestErasure,
  undoErasure,
] as const;
