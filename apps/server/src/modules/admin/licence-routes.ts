/** The licence terms of the venues: read by administrators, changed after a recent sign-in. */
import {
  instantOfMs,
  LICENCE_KINDS,
  type LicenceTerm,
  listLicences,
  setLicence,
  VENUES,
} from '@undertow/contracts';
import { AppError } from '#failures/app-error.ts';
import { OK, type RouteBinder } from '#http/bind/bind-route.ts';
import { requireFresh } from '#http/session/fresh-sign-in.ts';
import { ADMIN_FRESH_MS } from './change-routes.ts';
import type { ControlParts } from './control-routes.ts';

/** Venues as in the catalogue, and of each the kinds of data from the most guarded to the least. */
function inOrder(one: LicenceTerm, other: LicenceTerm): number {
  const byVenue = VENUES.indexOf(one.venue) - VENUES.indexOf(other.venue);
  return byVenue || LICENCE_KINDS.indexOf(one.kind) - LICENCE_KINDS.indexOf(other.kind);
}

export function bindLicenceRoutes(binder: RouteBinder, parts: ControlParts): void {
  const { controlStore, controls, bus, clock } = parts;

  binder.bindAdmin(listLicences, async () => {
    const { licences } = await controlStore.read();
    return {
      isLicensed: controls.licenceTerms() !== null,
      terms: licences
        .toSorted(inOrder)
        .map(({ changedAtMs, changedBy, reason, plans, channels, ...term }) => ({
          ...term,
          plans: [...plans],
          channels: [...channels],
          changed:
            changedAtMs === null || changedBy === null || reason === null
              ? null
              : { at: instantOfMs(changedAtMs), by: changedBy, reason },
        })),
    };
  });

  binder.bindAdmin(setLicence, async ({ user, request, params, body }) => {
    const nowMs = clock.nowMs();
    requireFresh(user, nowMs, ADMIN_FRESH_MS);
    if (params.kind === 'delayed' && body.delaySeconds === 0) {
      const message = 'expected at least 900: without a delay it is real-time data';
      throw new AppError('BAD_REQUEST', [{ path: 'delaySeconds', message }]);
    }
    const by = { actor: user.userId, requestId: request.id };
    await controlStore.setLicence({ ...params, ...body }, by, nowMs);
    await controls.refresh();
    bus.publish('controlsChanged', {});
    return OK;
  });
}
