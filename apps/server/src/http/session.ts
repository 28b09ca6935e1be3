/** Server-side sessions: a random id in the cookie, its SHA-256 in the database, a cache in memory. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { CookieSerializeOptions } from '@fastify/cookie';
import type { SessionChoice, SessionRow, SessionStore } from '#account-dependencies.ts';
import type { Bus, Clock } from '#dependencies.ts';

const HOUR_MS = 3_600_000;
export const SESSION_IDLE_MS = 12 * HOUR_MS;
export const SESSION_ABSOLUTE_MS = 7 * 24 * HOUR_MS;
/** The last use is written at most this often. */
const TOUCH_MS = 5 * 60_000;
const CACHE_SIZE = 20_000;

/** Who a request comes from. */
export interface SignedIn {
  readonly userId: string;
  /** The hash of the session's id. */
  readonly sessionId: string;
  /** When the person last proved himself at the issuer; 0 when nobody said. */
  readonly authAtMs: number;
}

/** What is known of a sign-in beside who it was. */
export interface SignInFacts {
  readonly device: string;
  readonly authAtMs: number;
}

export interface Sessions {
  readonly cookieName: string;
  readonly cookieOptions: CookieSerializeOptions;
  /** Makes a session; answers the id that goes into the cookie, and nowhere else. Without facts: an unknown device, now. */
  start(userId: string, facts?: SignInFacts): Promise<string>;
  /** Whom the cookie's value stands for; undefined when it stands for nobody (any more). */
  find(cookie: string | undefined): Promise<SignedIn | undefined>;
  end(sessionId: string): Promise<void>;
  /** Sessions of a user that have not run out, last used first. */
  listOf(userId: string): Promise<readonly SessionRow[]>;
  /** Ends those of a user's sessions that `which` names, and their sockets; answers how many. */
  endOf(userId: string, which: SessionChoice): Promise<number>;
  /** Removes what has expired, and ends the sockets of it. */
  prune(): Promise<void>;
}

interface SessionParts {
  readonly store: SessionStore;
  readonly clock: Clock;
  readonly bus: Bus;
  /** The public origin is https: the cookie takes the `__Host-` prefix and Secure. */
  readonly secure: boolean;
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

/** A cookie that only this site reads back, as strict as the origin allows. */
export function hostCookie(name: string, secure: boolean) {
  const options: CookieSerializeOptions = { path: '/', httpOnly: true, sameSite: 'lax', secure };
  return { name: secure ? `__Host-${name}` : name, options };
}

export function createSessions({ store, clock, bus, secure }: SessionParts): Sessions {
  const cache = new Map<string, SessionRow>();
  let ended = 0;
  bus.subscribe('sessionEnded', ({ sessionIds }) => {
    ended += 1;
    for (const id of sessionIds) cache.delete(id);
  });

  function remember(row: SessionRow): void {
    if (cache.size >= CACHE_SIZE) {
      const oldest = cache.keys().next().value;
      if (oldest !== undefined) cache.delete(oldest);
    }
    cache.set(row.idHash, row);
  }

  async function end(sessionId: string): Promise<void> {
    await store.remove(sessionId);
    tellEnded([sessionId]);
  }

  function tellEnded(sessionIds: readonly string[]): number {
    for (const id of sessionIds) cache.delete(id);
    if (sessionIds.length > 0) bus.publish('sessionEnded', { sessionIds });
    return sessionIds.length;
  }

  async function rowOf(idHash: string): Promise<SessionRow | undefined> {
    const known = cache.get(idHash);
    if (known !== undefined) return known;
    const endedBefore = ended;
    const row = await store.find(idHash);
    // A row that was read while sessions ended may be one of them: memory must not bring it back
    if (row !== undefined && endedBefore === ended) remember(row);
    return row;
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
    if (nowMs - row.lastSeenAtMs >= TOUCH_MS) {
      const lastSeenAtMs = Math.floor(nowMs);
      if (cache.has(idHash)) remember({ ...row, lastSeenAtMs });
      await store.touch(idHash, lastSeenAtMs);
    }
    return { userId: row.userId, sessionId: idHash, authAtMs: row.authAtMs };
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
    end,
    listOf: async (userId) => (await store.listOf(userId)).filter((row) => !isOver(row, clock.nowMs())),
    endOf: async (userId, which) => tellEnded(await store.removeOf(userId, which)),
    async prune() {
      const nowMs = Math.floor(clock.nowMs());
      tellEnded(await store.prune(nowMs - SESSION_ABSOLUTE_MS, nowMs - SESSION_IDLE_MS));
    },
  };
}
