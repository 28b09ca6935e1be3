/** Sign-in, sign-out and the signed-in user. */
import {
  type CurrentUser,
  ERRORS,
  type ErrorCode,
  getCurrentUser,
  getSession,
  instantOfMs,
  login,
  loginCallback,
  logout,
  postLogout,
} from '@undertow/contracts';
import { MINUTE_MS } from '@undertow/market';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#failures/app-error.ts';
import { OK, type RouteBinder } from '#http/bind/bind-route.ts';
import { isOwnNavigation } from '#http/session/origin-check.ts';
import { seal, unseal } from '#http/session/sealed-cookie.ts';
import { hostCookie, type Sessions, type SignedIn } from '#http/session/session.ts';
import {
  type IdentityProvider,
  IdentityUnavailable,
  SignInRefused,
  type SignInTransaction,
  type Users,
} from '#ports/accounts.ts';
import type { Bus } from '#ports/bus.ts';
import type { Clock } from '#ports/clock.ts';
import type { Controls } from '#ports/controls.ts';
import type { Entitlements } from '#ports/entitlements.ts';
import type { AdminViews } from '#ports/people.ts';
import { signInFailedPage, signOutPage } from './auth-pages.ts';
import { deviceName } from './device-name.ts';
import { safeReturnTo } from './return-to.ts';

const TRANSACTION_MS = 10 * MINUTE_MS;
const PURPOSE = 'sign-in transaction';

export interface AuthParts {
  readonly users: Users;
  readonly sessions: Sessions;
  readonly adminViews: Pick<AdminViews, 'end'>;
  readonly entitlements: Entitlements;
  readonly identity: IdentityProvider;
  readonly controls: Controls;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly publicOrigin: string;
  readonly cookieKey: Buffer;
  readonly bootstrapAdminSub: string | null;
}

function sendFailure(reply: FastifyReply, code: ErrorCode): FastifyReply {
  const { status, message } = ERRORS[code];
  return reply.code(status).type('text/html; charset=utf-8').send(signInFailedPage(message));
}

/** Sign-in is a navigation: a failure is a page, not a JSON body. */
function sendThrown(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  if (error instanceof SignInRefused) {
    request.log.warn({ err: error }, 'sign-in refused');
    return sendFailure(reply, 'BAD_SIGN_IN');
  }
  if (error instanceof IdentityUnavailable) {
    request.log.error({ err: error }, 'identity issuer unavailable');
    return sendFailure(reply, 'IDENTITY_UNAVAILABLE');
  }
  if (error instanceof AppError) return sendFailure(reply, error.code);
  throw error;
}

/** Signs the user in: a new session id always, the browser's earlier session ends. */
async function startSession(
  parts: AuthParts,
  request: FastifyRequest,
  callbackUrl: URL,
  transaction: SignInTransaction,
): Promise<string> {
  const { users, sessions, identity, bus, clock, bootstrapAdminSub } = parts;
  const person = await identity.finish(callbackUrl, transaction);
  const isClosed = parts.controls.isOff('registrations', 'new');
  if (isClosed && !(await users.isKnown(person.issuer, person.sub)))
    throw new AppError('REGISTRATIONS_CLOSED');
  const user = await users.signIn(person, clock.nowMs());
  if (bootstrapAdminSub !== null && person.sub === bootstrapAdminSub) {
    await users.bootstrapAdmin(user.id, clock.nowMs());
  }
  if (request.signedIn !== null) await sessions.end(request.signedIn.sessionId);
  bus.publish('userChanged', { userId: user.id });
  request.log.info({ userId: user.id }, 'signed in');
  const device = deviceName(request.headers['user-agent']);
  // An issuer that omits `auth_time` may have reused a session: that is no proof of a fresh sign-in
  const authAtMs = Math.min(person.authAtMs ?? 0, clock.nowMs());
  return sessions.start(user.id, { device, authAtMs });
}

function bindSignIn(binder: RouteBinder, parts: AuthParts): void {
  const { sessions, identity, clock, publicOrigin, cookieKey } = parts;
  const transactionCookie = hostCookie('tx', sessions.cookieOptions.secure === true);

  binder.bindPublic(login, async ({ query, request, reply }) => {
    try {
      const { url, transaction } = await identity.begin(
        safeReturnTo(query.returnTo),
        query.fresh === undefined ? null : clock.nowMs(),
      );
      const sealed = seal(cookieKey, PURPOSE, transaction, clock.nowMs() + TRANSACTION_MS);
      const options = { ...transactionCookie.options, maxAge: TRANSACTION_MS / 1000 };
      return reply.setCookie(transactionCookie.name, sealed, options).redirect(url, 302);
    } catch (error) {
      return sendThrown(request, reply, error);
    }
  });

  binder.bindPublic(loginCallback, async ({ request, reply }) => {
    const { name, options } = transactionCookie;
    const opened = unseal(cookieKey, PURPOSE, request.cookies[name], clock.nowMs());
    if (opened === undefined) return sendFailure(reply, 'BAD_SIGN_IN');
    const transaction = opened as SignInTransaction;
    const callbackUrl = new URL(request.url, publicOrigin);
    // Another tab began later: this response is refused, and the other one's transaction is still good
    if (callbackUrl.searchParams.get('state') !== transaction.state) return sendFailure(reply, 'BAD_SIGN_IN');
    // Used once: whatever happens next, it is gone
    reply.clearCookie(name, options);
    try {
      const id = await startSession(parts, request, callbackUrl, transaction);
      return reply
        .setCookie(sessions.cookieName, id, sessions.cookieOptions)
        .redirect(transaction.returnTo, 302);
    } catch (error) {
      return sendThrown(request, reply, error);
    }
  });
}

function bindSignOut(binder: RouteBinder, { sessions, adminViews, clock }: AuthParts): void {
  async function signOut(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { signedIn } = request;
    if (signedIn?.view !== undefined) await adminViews.end(signedIn.sessionId, clock.nowMs(), request.id);
    if (signedIn !== null) await sessions.end(signedIn.sessionId);
    const { maxAge: _, ...options } = sessions.cookieOptions;
    reply.clearCookie(sessions.cookieName, options).header('clear-site-data', '"cache"');
  }

  binder.bindPublic(logout, async ({ request, reply }) => {
    if (!isOwnNavigation(request.headers)) {
      return reply.code(200).type('text/html; charset=utf-8').send(signOutPage());
    }
    await signOut(request, reply);
    return reply.redirect('/', 302);
  });

  binder.bindPublic(postLogout, async ({ request, reply }) => {
    await signOut(request, reply);
    return OK;
  });
}

async function currentUserOf(parts: AuthParts, { userId, view }: SignedIn): Promise<CurrentUser | undefined> {
  const [account, entitlement] = await Promise.all([parts.users.find(userId), parts.entitlements.of(userId)]);
  if (account === undefined) return undefined;
  return {
    id: account.id,
    firstName: account.firstName,
    email: account.email,
    subscriptionTier: entitlement.tier,
    instrumentsLimit: entitlement.rules.instrumentsLimit,
    watchlistLimit: entitlement.rules.watchlistLimit,
    delaySeconds: entitlement.rules.delaySeconds,
    role: account.role,
    createdAt: new Date(account.createdAtMs).toISOString(),
    view: view === undefined ? null : { reason: view.reason, until: instantOfMs(view.untilMs) },
  };
}

export function bindAuthRoutes(binder: RouteBinder, parts: AuthParts): void {
  bindSignIn(binder, parts);
  bindSignOut(binder, parts);

  binder.bindUser(getCurrentUser, async ({ user }) => {
    const current = await currentUserOf(parts, user);
    if (current === undefined) throw new AppError('UNAUTHORIZED');
    return current;
  });

  binder.bindPublic(getSession, async ({ request: { signedIn } }) => ({
    user: signedIn === null ? null : ((await currentUserOf(parts, signedIn)) ?? null),
  }));
}
