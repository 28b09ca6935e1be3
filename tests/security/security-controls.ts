/** The controls of the security floor. */
import { CREDENTIAL_CONTROLS } from './credential-controls.ts';
import { GATE_CONTROLS } from './gate-controls.ts';
import { PROGRAM_CONTROLS } from './program-controls.ts';
import { SERVER, type SecurityControl } from './security-control.ts';

const SOCKETS: readonly SecurityControl[] = [
  {
    says: 'T13 a socket is opened by our own pages',
    file: `${SERVER}/http/server/socket-upgrade.ts`,
    control: "if (request.headers.origin !== publicOrigin) return refuse(stream, 'CROSS_SITE');",
    without:
      "if (request.headers.origin === '') return refuse(stream, publicOrigin === '' ? 'CROSS_SITE' : 'CROSS_SITE');",
    testFile: `${SERVER}/http/server/wire.test.ts`,
    test: 'T13 only our own origin, exactly, opens a socket',
  },
  {
    says: 'T14 a message acts for its own user only',
    file: `${SERVER}/live/socket/socket.ts`,
    control: 'message.userId !== undefined && message.userId !== client.user.userId',
    without: "message.userId === '' && message.userId !== client.user.userId",
    testFile: 'tests/line/socket.test.ts',
    test: 'T14 somebody else’s userId closes the socket',
  },
  {
    says: 'T15 a frame is small',
    file: `${SERVER}/http/server/socket-upgrade.ts`,
    control: 'maxPayload: MAX_MESSAGE_BYTES,',
    without: 'maxPayload: MAX_MESSAGE_BYTES * 1024,',
    testFile: `${SERVER}/http/server/wire.test.ts`,
    test: 'T15 a frame beyond 16 kB closes the socket',
  },
  {
    says: 'T15 frames are few',
    file: `${SERVER}/live/socket/socket-client.ts`,
    control: 'return this.#frameTimes.length <= MAX_FRAMES;',
    without: 'return this.#frameTimes.length <= MAX_FRAMES * 10_000;',
    testFile: 'tests/faults/hostile-sockets.test.ts',
    test: 'T15 ten thousand subscriptions end at the eleventh',
  },
  {
    says: 'T16 sockets end with their session',
    file: `${SERVER}/live/socket/socket.ts`,
    control: 'client.endSession(SESSION_ENDED_REASON);',
    without: 'if (client.wantedIds.length > 64) client.endSession(SESSION_ENDED_REASON);',
    testFile: 'tests/line/socket.test.ts',
    test: 'T16 signing out closes the session’s sockets',
  },
  {
    says: 'T16 a session that ended is not remembered',
    file: `${SERVER}/http/session/session.ts`,
    control: 'if (endedBefore === ended) putInCache(cache, row);',
    without: 'if (endedBefore <= ended) putInCache(cache, row);',
    testFile: `${SERVER}/http/session/session.test.ts`,
    test: 'T16 a session that ends while its row is read',
  },
];

const PAGES_AND_KEYS: readonly SecurityControl[] = [
  {
    says: 'T24 scripts come from this server only',
    file: `${SERVER}/http/server/security.ts`,
    control: `scriptSrc: ["'self'", ...scriptHashes],`,
    without: `scriptSrc: ["'self'", "'unsafe-inline'", ...scriptHashes],`,
    testFile: `${SERVER}/assembly/app.test.ts`,
    test: 'T24 scripts come from this server',
  },
  {
    says: 'T31 a sign-in makes a new session and ends the earlier one',
    file: `${SERVER}/modules/auth/auth-routes.ts`,
    control: 'if (request.signedIn !== null) await sessions.end(request.signedIn.sessionId);\n  bus',
    without: 'bus',
    testFile: `${SERVER}/modules/auth/sign-in.test.ts`,
    test: 'T31 a cookie set before sign-in',
  },
  {
    says: 'T31 the database holds the hash of a session',
    file: `${SERVER}/http/session/session.ts`,
    control: "return createHash('sha256').update(id).digest('hex');",
    without: 'return id;',
    testFile: `${SERVER}/http/session/session.test.ts`,
    test: 'T31 an id has 256 random bits and the database holds only its hash',
  },
  {
    says: 'T34 nobody frames a page',
    file: `${SERVER}/http/server/security.ts`,
    control: `frameAncestors: ["'none'"],`,
    without: `frameAncestors: ["'self'"],`,
    testFile: `${SERVER}/assembly/app.test.ts`,
    test: 'T34 every response forbids framing',
  },
  {
    says: 'T36 patterns are linear',
    file: 'packages/contracts/src/shapes/primitives.ts',
    control: String.raw`/^-?\d{1,15}(\.\d{1,9})?$/`,
    without: String.raw`/^-?(\d+)+(\.\d{1,9})?$/`,
    testFile: `${SERVER}/http/bind/validators.test.ts`,
    test: 'T36 every pattern of a contract is linear',
  },
  {
    says: 'T39 a failed statement is logged without its values',
    file: `${SERVER}/logging/log.ts`,
    control: 'serializers: { err: withoutValues },',
    without:
      'serializers: { err: (error) => (error instanceof Date ? withoutValues(error as never) : stdSerializers.err(error)) },',
    testFile: `${SERVER}/logging/log.test.ts`,
    test: 'T39 a failed statement is logged with its text and cause',
  },
];

const ADMINISTRATION: readonly SecurityControl[] = [
  {
    says: 'T08 the database says who is an administrator',
    file: `${SERVER}/http/bind/access.ts`,
    control: "?.role !== 'admin') throw",
    without: '?.role === undefined) throw',
    testFile: `${SERVER}/http/bind/administration-access.test.ts`,
    test: 'a change of the role counts from the next call on',
  },
  {
    says: 'T08 what was not bound for administrators is nobody’s',
    file: `${SERVER}/http/bind/access.ts`,
    control: "if (routeOptions.config.access !== 'admin') throw new AppError('FORBIDDEN');",
    without: '',
    testFile: `${SERVER}/http/bind/administration-access.test.ts`,
    test: 'a route under the prefix that was not bound for administrators is refused to everybody',
  },
  {
    says: 'T09 an old sign-in changes nothing',
    file: `${SERVER}/http/session/fresh-sign-in.ts`,
    control: 'if (nowMs - authAtMs > withinMs) throw',
    without: 'if (nowMs - authAtMs > withinMs * 1_000) throw',
    testFile: `${SERVER}/modules/admin/change-routes.test.ts`,
    test: 'T09 an old sign-in changes nothing',
  },
  {
    says: 'T09 the last administrator stays',
    file: `${SERVER}/adapters/storage/people/roles.ts`,
    control: "    if (!(await isAdmin(tx, actorId))) return { kind: 'not-admin' };\n",
    without: '',
    testFile: `${SERVER}/modules/admin/change-routes.test.ts`,
    test: 'T09 a request of a demoted administrator changes nothing',
  },
  {
    says: 'a view reads only',
    file: `${SERVER}/http/bind/access.ts`,
    control: "throw new AppError('VIEW_READS_ONLY');",
    without: 'request.log.debug({});',
    testFile: `${SERVER}/modules/admin/view-routes.test.ts`,
    test: 'in a view every route is refused that is not known to be harmless',
  },
  {
    says: 'T40 rows of the audit log are appended one after the other',
    file: `${SERVER}/adapters/storage/database/migrations/0019-audit-and-controls.sql`,
    control: 'SELECT * INTO STRICT head FROM audit_head FOR UPDATE;',
    without: 'SELECT * INTO STRICT head FROM audit_head;',
    testFile: `${SERVER}/adapters/storage/audit/append-audit.test.ts`,
    test: 'two processes that append at once, alone and within acts, keep one chain',
  },
  {
    says: 'T40 the server’s role reads the audit log and appends to it, and that is all',
    file: `${SERVER}/adapters/storage/database-roles/role-rights.ts`,
    control: "audit_log: ['SELECT'],",
    without: "audit_log: ['SELECT', 'UPDATE', 'DELETE'],",
    testFile: `${SERVER}/adapters/storage/audit/audit-rights.test.ts`,
    test: 'T40 the server’s role appends to the audit log',
  },
  {
    says: 'T40 no table of the server’s own is mistaken for the audit log',
    file: `${SERVER}/adapters/storage/database-roles/role-rights.ts`,
    control: 'REVOKE TEMPORARY ON DATABASE',
    without: 'REVOKE CREATE ON DATABASE',
    testFile: `${SERVER}/adapters/storage/audit/audit-rights.test.ts`,
    test: 'T40 the server’s role appends to the audit log',
  },
];

const OTHERS: readonly SecurityControl[] = [
  {
    says: 'T17 an event of the future is refused',
    file: `${SERVER}/adapters/billing/stripe-webhook.ts`,
    control: 'const TOLERANCE_SECONDS = 300;',
    without: 'const TOLERANCE_SECONDS = 3_000_000;',
    testFile: `${SERVER}/adapters/billing/stripe-webhook.test.ts`,
    test: 'T17',
  },
  {
    says: 'T19 an event of the other mode is not ours',
    file: `${SERVER}/modules/billing-sync/event-filter.ts`,
    control: 'event.livemode !== livemode || event.account !== null',
    without: "event.livemode !== livemode && event.account === 'nobody'",
    testFile: `${SERVER}/modules/billing-sync/webhook.test.ts`,
    test: 'T19 an event of another customer',
  },
  {
    says: 'T23 no cell of an export is a formula',
    file: `${SERVER}/http/bind/csv.ts`,
    control: 'DANGEROUS.test(text) ?',
    without: "DANGEROUS.test('') ?",
    testFile: `${SERVER}/http/bind/csv.test.ts`,
    test: 'T23 whatever is written, no text cell begins as a formula',
  },
];

export const SECURITY_CONTROLS: readonly SecurityControl[] = [
  ...GATE_CONTROLS,
  ...CREDENTIAL_CONTROLS,
  ...PROGRAM_CONTROLS,
  ...SOCKETS,
  ...PAGES_AND_KEYS,
  ...ADMINISTRATION,
  ...OTHERS,
];
