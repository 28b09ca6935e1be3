/** What an upload of trades is checked for in its thread, with the most awkward bodies that fit its limit. */
import { MAX_ISSUES, newTrade } from '@undertow/contracts';
import { expect, test } from 'vitest';
import { readUpload } from './read-upload.ts';

const TRADE = {
  platform: 'Manual',
  instrumentSymbol: 'ESZ6',
  tradeType: 'BUY',
  entryPrice: '4567.00',
  quantity: '1',
  entryTime: '2026-11-20T15:02:11.000Z',
};
const MAX_BYTES = 2 * 1024 * 1024;
const repeated = (piece: string): string => piece.repeat(Math.floor(MAX_BYTES / piece.length) - 10);
const read = (text: string) => readUpload(Buffer.from(text));

test('trades come in batches of a hundred', () => {
  const upload = read(JSON.stringify({ trades: Array.from({ length: 250 }, () => TRADE) }));
  if ('issues' in upload) throw new Error('expected trades');
  expect([upload.trades, upload.facts.platform]).toEqual([250, 'Manual']);
  expect([...upload.batches].map(({ count }) => count)).toEqual([100, 100, 50]);
});

test('all issues are counted and up to twenty are named', () => {
  const wrong = read(JSON.stringify({ trades: Array.from({ length: 10_000 }, () => ({})) }));
  const each = newTrade.safeParse({}).error?.issues.length ?? 0;
  expect(wrong).toMatchObject({ issueCount: 10_000 * each });
  expect('issues' in wrong && wrong.issues).toHaveLength(MAX_ISSUES);
  expect('issues' in wrong && wrong.issues[0]?.path).toBe('trades.0.platform');
});

test('refusals of the journal are counted in the same way', () => {
  const trades = Array.from({ length: 30 }, () => ({ ...TRADE, quantity: '0' }));
  expect(read(JSON.stringify({ trades }))).toMatchObject({
    issueCount: 30,
    issues: expect.objectContaining({ length: MAX_ISSUES }),
  });
});

test('a list that is too long is refused for its length, not for each of its trades', () => {
  const upload = read(`{"trades":[${repeated('{},')}{}]}`);
  expect(upload).toMatchObject({ issueCount: 1, issues: [{ path: 'trades' }] });
});

test.each([
  ['no JSON', '{"trades":'],
  ['brackets only', repeated('[')],
  ['nested lists', `${'['.repeat(MAX_BYTES / 2)}${']'.repeat(MAX_BYTES / 2)}`],
  ['one long text', `"${'a'.repeat(MAX_BYTES)}"`],
  ['many keys', `{${repeated('"aaaa":0,')}"b":0}`],
  ['a key that names the prototype', JSON.stringify({ trades: [TRADE] }).replace('{', '{"__proto__":{},')],
  ['bytes that are no text', '\u0000'],
])('%s is refused with at most twenty issues', (_what, text) => {
  const upload = read(text);
  expect('issues' in upload && upload.issues.length).toBeGreaterThan(0);
  expect('issues' in upload && upload.issues.length).toBeLessThanOrEqual(MAX_ISSUES);
});
