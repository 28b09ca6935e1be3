/** Every route bounds its body before anything of it is parsed, and a refusal names the first issues only. */
import { Readable } from 'node:stream';
import { BODY_BYTES, MAX_ISSUES, ROUTES, type RouteContract } from '@undertow/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createJournalWork } from '#adapters/journal/journal-work.ts';
import { openTestApp, TEST_ORIGIN, type TestApp, type TestUser } from '#testing/app.ts';

let app: TestApp;
let user: TestUser;
/** Announced by the user: pieces of it are taken. */
let uploadId: string;
beforeAll(async () => {
  app = await openTestApp();
  user = await app.newUser('elite', [1]);
  await app.promote(user);
  const begun = await app.http.inject({
    ...{ method: 'POST', url: '/api/backtests/uploads', payload: { fileName: 'a.dbn', bytes: 1e9 } },
    headers: { ...user.headers, origin: TEST_ORIGIN, 'sec-fetch-site': 'same-origin' },
  });
  uploadId = begun.json().id;
});
afterAll(() => app.close());

const CHANGING = ROUTES.filter(({ method }) => method !== 'GET');
/** Files, the events of the payment provider, and the drawings that were changed while a page was offline. */
const LARGE = [
  'importTrades',
  'compareTrades',
  'uploadTrades',
  'stripeWebhook',
  'saveDrawings',
  'createBacktest',
  'sendUploadPiece',
];

const OF_BYTES = ['importTrades', 'compareTrades', 'sendUploadPiece'];
const QUERIES: Readonly<Record<string, string>> = {
  importTrades: '?fileName=a.csv',
  compareTrades: '?fileName=a.csv',
  sendUploadPiece: '?offset=0',
  stopAlertMail: '?token=t',
};

function send(contract: RouteContract, payload: string | Readable, stated?: number) {
  const { method, path, id } = contract;
  const query = QUERIES[id] ?? '';
  return app.http.inject({
    method,
    url:
      path
        .replace(':kind/:key', 'detector/iceberg')
        .replace('uploads/:id', `uploads/${uploadId}`)
        .replaceAll(/:[A-Za-z]+/g, '1') + query,
    headers: {
      ...{ origin: TEST_ORIGIN, 'sec-fetch-site': 'same-origin', ...user.headers },
      'content-type': OF_BYTES.includes(id) ? 'application/octet-stream' : 'application/json',
      ...(stated === undefined ? {} : { 'content-length': String(stated) }),
    },
    payload,
  });
}

/** A body without a stated length. */
function* pieces(bytes: number): Generator<Buffer> {
  const piece = Buffer.alloc(64 * 1024, '[');
  for (let sent = 0; sent < bytes; sent += piece.length) yield piece.subarray(0, bytes - sent);
}

test('a form takes 4 kB; only files, uploads, events of the payment provider, drawings and rules to test take more than 24 kB', () => {
  expect(BODY_BYTES).toBe(4096);
  const large = CHANGING.filter(({ mostBytes }) => mostBytes > 24 * 1024).map(({ id }) => id);
  expect(large.toSorted()).toEqual(LARGE.toSorted());
});

describe.each(CHANGING.map((contract) => [contract.id, contract] as const))('%s', (_id, contract) => {
  test('refuses a body that states too long a length before any of it is parsed', async () => {
    // Malformed: a parser would return 400
    const response = await send(contract, '[[', contract.mostBytes + 1);
    expect([response.statusCode, response.json().code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });

  test('refuses a body that grows too long without stating its length', async () => {
    const response = await send(contract, Readable.from(pieces(contract.mostBytes + 1)));
    expect([response.statusCode, response.json().code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });
});

test('a refusal names twenty issues, counts all, and quotes no more than a few words of the body', async () => {
  const accounts = CHANGING.find(({ id }) => id === 'saveTradeAccount') as RouteContract;
  const newsTimes = Array.from({ length: 400 }, () => 0);
  const many = await send(accounts, JSON.stringify({ account: '', rules: { newsTimes } }));
  expect(many.statusCode).toBe(400);
  expect(many.json().issues).toHaveLength(MAX_ISSUES);
  expect(many.json().issueCount).toBeGreaterThan(400);
  const keys = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`k${index}`, 0]));
  const unknown = await send(accounts, JSON.stringify(keys));
  expect(unknown.statusCode).toBe(400);
  expect(unknown.body.length).toBeLessThan(10_000);
});

test('so does a refusal of many query parameters', async () => {
  const query = Array.from({ length: 1_500 }, (_, index) => `k${index}=1`).join('&');
  const response = await app.http.inject({ url: `/api/trades/search?${query}`, headers: user.headers });
  expect(response.statusCode).toBe(400);
  expect(response.body.length).toBeLessThan(10_000);
  const repeated = Array.from({ length: 1_500 }, (_, index) => `k${index}=1&k${index}=2`).join('&');
  const twice = await app.http.inject({ url: `/api/trades/search?${repeated}`, headers: user.headers });
  expect([twice.statusCode, twice.json().issues.length, twice.json().issueCount]).toEqual([400, 20, 1_500]);
});

test('the body of an upload reaches its thread as bytes, and the first byte beyond 2 MB ends it', async () => {
  const taken: Uint8Array[] = [];
  const journalWork = createJournalWork();
  const uploads = await openTestApp({
    journalWork: {
      readFile: (...given) => journalWork.readFile(...given),
      compareFile: (...given) => journalWork.compareFile(...given),
      compute: (...given) => journalWork.compute(...given),
      close: () => journalWork.close(),
      async readUpload(_userId, bytes) {
        taken.push(bytes);
        return { issues: [], issueCount: 1 };
      },
    },
  });
  const { headers } = await uploads.newUser('free');
  const post = (payload: string) =>
    uploads.http.inject({
      ...{ method: 'POST', url: '/api/trades/upload', payload },
      headers: { ...headers, origin: TEST_ORIGIN, 'content-type': 'application/json' },
    });
  const malformed = '['.repeat(100_000);
  expect((await post(malformed)).statusCode).toBe(400);
  expect(taken.map((bytes) => Buffer.from(bytes).toString())).toEqual([malformed]);
  expect((await post('['.repeat(2 * 1024 * 1024 + 1))).statusCode).toBe(413);
  expect(taken).toHaveLength(1);
  await uploads.close();
});
