/** Bodies at the edge of what a route takes: the last byte that fits is read, one more is refused. */
import { ROUTES, type RouteContract } from '@undertow/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JournalWork } from '#ports/journal-work.ts';
import { WorkUndone } from '#ports/journal-work.ts';
import { openTestApp, TEST_ORIGIN, type TestApp, type TestUser } from '#testing/app.ts';

/** Bytes that reached the work on files, each of which is then undone: what is in them is not what is tested. */
const arrived: number[] = [];
const undone = async (bytes: Uint8Array): Promise<never> => {
  arrived.push(bytes.length);
  throw new WorkUndone('busy');
};
const journalWork: JournalWork = {
  readFile: async (_userId, file) => undone(await file.bytes()),
  readUpload: (_userId, bytes) => undone(bytes),
  compareFile: async (_userId, file, left) => undone(await file.bytes(left)),
  compute: () => Promise.reject(new WorkUndone('busy')),
  close: async () => undefined,
};

let app: TestApp;
let user: TestUser;
beforeAll(async () => {
  app = await openTestApp({ journalWork });
  user = await app.newUser('pro', [1]);
  await app.promote(user);
});
afterAll(() => app.close());

const FILES = ['importTrades', 'compareTrades'];
const TAKING = ROUTES.filter(
  ({ method, body, id }) => method !== 'GET' && (body !== undefined || FILES.includes(id)),
);

async function send(
  { method, path, id }: RouteContract,
  bytes: number,
): Promise<{ status: number; code: string }> {
  const isFile = FILES.includes(id);
  // JSON of exactly so many bytes, and nothing that any route takes
  const payload = isFile ? Buffer.alloc(bytes) : `{"unknown":""${' '.repeat(bytes - 14)}}`;
  const response = await app.http.inject({
    method,
    url:
      path.replace(':kind/:key', 'detector/iceberg').replaceAll(/:[A-Za-z]+/g, '1') +
      (isFile ? '?fileName=a.csv' : ''),
    headers: {
      ...{ origin: TEST_ORIGIN, 'sec-fetch-site': 'same-origin', ...user.headers },
      'content-type': isFile ? 'application/octet-stream' : 'application/json',
    },
    payload,
  });
  return { status: response.statusCode, code: response.json().code };
}

describe.each(TAKING.map((contract) => [contract.id, contract] as const))('%s', (_id, contract) => {
  test('reads a body of as many bytes as it takes and of one less, and refuses one more', async () => {
    const { mostBytes } = contract;
    const tooLarge = { status: 413, code: 'PAYLOAD_TOO_LARGE' };
    for (const bytes of [mostBytes - 1, mostBytes])
      expect([bytes, await send(contract, bytes)]).not.toEqual([bytes, tooLarge]);
    expect(await send(contract, mostBytes + 1)).toEqual(tooLarge);
  });
});

test('files and uploads of these sizes reached the work on them whole', () => {
  const sizes = TAKING.filter(({ id }) => [...FILES, 'uploadTrades'].includes(id)).flatMap(
    ({ mostBytes }) => [mostBytes - 1, mostBytes],
  );
  expect(arrived).toEqual(sizes);
});
