/**
 * Rate limits per minute, counted before any lookup: by address until a session is known, then by user and by route.
 */
import rateLimit, { type CreateRateLimitOptions } from '@fastify/rate-limit';
import { MINUTE_MS } from '@undertow/market';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#failures/app-error.ts';
import type { Clock } from '#ports/clock.ts';
import { addressGroup } from './address-group.ts';
import type { HeavyUse } from './heavy-use.ts';

const SIGN_IN_PATHS = new Set(['/api/login', '/api/callback']);
const WINDOW_MS = MINUTE_MS;
/** Addresses and users kept in memory at once. */
const MAX_KEYS = 100_000;

export function isSignIn({ routeOptions }: FastifyRequest): boolean {
  return SIGN_IN_PATHS.has(routeOptions.url ?? '');
}

export interface RateLimits {
  /** All requests of a user; of an address those of machines that sign what they send. */
  readonly perMinute: number;
  /** Requests of an address without a known session: visitors, and cookies that belong to no session. */
  readonly visitorPerMinute: number;
  /** Steps of a sign-in from an address: each takes two. */
  readonly signInPerMinute: number;
  /** Requests of a user to one route. */
  readonly readsPerRoute: number;
  readonly changesPerRoute: number;
}

/** Each check counts the request, and refuses it with `RATE_LIMITED` beyond its limit. */
export interface RequestLimits {
  /** Before the session is looked up. */
  ofAddress(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** After it, before anything else. */
  ofUser(request: FastifyRequest, reply: FastifyReply): Promise<void>;
}

function addressKey(request: FastifyRequest, kind: string): string {
  return `${kind} ${addressGroup(request.ip)}`;
}

export interface RequestLimitParts {
  readonly limits: RateLimits;
  readonly heavyUse: HeavyUse;
  readonly clock: Clock;
}

export async function createRequestLimits(
  app: FastifyInstance,
  { limits, heavyUse, clock }: RequestLimitParts,
): Promise<RequestLimits> {
  await app.register(rateLimit, { global: false, cache: MAX_KEYS });

  type Counted = Exclude<Awaited<ReturnType<ReturnType<typeof app.createRateLimit>>>, { isAllowed: true }>;

  /** Where the limit is one of all processes, requests at the others count. */
  function isBeyondAll({ key, max, remaining, ttl, isExceeded }: Counted): boolean {
    const count = max - remaining;
    heavyUse.note(key, count, max, clock.nowMs() + ttl);
    return isExceeded || count + heavyUse.elsewhere(key) > max;
  }

  function limitOf(
    max: number,
    key: (request: FastifyRequest) => string,
    isBeyond = ({ isExceeded }: Counted): boolean => isExceeded,
  ) {
    const options: CreateRateLimitOptions = { max, timeWindow: WINDOW_MS, keyGenerator: key };
    const check = app.createRateLimit(options);
    return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      const result = await check(request);
      if (result.isAllowed || !isBeyond(result)) return;
      reply.header('retry-after', String(Math.max(1, result.ttlInSeconds)));
      throw new AppError('RATE_LIMITED');
    };
  }

  const routeKey = (request: FastifyRequest): string =>
    `route ${request.signedIn?.userId} ${request.routeOptions.config.contractId}`;
  const signIns = limitOf(limits.signInPerMinute, (request) => addressKey(request, 'sign-in'));
  const visitors = limitOf(limits.visitorPerMinute, (request) => addressKey(request, 'visitor'));
  const machines = limitOf(limits.perMinute, (request) => addressKey(request, 'machine'));
  const users = limitOf(limits.perMinute, ({ signedIn }) => `user ${signedIn?.userId}`, isBeyondAll);
  const reads = limitOf(limits.readsPerRoute, routeKey);
  const changes = limitOf(limits.changesPerRoute, routeKey);

  return {
    ofAddress(request, reply) {
      if (request.routeOptions.config.access === 'webhook') return machines(request, reply);
      return (isSignIn(request) ? signIns : visitors)(request, reply);
    },
    async ofUser(request, reply) {
      await users(request, reply);
      const isRead = request.method === 'GET' || request.method === 'HEAD';
      await (isRead ? reads : changes)(request, reply);
    },
  };
}
