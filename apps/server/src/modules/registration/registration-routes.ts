/** Registration: stored once after sign-in, with each consent in the version that the user saw. */
import { getRegistration, instantOfMs, LEGAL_VERSIONS, type RouteBody, register } from '@undertow/contracts';
import { AppError } from '#failures/app-error.ts';
import { OK, type RouteBinder } from '#http/bind/bind-route.ts';
import { createAddressHash } from '#http/session/address-hash.ts';
import type { Clock } from '#ports/clock.ts';
import type { Controls } from '#ports/controls.ts';
import type { Registrations } from '#ports/registration.ts';

interface RegistrationParts {
  readonly registrations: Registrations;
  readonly controls: Controls;
  readonly clock: Clock;
  readonly cookieKey: Buffer;
}

type Versions = RouteBody<typeof register>['versions'];

/** Words that were agreed to in another version than today's are no consent to today's. */
function requireVersionsInForce(versions: Versions): void {
  const names = Object.keys(versions) as (keyof Versions)[];
  const changed = names.filter((name) => versions[name] !== LEGAL_VERSIONS[name].version);
  if (changed.length === 0) return;
  throw new AppError(
    'LEGAL_TEXT_CHANGED',
    changed.map((name) => ({
      path: `versions.${name}`,
      message: `expected ${LEGAL_VERSIONS[name].version}`,
    })),
  );
}

/** A field left empty is a field not given. */
function given(words: string | undefined): string | null {
  return words === undefined || words === '' ? null : words;
}

export function bindRegistrationRoutes(binder: RouteBinder, parts: RegistrationParts): void {
  const { registrations, controls, clock, cookieKey } = parts;
  const addressHash = createAddressHash(cookieKey);

  binder.bindUser(getRegistration, async ({ user: { userId } }) => {
    const [stored, consents, complete] = await Promise.all([
      registrations.find(userId),
      registrations.consents(userId),
      registrations.isComplete(userId),
    ]);
    return {
      complete,
      firstName: stored?.firstName ?? null,
      lastName: stored?.lastName ?? null,
      email: stored?.email ?? null,
      company: stored?.company ?? null,
      phone: stored?.phone ?? null,
      tradingExperience: stored?.tradingExperience ?? null,
      marketDataStatus: stored?.marketDataStatus ?? null,
      consents: consents.map(({ kind, version, atMs }) => ({ kind, version, at: instantOfMs(atMs) })),
    };
  });

  binder.bindUser(register, async ({ user: { userId }, body, request }) => {
    const isClosed = controls.isOff('registrations', 'new');
    if (isClosed && (await registrations.find(userId)) === undefined)
      throw new AppError('REGISTRATIONS_CLOSED');
    requireVersionsInForce(body.versions);
    const registration = {
      firstName: body.firstName,
      lastName: body.lastName,
      email: body.email,
      company: given(body.company),
      phone: given(body.phone),
      tradingExperience: body.tradingExperience,
      marketDataStatus: body.marketDataStatus,
    };
    const from = { userId, ipHash: addressHash(request.ip), requestId: request.id };
    await registrations.save(registration, from, clock.nowMs());
    return OK;
  });
}
