import { ERRORS, type ErrorCode } from '@undertow/contracts';
import { expect, test } from 'vitest';
import { ApiError } from './api-error.ts';
import { createQueryClient } from './query-client.ts';

/** What is told when a change is refused with a code of the catalogue. */
async function toldOf(code: ErrorCode): Promise<readonly string[]> {
  const told: string[] = [];
  const client = createQueryClient({
    onUnauthorized: () => told.push('unauthorized'),
    onReadOnly: (error) => told.push(error instanceof ApiError ? error.readable : 'another error'),
  });
  const { status, message } = ERRORS[code];
  const refusal = new ApiError(status, '', JSON.stringify({ message, code, requestId: 'r1' }));
  const change = client.getMutationCache().build(client, { mutationFn: () => Promise.reject(refusal) });
  await expect(change.execute(undefined)).rejects.toBe(refusal);
  return told;
}

test('a change that is refused because somebody looks as another is told in the words of the server', async () => {
  expect(await toldOf('VIEW_READS_ONLY')).toEqual([ERRORS.VIEW_READS_ONLY.message]);
});

test('a change of somebody who is signed out is told as that, and every other refusal is not told here', async () => {
  expect(await toldOf('UNAUTHORIZED')).toEqual(['unauthorized']);
  expect(await toldOf('SAME_ROLE')).toEqual([]);
});
