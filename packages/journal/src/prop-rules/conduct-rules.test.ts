/** Contracts open at once, and positions in the closing minutes. */
import { MINUTE_MS } from '@undertow/market';
import { expect, test } from 'vitest';
import { journalTrade } from '#testing/closed-trades.ts';
import type { JournalTrade } from '#trades/journal-trade.ts';
import { accountPathOf } from './account-path.ts';
import { closingMinutesState, maxContractsState } from './conduct-rules.ts';

const MIDNIGHT = Date.UTC(2026, 0, 6, 6);

/** A trade of 6 January 2026, from and to minutes after midnight in Chicago (UTC is six hours ahead). */
const held = (from: number | null, to: number, more: Partial<JournalTrade> = {}) =>
  journalTrade({
    entryMs: from === null ? null : MIDNIGHT + from * MINUTE_MS,
    exitMs: MIDNIGHT + to * MINUTE_MS,
    tradeDay: '2026-01-06',
    ...more,
  });

const most = (limit: number, ...trades: readonly JournalTrade[]) =>
  maxContractsState(accountPathOf(trades), limit);
const closing = (minutes: number, ...trades: readonly JournalTrade[]) =>
  closingMinutesState(accountPathOf(trades), minutes);

test('long and short contracts open at once are added up', () => {
  const state = most(
    5,
    held(600, 620, { quantity: 2 }),
    held(610, 630, { quantity: 2, side: 'short' }),
    held(640, 650, { quantity: 3 }),
  );
  expect(state).toMatchObject({
    rule: 'max-contracts',
    label: 'Max contracts',
    state: 'ok',
    unit: 'contracts',
    value: 4,
    limit: 5,
    left: 1,
    bound: 'exact',
    breachedAtMs: null,
    breachedBy: null,
    text: 'At most 4 contracts were open at once (ten micros count as one).',
  });
});

test('the full size that is allowed is kept, one more is a breach by the trade that opened it', () => {
  const trades = [held(600, 620, { quantity: 2 }), held(610, 630, { quantity: 1 }), held(615, 618)];
  expect(most(4, ...trades)).toMatchObject({ state: 'ok', value: 4, left: 0 });
  expect(most(3, ...trades)).toMatchObject({
    state: 'breached',
    value: 4,
    left: -1,
    breachedBy: trades[2]?.id,
    breachedAtMs: MIDNIGHT + 615 * MINUTE_MS,
    text: 'Breached at 2026-01-06 10:15 Chicago. At most 4 contracts were open at once (ten micros count as one).',
  });
});

test('one contract is one, in the singular', () => {
  expect(most(3, held(600, 620)).text).toBe('At most 1 contract was open at once (ten micros count as one).');
  expect(most(3).text).toBe('At most 0 contracts were open at once (ten micros count as one).');
});

test('a position that is turned at one instant is not two', () => {
  expect(most(3, held(600, 620, { quantity: 3 }), held(620, 640, { quantity: 3, side: 'short' })).value).toBe(
    3,
  );
  expect(most(3, held(600, 620.01, { quantity: 3 }), held(620, 640, { quantity: 3 })).value).toBe(6);
});

test('a trade that opens and closes at one instant was open', () => {
  expect(most(3, held(600, 600, { quantity: 2 })).value).toBe(2);
  expect(most(3, held(600, 600, { quantity: 2 }), held(600, 600, { quantity: 2 })).value).toBe(4);
});

test('micros are tenths, and ten of them exactly one contract in any sum', () => {
  const micros = Array.from({ length: 30 }, (_, at) => held(600 + at, 700, { root: 'MNQ', quantity: 1 }));
  expect(most(3, ...micros)).toMatchObject({ state: 'ok', value: 3, left: 0 });
  expect(most(2.9, ...micros)).toMatchObject({ state: 'breached', value: 3, left: -0.1 });
  expect(most(1, held(600, 620, { root: 'MES', quantity: 4 }))).toMatchObject({ value: 0.4, left: 0.6 });
});

test('without an entry time the contracts count at the exit, which is a lower bound', () => {
  expect(most(5, held(null, 620, { quantity: 3 }), held(610, 630, { quantity: 2 }))).toMatchObject({
    value: 5,
    bound: 'at-least',
  });
  expect(most(5, held(null, 605, { quantity: 3 }), held(610, 630, { quantity: 2 })).value).toBe(3);
});

test('flat at the first of the closing minutes is in time, a second later is not', () => {
  // Ten minutes before 16:00, minute 960.
  expect(closing(10, held(900, 950))).toMatchObject({
    rule: 'closing-minutes',
    label: 'Flat before the close',
    state: 'ok',
    unit: 'trades',
    value: 0,
    limit: 0,
    left: null,
    bound: 'exact',
    text: 'Nothing was open in the last 10 minutes before 16:00 Chicago.',
  });
  expect(closing(10, held(900, 950 + 1 / 60)).state).toBe('breached');
  expect(closing(1, held(900, 959)).text).toContain('in the last 1 minute before');
});

test('late trades are counted, and the first of them is named', () => {
  const trades = [held(900, 955), held(940, 958), held(600, 610)];
  expect(closing(10, ...trades)).toMatchObject({
    state: 'breached',
    value: 2,
    breachedBy: trades[0]?.id,
    breachedAtMs: MIDNIGHT + 955 * MINUTE_MS,
    text: '2 trades were open in the last 10 minutes before 16:00 Chicago. Breached at 2026-01-06 15:55 Chicago.',
  });
  expect(closing(10, held(900, 955)).text).toBe(
    '1 trade was open in the last 10 minutes before 16:00 Chicago. Breached at 2026-01-06 15:55 Chicago.',
  );
});

test('a trade of the evening session belongs to the next close', () => {
  // 17:00 to 15:49 of the next day, and to 15:51.
  expect(closing(10, held(1020, 1440 + 949)).state).toBe('ok');
  expect(closing(10, held(1020, 1440 + 951)).state).toBe('breached');
  // Entered at 16:00 itself: the close is over.
  expect(closing(10, held(960, 970)).state).toBe('ok');
  expect(closing(10, held(959, 970)).state).toBe('breached');
});

test('a trade held over a weekend counts for the close before it, one of Sunday evening for Monday’s', () => {
  // 9 January 2026 is the Friday three days later.
  const friday = 3 * 1440;
  expect(closing(10, held(friday + 900, friday + 3 * 1440 + 600)).state).toBe('breached');
  const sunday = friday + 2 * 1440;
  expect(closing(10, held(sunday + 1020, sunday + 1440 + 600)).state).toBe('ok');
  expect(closing(10, held(sunday + 1020, sunday + 1440 + 955)).state).toBe('breached');
  // Opened after Friday's close, where a venue trades on: Saturday has no close.
  expect(closing(10, held(friday + 970, friday + 1440 + 1100)).state).toBe('ok');
});

test('the close is at 16:00 Chicago on both sides of the change to daylight time', () => {
  const on = (exitMs: number) => closing(10, journalTrade({ entryMs: exitMs - MINUTE_MS, exitMs }));
  // 6 March 2026: 15:49 and 15:51 are 21:49 and 21:51 UTC; 9 March, after the change: 20:49 and 20:51.
  expect(on(Date.UTC(2026, 2, 6, 21, 49)).state).toBe('ok');
  expect(on(Date.UTC(2026, 2, 6, 21, 51)).state).toBe('breached');
  expect(on(Date.UTC(2026, 2, 9, 20, 49)).state).toBe('ok');
  expect(on(Date.UTC(2026, 2, 9, 20, 51)).state).toBe('breached');
  expect(on(Date.UTC(2026, 2, 9, 21, 51)).state).toBe('ok');
});

test('a trade over several days was open at every close in between', () => {
  expect(closing(10, held(600, 3 * 1440 + 610)).value).toBe(1);
});

test('without entry times the count of late trades is a lower bound', () => {
  expect(closing(10, held(null, 1000))).toMatchObject({ state: 'ok', bound: 'at-least' });
  expect(closing(10, held(null, 955))).toMatchObject({ state: 'breached', bound: 'at-least' });
});
