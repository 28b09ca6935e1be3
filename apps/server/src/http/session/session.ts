/** Server-side sessions: a random id in the cookie, its SHA-256 in the database, and a cache. */

import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { CookieSerializeOptions } from '@fastify/cookie';
import type { ApiScope, LicenceChannel } from '@undertow/contracts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@undertow/market';
import type { SessionChoice, SessionRow, SessionStore } from '#ports/accounts.ts';
import type { Bus } from '#ports/bus.ts';
import type { Clock } from '#ports/clock.ts';
import type { AdminViews, OpenView } from '#ports/people.ts';

export const SESSION_IDLE_MS = 12 * HOUR_MS;
export const SESSION_ABSOLUTE_MS = 7 * DAY_MS;
/** The last use is stored at most this often. */
const TOUCH_MS = 5 * MINUTE_MS;
const CACHE_SIZE = 20_000;

/** The signed-in user of a request. */
export interface SignedIn {
  readonly userId: string;
  /** The hash of the session's id. */
  readonly sessionId: string;
  /** When the user last authenticated at the issuer; 0 when unknown. */
  readonly authAtMs: number;
  /** Set while an administrator's session views the product as the user: it is read-only, and no device of the user. */
  readonly view?: OpenView;
  /** Over which channel data reaches them; the screen where it is left out. */
  readonly channel?: LicenceChannel;
  /** The API key that identified them; its request has no session. */
  readonly key?: {
    readonly id: string;
    readonly name: string;
    readonly scopes: readonly ApiScope[];
    readonly keyHash: string;
    /** Where the request came from. */
    readonly address: string;
  };
  /** The replay that the request is about; whether it is one of the user's is decided where its market is read. */
  readonly replay?: string;
}

/** Facts of a sign-in besides the user. */
export interface SignInFacts {
  readonly device: string;
  readonly authAtMs: number;
}

export interface Sessions {
  readonly cookieName: string;
  readonly cookieOptions: CookieSerializeOptions;
  /** Creates a session; returns the id for the cookie. Without facts: an unknown device, now. */
  start(userId: string, facts?: SignInFacts): Promise<string>;
  /** The user of the cookie's value; undefined when the session does not exist or has ended. */
  find(cookie: string | undefined): Promise<SignedIn | undefined>;
  /** Whether the cookie's session is cached: resolving it then needs no query. */
  isKnown(cookie: string | undefined): boolean;
  end(sessionId: string): Promise<void>;
  /** A view of this session began or ended: its next request reads it again, and its sockets close. */
  viewChanged(sessionId: string): void;
  /** Sessions of a user that have not expired, last used first. */
  listOf(userId: string): Promise<readonly SessionRow[]>;
  /** Ends those of a user's sessions that `which` selects, and their sockets; returns how many. */
  endOf(userId: string, which: SessionChoice): Promise<number>;
  /** Removes expired sessions, and ends their sockets. */
  prune(): Promise<void>;
}

interface SessionParts {
  readonly store: SessionStore;
  readonly adminViews: Pick<AdminViews, 'of'>;
  readonly clock: Clock;
  readonly bus: Bus;
  /** The public origin is https: the cookie gets the `__Host-` prefix and Secure. */
  readonly secure: boolean;
}

/** A cached session. Only while it may have a view its view is read, at every request. */
interface KnownSession extends SessionRow {
  readonly mayView: boolean;
}

function hashOf(id: string): string {
  return createHash('sha256').update(id).digest('hex');
}

function isOver({ createdAtMs, lastSeenAtMs }: SessionRow, nowMs: number): boolean {
  return nowMs - createdAtMs >= SESSION_ABSOLUTE_MS || nowMs - lastSeenAtMs >= SESSION_IDLE_MS;
}

function rowOfNew(idHash: string, userId: string, nowMs: number, facts?: SignInFacts): SessionRow {
  return {
    idHash,
    publicId: randomUUID(),
    userId,
    createdAtMs: nowMs,
    lastSeenAtMs: nowMs,
    device: facts?.device ?? 'Unknown device',
    authAtMs: Math.floor(facts?.authAtMs ?? nowMs),
  };
}

/** Caches a session; evicts the oldest one when there are too many. */
function putInCache(cache: Map<string, KnownSession>, row: KnownSession): void {
  if (cache.size >= CACHE_SIZE) {
    const oldest = cache.keys().next().value;
    if (oldest !== undefined) cache.delete(oldest);
  }
  cache.set(row.idHash, row);
}

/** The administrator, or during a view as a user that user; a view does not count as authentication of that user. */
async function throughView(
  own: SignedIn,
  adminViews: SessionParts['adminViews'],
  nowMs: number,
): Promise<SignedIn> {
  const view = await adminViews.of(own.sessionId, nowMs);
  return view === undefined ? own : { ...own, userId: view.userId, authAtMs: 0, view };
}

/** A cookie that only this site receives, as strict as the origin allows. */
export function hostCookie(name: string, secure: boolean) {
  const options: CookieSerializeOptions = { path: '/', httpOnly: true, sameSite: 'lax', secure };
  return { name: secure ? `__Host-${name}` : name, options };
}

export function createSessions({ store, adminViews, clock, bus, secure }: SessionParts): Sessions {
  const cache = new Map<string, KnownSession>();
  let ended = 0;
  bus.subscribe('sessionEnded', ({ sessionIds }) => {
    ended += 1;
    for (const id of sessionIds) cache.delete(id);
  });
  bus.subscribe('viewChanged', ({ sessionId }) => {
    // A read in progress must not restore the previous state
    ended += 1;
    cache.delete(sessionId);
  });

  async function end(sessionId: string): Promise<void> {
    await store.remove(sessionId);
    publishEnded([sessionId]);
  }

  function publishEnded(sessionIds: readonly string[]): number {
    for (const id of sessionIds) cache.delete(id);
    if (sessionIds.length > 0) bus.publish('sessionEnded', { sessionIds });
    return sessionIds.length;
  }

  async function rowOf(idHash: string): Promise<KnownSession | undefined> {
    const known = cache.get(idHash);
    if (known !== undefined) return known;
    const endedBefore = ended;
    const stored = await store.find(idHash);
    if (stored === undefined) return undefined;
    const row = { ...stored, mayView: (await adminViews.of(idHash, clock.nowMs())) !== undefined };
    // A row that was read while sessions ended may be one of them: it must not be cached
    if (endedBefore === ended) putInCache(cache, row);
    return row;
  }

  async function touch(row: KnownSession, lastSeenAtMs: number): Promise<void> {
    if (cache.has(row.idHash)) putInCache(cache, { ...row, lastSeenAtMs });
    await store.touch(row.idHash, lastSeenAtMs);
  }

  async function find(cookie: string | undefined): Promise<SignedIn | undefined> {
    if (cookie === undefined || !/^[\w-]{43}$/.test(cookie)) return undefined;
    const idHash = hashOf(cookie);
    const row = await rowOf(idHash);
    if (row === undefined) return undefined;
    const nowMs = clock.nowMs();
    if (isOver(row, nowMs)) {
      await end(idHash);
      return undefined;
    }
    if (nowMs - row.lastSeenAtMs >= TOUCH_MS) await touch(row, Math.floor(nowMs));
    const own = { userId: row.userId, sessionId: idHash, authAtMs: row.authAtMs };
    if (!row.mayView) return own;
    const seen = await throughView(own, adminViews, nowMs);
    // Its view is over: the next request reads the row again
    if (seen === own) cache.delete(idHash);
    return seen;
  }

  const { name, options } = hostCookie('sid', secure);
  return {
    cookieName: name,
    cookieOptions: { ...options, maxAge: SESSION_ABSOLUTE_MS / 1000 },
    async start(userId, facts) {
      const id = randomBytes(32).toString('base64url');
      await store.insert(rowOfNew(hashOf(id), userId, Math.floor(clock.nowMs()), facts));
      return id;
    },
    find,
    isKnown: (cookie) => cookie !== undefined && cache.has(hashOf(cookie)),
    end,
    viewChanged: (sessionId) => bus.publish('viewChanged', { sessionId }),
    listOf: async (userId) => (await store.listOf(userId)).filter((row) => !isOver(row, clock.nowMs())),
    endOf: async (userId, which) => publishEnded(await store.removeOf(userId, which)),
    async prune() {
      const nowMs = Math.floor(clock.nowMs());
      publishEnded(await store.prune(nowMs - SESSION_ABSOLUTE_MS, nowMs - SESSION_IDLE_MS));
    },
  };
}
