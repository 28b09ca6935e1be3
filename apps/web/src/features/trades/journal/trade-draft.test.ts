/** The form of a trade against the contract. */
import { newTrade, type TradeDto } from '@undertow/contracts';
import { expect, test } from 'vitest';
import { changesOf, draftOf, emptyDraft, tradeDraft } from './trade-draft.ts';

const NOW_MS = Date.UTC(2026, 10, 22, 9, 30, 5);
const filled = { ...emptyDraft(NOW_MS), instrumentSymbol: ' ES ', entryPrice: '4567.25' };
const trade: TradeDto = {
  id: 't1',
  platform: 'Manual',
  instrumentSymbol: 'ES',
  tradeType: 'BUY',
  entryPrice: '4567.25',
  exitPrice: '4570.00',
  quantity: '2',
  entryTime: '2026-11-20T14:30:00.250Z',
  exitTime: '2026-11-20T14:45:00.000Z',
  pnl: '275.00',
  commission: '4.20',
  strategy: 'Opening drive',
  notes: null,
  status: 'closed',
  account: 'Sim101',
  root: 'ES',
  currency: 'USD',
  entryTimeKnown: true,
  fees: null,
  swap: null,
  net: '270.80',
  mae: null,
  mfe: null,
  plannedStop: null,
  tags: ['fomc', 'late'],
  tradeDay: '2026-11-20',
  flags: [],
  importId: null,
};

const problems = (change: Partial<typeof filled>): string[] =>
  tradeDraft.safeParse({ ...filled, ...change }).error?.issues.map(({ path }) => String(path[0])) ?? [];

test('platform, symbol and entry price are enough, and what they give is what the contract takes', () => {
  const { data } = tradeDraft.safeParse(filled);
  expect(newTrade.safeParse(data).success).toBe(true);
  expect(data).toMatchObject({ instrumentSymbol: 'ES', quantity: '1', exitTime: null, commission: '0' });
});

test('what is missing or no number is named by its field', () => {
  expect(problems({ platform: ' ' })).toEqual(['platform']);
  expect(problems({ instrumentSymbol: '', entryPrice: '' })).toEqual(['instrumentSymbol', 'entryPrice']);
  expect(problems({ entryPrice: '1e5' })).toEqual(['entryPrice']);
  expect(problems({ quantity: '0' })).toEqual(['quantity']);
  expect(problems({ currency: 'dollars' })).toEqual(['currency']);
  expect(problems({ exitTime: '2020-01-01T00:00:00' })).toEqual(['exitTime']);
  expect(problems({ tags: 'x'.repeat(41) })).toEqual(['tags']);
});

test('numbers without a digit at one end are read, and tags are separated by commas, once each', () => {
  const { data } = tradeDraft.safeParse({ ...filled, entryPrice: '-.5', pnl: '7.', tags: ' a, b,,a ' });
  expect(data).toMatchObject({ entryPrice: '-0.5', pnl: '7', tags: ['a', 'b'] });
});

test('saving an unchanged trade changes nothing, not even the milliseconds that the form does not show', () => {
  const same = tradeDraft.parse(draftOf(trade));
  expect(changesOf(trade, same)).toEqual({});
  const other = tradeDraft.parse({ ...draftOf(trade), strategy: '', tags: 'fomc' });
  expect(changesOf(trade, other)).toEqual({ strategy: null, tags: ['fomc'] });
});
