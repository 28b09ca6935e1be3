/** Requests a minute: by user where somebody is signed in, else by address. Sign-in has a tighter measure of its own. */
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from './app-error.ts';

const SIGN_IN_PATHS = new Set(['/api/login', '/api/callback']);

function isSignIn(request: FastifyRequest): boolean {
  return SIGN_IN_PATHS.has(request.routeOptions.url ?? '');
}

export interface RateLimits {
  readonly perMinute: number;
  readonly signInPerMinute: number;
}

export async function registerRateLimit(app: FastifyInstance, limits: RateLimits): Promise<void> {
  await app.register(rateLimit, {
    global: true,
    // After the schema was checked; entitlement is looked up only for requests within the measure
    hook: 'preHandler',
    timeWindow: 60_000,
    max: (request) => (isSignIn(request) ? limits.signInPerMinute : limits.perMinute),
    keyGenerator: (request) =>
      isSignIn(request) ? `sign-in ${request.ip}` : (request.signedIn?.userId ?? request.ip),
    allowList: (request) => request.routeOptions.config.access === undefined,
    errorResponseBuilder: () => new AppError('RATE_LIMITED'),
  });
}
