/** Posts to receivers: nothing but the checked addresses is reached, redirects are not followed, answers are read to a limit. */
import { WEBHOOK_ANSWER_LETTERS } from '@undertow/contracts';
import {
  type GuardedResponse,
  OutboundError,
  type ResolveHost,
  sendGuarded,
} from '#adapters/outbound/guarded-request.ts';
import { WebhookFailure, type WebhookTransport } from '#ports/webhooks/deliveries.ts';

const TIMEOUT_MS = 10_000;
const MOST_RETRY_AFTER_MS = 3_600_000;
/** A letter takes at most four bytes. */
const MAX_BYTES = 4 * WEBHOOK_ANSWER_LETTERS;

interface TransportSettings {
  /** Lets webhooks reach this machine, over http too: for development and tests. */
  readonly mayReachLoopback: boolean;
  /** Every address of a name; the system's resolver by default. */
  readonly resolve?: ResolveHost;
  readonly timeoutMs?: number;
}

/** Letters of an answer as text: no control characters, and no more than are stored. */
function excerptOf(bytes: Buffer): string {
  const text = bytes.toString('utf8').replace(/[\p{Cc}\p{Cf}]+/gu, ' ');
  return text.slice(0, WEBHOOK_ANSWER_LETTERS).toWellFormed().trim();
}

function retryAfterOf({ headers }: GuardedResponse): number | null {
  const seconds = headers['retry-after'];
  return seconds !== undefined && /^\d{1,6}$/.test(seconds)
    ? Math.min(Number(seconds) * 1000, MOST_RETRY_AFTER_MS)
    : null;
}

export function createWebhookTransport({
  mayReachLoopback,
  resolve,
  timeoutMs = TIMEOUT_MS,
}: TransportSettings): WebhookTransport {
  return {
    async post({ address, headers, body }, ending) {
      const request = {
        ...{ url: address, method: 'POST' as const, headers, body, timeoutMs, maxBytes: MAX_BYTES },
        allowsLoopback: mayReachLoopback,
        ending,
        ...(resolve === undefined ? {} : { resolve }),
      };
      try {
        const response = await sendGuarded(request);
        return {
          status: response.status,
          answer: excerptOf(response.body),
          retryAfterMs: retryAfterOf(response),
        };
      } catch (error) {
        if (error instanceof OutboundError) throw new WebhookFailure(error.message, { cause: error });
        throw error;
      }
    },
  };
}
