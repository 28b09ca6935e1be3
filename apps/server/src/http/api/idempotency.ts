/** Carries a write out once for each `Idempotency-Key` of its user, and answers it again as before. */
import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { AppError } from '#failures/app-error.ts';
import type { IdempotencyStore, StoredAnswer } from '#ports/api-keys/idempotency-store.ts';
import type { Clock } from '#ports/clock.ts';

const KEY = /^[\x21-\x7e]{1,128}$/;

interface IdempotencyParts {
  readonly idempotency: IdempotencyStore;
  readonly clock: Clock;
}

interface Write {
  readonly request: FastifyRequest;
  readonly userId: string;
  readonly routeId: string;
  /** The body as it was sent, or as it was parsed. */
  readonly body: Uint8Array | unknown;
}

/** The answer of a write, and whether it was given before. */
export type OnceAnswer = StoredAnswer & { readonly isRepeated: boolean };

function keyOf({ headers }: FastifyRequest): string | null {
  const key = headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key === 'string' && KEY.test(key)) return key;
  const message = 'expected 1 to 128 visible characters, once';
  throw new AppError('BAD_REQUEST', [{ path: 'idempotency-key', message }]);
}

function fingerprintOf({ request, routeId, body }: Write): string {
  const hash = createHash('sha256').update(JSON.stringify([routeId, request.params, request.query]));
  return hash.update(body instanceof Uint8Array ? body : JSON.stringify(body ?? null)).digest('hex');
}

/** Runs `act` unless its key was used before. What fails stores nothing, so that it may be sent again. */
export async function once(
  { idempotency, clock }: IdempotencyParts,
  write: Write,
  act: () => Promise<StoredAnswer>,
): Promise<OnceAnswer> {
  const key = keyOf(write.request);
  if (key === null) return { ...(await act()), isRepeated: false };
  const begun = await idempotency.begin(write.userId, key, fingerprintOf(write), clock.nowMs());
  if (begun.kind === 'conflict') throw new AppError('IDEMPOTENCY_CONFLICT');
  if (begun.kind === 'under-way') throw new AppError('IDEMPOTENCY_UNDER_WAY');
  if (begun.kind === 'answered') return { ...begun.answer, isRepeated: true };
  let answer: StoredAnswer;
  try {
    answer = await act();
  } catch (error) {
    // A refusal changed nothing. After a failure nobody knows: the key stays used
    if (error instanceof AppError && error.status < 500) await idempotency.abandon(write.userId, key);
    throw error;
  }
  await idempotency.settle(write.userId, key, answer);
  return { ...answer, isRepeated: false };
}
