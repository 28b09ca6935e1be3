/** Refusals of the historical service: which fault each one is, what a reader is told to do, and how long to wait. */
import { expect, test } from 'vitest';
import { detailOf, HISTORY_FAULTS, HistoryError, type HistoryFault, refusalOf } from './history-error.ts';

const NOW_MS = Date.UTC(2026, 10, 27, 12);

test.each([
  [400, 'invalid_request', 'check product, schema and dates'],
  [401, 'key_refused', 'DATABENTO_KEY or DATABENTO_KEY_FILE'],
  [402, 'payment_required', 'check billing and limits'],
  [403, 'not_licensed', 'check the licences'],
  [404, 'unknown_symbol', 'check product and dates'],
  [422, 'invalid_request', 'check product, schema and dates'],
  [429, 'rate_limited', 'try again later'],
  [500, 'unavailable', 'try again later'],
  [503, 'unavailable', 'try again later'],
  [504, 'unavailable', 'try again later'],
  // Nothing that the service documents: something else answers in its place
  [301, 'protocol', 'the address of DATABENTO_HISTORY may be wrong'],
  [418, 'protocol', 'the address of DATABENTO_HISTORY may be wrong'],
] as const)('the status %i is %s, with advice', (status, fault, advice) => {
  const error = refusalOf(status, '', null, NOW_MS);
  expect(error).toBeInstanceOf(HistoryError);
  expect([error.name, error.fault, error.retryAfterMs]).toEqual(['HistoryError', fault, null]);
  expect(error.message).toContain(`Databento refused the request with ${status}: `);
  expect(error.message).toContain(advice);
});

test('the words of the service are part of the message, and no empty brackets are where there are none', () => {
  expect(refusalOf(404, 'no ESZ9', null, NOW_MS).message).toBe(
    'Databento refused the request with 404 (no ESZ9): the service does not know the symbol for these dates: ' +
      'check product and dates',
  );
  expect(refusalOf(404, '', null, NOW_MS).message).not.toContain('(');
});

test.each([
  ['nothing', null, null],
  ['seconds', '7', 7000],
  ['no seconds', '0', 0],
  ['a date in the future', 'Fri, 27 Nov 2026 12:00:30 GMT', 30_000],
  // The clock of the service may be behind ours
  ['a date in the past', 'Fri, 27 Nov 2026 11:59:00 GMT', 0],
  ['seconds beyond all reason', '12345678', null],
  ['a fraction in words', 'soon', null],
])('a wait given as %s is understood', (_, header, expected) => {
  expect(refusalOf(429, '', header, NOW_MS).retryAfterMs).toBe(expected);
});

test.each([
  ['a text', '{"detail": "wrong dates"}', 'wrong dates'],
  ['an object with a message', '{"detail": {"case": "x", "message": "no such symbol"}}', 'no such symbol'],
  ['an object without one', '{"detail": {"case": "x"}}', ''],
  ['a number', '{"detail": 12}', ''],
  ['a list', '{"detail": ["a"]}', ''],
  ['missing', '{"error": "x"}', ''],
  ['in a list', '[{"detail": "x"}]', ''],
  ['null', 'null', ''],
  ['a page of HTML', '<html>502 Bad Gateway</html>', ''],
  ['empty', '', ''],
  ['half of it', '{"detail": "wro', ''],
])('the detail of a body that is %s', (_, body, expected) => {
  expect(detailOf(body)).toBe(expected);
});

test('a detail of any length is shown with at most 500 characters', () => {
  expect(detailOf(JSON.stringify({ detail: 'a'.repeat(500) }))).toHaveLength(500);
  expect(detailOf(JSON.stringify({ detail: 'a'.repeat(501) }))).toHaveLength(500);
});

/** A refusal comes before any data, and data are what is charged; what lasts is not tried again. */
const MEANING: Readonly<Record<HistoryFault, readonly [mayBeCharged: boolean, canRetry: boolean]>> = {
  key_refused: [false, false],
  payment_required: [false, false],
  not_licensed: [false, false],
  unknown_symbol: [false, false],
  invalid_request: [false, false],
  rate_limited: [false, true],
  unavailable: [false, true],
  unreachable: [true, true],
  timeout: [true, true],
  protocol: [true, false],
  incomplete: [true, false],
};

test.each(HISTORY_FAULTS)('%s says whether it may be charged and whether to try again', (fault) => {
  const cause = new Error('below');
  const error = new HistoryError(fault, 'said', { cause, retryAfterMs: 5 });
  expect([error.mayBeCharged, error.canRetry]).toEqual(MEANING[fault]);
  expect([error.message, error.cause, error.retryAfterMs]).toEqual(['said', cause, 5]);
});
