/** What the worker makes of the server's answer to a comparison. */
import { afterEach, expect, test, vi } from 'vitest';
import { compareWithJournal } from './compare-with-journal.ts';

afterEach(() => vi.unstubAllGlobals());

const FILE = { bytes: new Uint8Array(1), name: 'a.csv', answers: {}, comparePath: '/api/trades/compare' };

function answered(response: Response): ReturnType<typeof compareWithJournal> {
  vi.stubGlobal('fetch', () => Promise.resolve(response));
  return compareWithJournal(FILE, new AbortController().signal);
}

const REFUSAL = JSON.stringify({ code: 'RATE_LIMITED', message: 'Too many requests.' });

test('a refusal for coming too soon carries the seconds of Retry-After, and twenty where it names none', async () => {
  expect(await answered(new Response(REFUSAL, { status: 429, headers: { 'retry-after': '42' } }))).toEqual({
    text: 'Too many requests.',
    retryAfterMs: 42_000,
  });
  expect(await answered(new Response(REFUSAL, { status: 429 }))).toMatchObject({ retryAfterMs: 20_000 });
});

test('any other refusal is not sent again, whatever its header says', async () => {
  const away = new Response('', { status: 503, statusText: 'Away', headers: { 'retry-after': '5' } });
  expect(await answered(away)).toEqual({ text: 'Away', retryAfterMs: null });
  expect(await answered(new Response('{}'))).toMatchObject({ retryAfterMs: null });
});

test('what the journal holds comes as sets of keys', async () => {
  const body = { known: ['a'], completing: ['b'], fresh: 3 };
  expect(await answered(new Response(JSON.stringify(body)))).toEqual({
    known: new Set(['a']),
    completing: new Set(['b']),
    fresh: 3,
  });
});
