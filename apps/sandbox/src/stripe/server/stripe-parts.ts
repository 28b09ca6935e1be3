/** What only a caller in the same process can pass to the sandbox's Stripe. */
import type { FastifyInstance } from 'fastify';
import type { World } from '#stripe/state/world.ts';

export interface StripeParts {
  /** The clock under the sandbox's own clock, milliseconds since 1970 UTC. */
  readonly nowMs?: () => number;
  /** Waits before the second, third … attempt of a delivery, in milliseconds. */
  readonly webhookRetryMs?: readonly number[];
  /** Adds pages (script, card frame, portal, hosted invoice) to the same origin. */
  readonly pages?: (app: FastifyInstance, world: World) => void | Promise<void>;
}
