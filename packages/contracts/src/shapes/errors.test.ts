/** The catalogue of errors: what a client can rely on in each. */
import { expect, test } from 'vitest';
import { faultsOf } from '#testing/schema-faults.ts';
import { errorBody, MAX_ISSUES } from './error-body.ts';
import { ERRORS } from './errors.ts';

const rows = Object.entries(ERRORS);

test.each(rows)(
  '%s has a code in capitals, a status of an error and one or more sentences',
  (code, { status, message }) => {
    expect(code).toMatch(/^[A-Z]+(_[A-Z0-9]+)*$/);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(600);
    if (code !== 'INTERNAL') expect(message).toMatch(/^[A-Z].*\.$/);
  },
);

test('no two errors have the same text', () => {
  const texts = rows.map(([, { message }]) => message);
  expect(texts.filter((text, at) => texts.indexOf(text) !== at)).toEqual([]);
});

test('errors of a kind have the status that HTTP gives it', () => {
  expect([
    ERRORS.UNAUTHORIZED.status,
    ERRORS.FORBIDDEN.status,
    ERRORS.NOT_FOUND.status,
    ERRORS.METHOD_NOT_ALLOWED.status,
    ERRORS.PAYLOAD_TOO_LARGE.status,
    ERRORS.UNSUPPORTED_MEDIA_TYPE.status,
    ERRORS.RATE_LIMITED.status,
    ERRORS.INTERNAL.status,
    ERRORS.DATABASE_AWAY.status,
  ]).toEqual([401, 403, 404, 405, 413, 415, 429, 500, 503]);
});

test('only a missing sign-in, which logs the client out, and a missing API key are a 401', () => {
  expect(rows.filter(([, { status }]) => status === 401).map(([code]) => code)).toEqual([
    'API_KEY_REFUSED',
    'UNAUTHORIZED',
  ]);
});

test('no text names an internal part or a technical cause', () => {
  for (const [code, { message }] of rows)
    expect([code, /\b(SQL|postgres|pglite|null|undefined|stack|exception)\b/i.test(message)]).toEqual([
      code,
      false,
    ]);
});

test('the body of an error has a text, a code and the id of the request', () => {
  const body = { message: 'Not found.', code: 'NOT_FOUND', requestId: 'r1' };
  expect(faultsOf(errorBody, body)).toEqual([]);
  for (const key of Object.keys(body)) {
    const { [key as 'code']: _, ...rest } = body;
    expect(faultsOf(errorBody, rest)).toEqual([key]);
  }
});

test('issues name a place and an expectation, and their count is at least one', () => {
  const body = { message: 'x', code: 'BAD_REQUEST', requestId: 'r1' };
  const issues = [{ path: 'body.name', message: 'expected a name' }];
  expect(faultsOf(errorBody, { ...body, issues, issueCount: 1 })).toEqual([]);
  expect(faultsOf(errorBody, { ...body, issues: [{ path: 'x' }] })).toEqual(['issues.0.message']);
  expect([0, -1, 1.5].map((issueCount) => faultsOf(errorBody, { ...body, issueCount }))).toEqual(
    Array.from({ length: 3 }, () => ['issueCount']),
  );
  expect(MAX_ISSUES).toBe(20);
});
