import {
  ACTION_BLOCK,
  ACTION_STATUS,
  COL_ACTION,
  COL_AUX,
  InstrumentMarket,
  instrumentBySymbol,
  ROUND_AUCTION,
  ROW_LENGTH,
  rowTimeMs,
  SIMULATED_CALENDAR,
} from '@undertow/market';
import { expect, test } from 'vitest';
import { CLEAN } from '#ground-truth/prevalence.ts';
import { RowBuffer } from '#rows/row-buffer.ts';
import { rowsOf, TEST_START_MS, testSession } from '#testing/session.ts';

interface Auction {
  readonly contracts: number;
  readonly fills: number;
}

/** What a market of the product receives: auctions, block contracts and the statuses in order. */
function read(rows: RowBuffer): {
  auctions: Auction[];
  blocked: number;
  statuses: number[];
  market: InstrumentMarket;
} {
  const auctions: Auction[] = [];
  const statuses: number[] = [];
  const instrument = instrumentBySymbol('ES');
  if (instrument === undefined) throw new RangeError('no ES');
  const market = new InstrumentMarket({
    instrument,
    tier: 'L3',
    calendar: SIMULATED_CALENDAR,
  });
  for (let at = 0; at < rows.count * ROW_LENGTH; at += ROW_LENGTH) {
    if (rows.rows[at + COL_ACTION] === ACTION_STATUS) statuses.push(rows.rows[at + COL_AUX]!);
    const event = market.applyRow(rows.rows, at);
    if (event !== null && event.rounds.count > 0 && event.rounds.kind[0] === ROUND_AUCTION)
      auctions.push({ contracts: event.rounds.size[0]!, fills: event.fills.count });
  }
  return { auctions, statuses, blocked: market.facts.blockVolume, market };
}

test('a session that begins before the opening opens with one print of dozens of fills and no aggressor', () => {
  const rows = rowsOf(testSession('ES', 3, { openingAuction: true }), 120);
  const { auctions, statuses, market } = read(rows);
  expect(statuses).toEqual([0, 1]);
  expect(auctions.length).toBe(1);
  expect(auctions[0]?.fills).toBeGreaterThan(24);
  expect(auctions[0]?.contracts).toBeGreaterThan(24);
  expect(market.status).toBe('open');
  expect(market.orders?.unknownOrderEvents).toBe(0);
});

test('on the exchange’s clock trading stops at 16:00 Chicago and opens again at 17:00 with an auction', () => {
  // Tuesday 2026-03-03, 15:59 in Chicago.
  const startMs = Date.UTC(2026, 2, 3, 21, 59);
  const session = testSession('ES', 1, { startMs, timeOfDay: 'exchange' });
  const rows = new RowBuffer();
  session.advance(startMs + 62 * 60_000, rows);
  const { auctions, statuses } = read(rows);
  expect(statuses).toEqual([3, 1]);
  expect(auctions.length).toBe(1);
  let between = 0;
  for (let at = 0; at < rows.count * ROW_LENGTH; at += ROW_LENGTH) {
    const timeMs = rowTimeMs(rows.rows, at);
    if (timeMs > startMs + 61_000 && timeMs < startMs + 3_659_000) between++;
  }
  expect(between).toBe(0);
});

test('blocks are reported as rows of their own, with labels of the same contracts', () => {
  const session = testSession('ES', 5, { agents: { ...CLEAN, blocksPerHour: 120 } });
  const rows = rowsOf(session, 1200);
  const labels = session.finish().filter((label) => label.type === 'block');
  let reported = 0;
  for (let at = 0; at < rows.count * ROW_LENGTH; at += ROW_LENGTH)
    if (rows.rows[at + COL_ACTION] === ACTION_BLOCK) reported++;
  expect(labels.length).toBeGreaterThan(10);
  expect(reported).toBe(labels.length);
  expect(read(rows).blocked).toBe(labels.reduce((sum, label) => sum + label.qty, 0));
  for (const label of labels) expect(label.t1Ns).toBeGreaterThan(label.t0Ns);
});

test('the open is several times busier than lunch', () => {
  const rowsFrom = (hour: number, minute: number): number => {
    const startMs = Date.UTC(2026, 2, 3, hour + 6, minute);
    const session = testSession('ES', 2, { startMs, timeOfDay: 'exchange', scenario: 'clean' });
    const rows = new RowBuffer();
    session.advance(startMs + 20 * 60_000, rows);
    return rows.count;
  };
  const ratio = rowsFrom(8, 30) / rowsFrom(12, 0);
  expect(ratio).toBeGreaterThan(3);
  expect(ratio).toBeLessThan(8);
});

test('the venue opens where it begins unless configured to wait', () => {
  const rows = rowsOf(testSession('ES', 3), 60);
  expect(read(rows).statuses).toEqual([]);
  expect(rowTimeMs(rows.rows, (rows.count - 1) * ROW_LENGTH)).toBeLessThanOrEqual(TEST_START_MS + 60_000);
});
