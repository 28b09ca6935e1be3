import { ERRORS, type ErrorCode } from '@undertow/contracts';
import { expect, test } from 'vitest';
import { ApiError } from './api-error.ts';
import { createQueryClient } from './query-client.ts';

/** The callbacks that run when a change is refused with a code of the catalogue. */
async function callbacksFor(code: ErrorCode): Promise<readonly string[]> {
  const called: string[] = [];
  const client = createQueryClient({
    onUnauthorized: () => called.push('unauthorized'),
    onReadOnly: (error) => called.push(error instanceof ApiError ? error.readable : 'another error'),
  });
  const { status, message } = ERRORS[code];
  const refusal = new ApiError(status, '', JSON.stringify({ message, code, requestId: 'r1' }));
  const change = client.getMutationCache().build(client, { mutationFn: () => Promise.reject(refusal) });
  await expect(change.execute(undefined)).rejects.toBe(refusal);
  return called;
}

test('a change refused because the caller views as another user is reported with the message of the server', async () => {
  expect(await callbacksFor('VIEW_READS_ONLY')).toEqual([ERRORS.VIEW_READS_ONLY.message]);
});

test('a change without a session is reported as unauthorized, and no other refusal is reported here', async () => {
  expect(await callbacksFor('UNAUTHORIZED')).toEqual(['unauthorized']);
  expect(await callbacksFor('SAME_ROLE')).toEqual([]);
});
