/** What the store gives is what the statistics are about: figures of stored trades are those of the trades themselves. */
import { exchangeDayOf, formatMicros, type JournalTrade, positionsOf, summaryOf } from '@undertow/journal';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#adapters/storage/database/database.ts';
import { sql } from '#adapters/storage/database/orm.ts';
import { createTradeStore } from '#adapters/storage/journal/journal-trades.ts';
import type { TradeFacts } from '#ports/journal.ts';
import { openMemoryDatabase } from '#testing/database/databases.ts';
import { seedOfTrades } from './journal-seed.ts';
import { LoadedJournal } from './loaded-journal.ts';
import { analysisResponse, statisticsResponse } from './statistics-response.ts';

let database: Database;
beforeAll(async () => {
  database = await openMemoryDatabase();
});
afterAll(() => database.close());

const START_MS = Date.UTC(2026, 0, 5, 15);

const tradeFacts = fc
  .record({
    net: fc.integer({ min: -2_000_000_000, max: 2_000_000_000 }),
    costs: fc.option(fc.integer({ min: 0, max: 20_000_000 })),
    minutes: fc.integer({ min: 0, max: 60 * 24 * 60 }),
    held: fc.integer({ min: 0, max: 600 }),
    root: fc.constantFrom('ES', 'NQ', 'CL'),
    side: fc.constantFrom('long' as const, 'short' as const),
    group: fc.integer({ min: 0, max: 60 }),
    currency: fc.constantFrom('USD', 'USD', 'USD', 'EUR'),
    isOpen: fc.integer({ min: 0, max: 9 }).map((roll) => roll === 0),
  })
  .map(({ net, costs, minutes, held, root, side, group, currency, isOpen }): Omit<TradeFacts, 'key'> => {
    const entryAtMs = START_MS + minutes * 60_000;
    const exitAtMs = isOpen ? null : entryAtMs + held * 1_000;
    return {
      groupId: `g${group}`,
      platform: 'test',
      account: 'A',
      symbol: `${root}Z6`,
      root,
      currency,
      side,
      status: isOpen ? 'open' : 'closed',
      quantity: '2',
      entryAtMs,
      entryKnown: true,
      exitAtMs,
      tradeDay: exchangeDayOf(exitAtMs ?? entryAtMs),
      entryPrice: '4500.25',
      exitPrice: isOpen ? null : '4501.00',
      pointValue: '50',
      grossMicros: isOpen ? null : net + (costs ?? 0),
      commissionMicros: costs,
      feesMicros: null,
      swapMicros: null,
      netMicros: isOpen ? null : net,
      pnlSource: 'file',
      maeMicros: null,
      mfeMicros: null,
      plannedStop: '4498.25',
      strategy: null,
      notes: null,
      tags: [],
      flags: [],
      legs: [],
      raw: null,
    };
  });

/** The trade as the statistics take it. */
function journalTrade(facts: TradeFacts, place: number): JournalTrade {
  const costsMicros = facts.commissionMicros;
  return {
    id: String(place),
    account: facts.account,
    currency: facts.currency,
    symbol: facts.symbol,
    root: facts.root,
    side: facts.side,
    quantity: 2,
    entryMs: facts.entryAtMs,
    exitMs: facts.exitAtMs ?? 0,
    tradeDay: facts.tradeDay ?? '',
    entryPrice: 4500.25,
    exitPrice: 4501,
    pointValue: 50,
    grossMicros: facts.grossMicros,
    costsMicros,
    netMicros: facts.netMicros ?? 0,
    maeMicros: null,
    mfeMicros: null,
    plannedRiskMicros: 200_000_000 + (costsMicros ?? 0),
    strategy: null,
    tags: [],
    groupId: facts.groupId,
    flags: [],
    ordinal: place,
  };
}

let people = 0;

async function stored(trades: readonly TradeFacts[]): Promise<LoadedJournal> {
  people += 1;
  const userId = `person-${people}`;
  await database.orm.execute(
    sql`INSERT INTO users (id, issuer, sub, role, created_at_ms) VALUES (${userId}, 'i', ${userId}, 'user', 0)`,
  );
  const store = createTradeStore(database.orm);
  for (const facts of trades) await store.insert(userId, facts, 0);
  const journal = new LoadedJournal(userId);
  for await (const rows of store.rows(userId)) journal.take(rows);
  return journal;
}

test('statistics of the store are those of the trades', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(tradeFacts, { maxLength: 60 }), async (made) => {
      const facts = made.map((trade, place) => ({ ...trade, key: `k${place}` }));
      const journal = await stored(facts);
      const closed = facts.map(journalTrade).filter((_, place) => facts[place]?.status === 'closed');
      const counts = Map.groupBy(closed, ({ currency }) => currency);
      const euros = counts.get('EUR')?.length ?? 0;
      const dollars = counts.get('USD')?.length ?? 0;
      const currency = closed.length === 0 ? null : euros >= dollars ? 'EUR' : 'USD';
      const rows = closed.filter((trade) => trade.currency === currency);
      const positions = positionsOf(rows);
      const expected = summaryOf(positions, { seed: seedOfTrades(journal.userId, positions) });
      const task = {
        kind: 'statistics',
        ids: null,
        currency,
        view: 'positions',
        startBalance: null,
      } as const;
      const response = statisticsResponse(journal, task);
      expect(response.closed).toBe(expected.closed);
      expect(response.days).toBe(expected.days);
      expect(response.calendar.map(({ day, net }) => [day, net])).toEqual(
        expected.calendar.map(({ day, netMicros }) => [day, formatMicros(netMicros)]),
      );
      const figure = (name: string) => response.figures.find((one) => one.name === name)?.statistic;
      expect(figure('winRate')?.n).toBe(expected.figures.winRate.n);
      expect(figure('expectancyR')?.judged).toBe(expected.figures.expectancyR.judged);
      const analysis = analysisResponse(journal);
      const net = rows.reduce((sum, { netMicros }) => sum + netMicros, 0);
      expect(Math.round((Number(analysis.grossProfit) + Number(analysis.grossLoss)) * 1e6) / 1e6).toBeCloseTo(
        net / 1e6,
        5,
      );
      if (currency !== null) expect(analysis.wins + analysis.losses + analysis.zero).toBe(rows.length);
    }),
    { numRuns: 12 },
  );
});

test('the cards show the worked example of the reference', async () => {
  const net = [120, -80, 45, 0, -60, 210, -150, 30, -20, 95];
  const [sample] = fc.sample(tradeFacts, { numRuns: 1, seed: 1 });
  if (sample === undefined) throw new Error('no sample');
  const journal = await stored(
    net.map((amount, place) => ({
      ...sample,
      key: `e${place}`,
      groupId: `e${place}`,
      status: 'closed',
      currency: 'USD',
      entryAtMs: START_MS + place * 60_000,
      exitAtMs: START_MS + place * 60_000 + 1_000,
      tradeDay: '2026-01-05',
      netMicros: amount * 1_000_000,
    })),
  );
  expect(analysisResponse(journal)).toMatchObject({
    totalTrades: 10,
    winRate: 50,
    winRateInterval: [18.7, 81.3],
    profitFactor: 1.61,
    maxDrawdown: '150.00',
    grossProfit: '500.00',
    grossLoss: '-310.00',
    wins: 5,
    losses: 4,
    zero: 1,
    drawdown: { peak: '2026-01-05', trough: '2026-01-05', recovered: null },
  });
});

test('an empty journal has no figures but a reason', () => {
  const empty = new LoadedJournal('nobody');
  expect(analysisResponse(empty)).toMatchObject({
    totalTrades: 0,
    winRate: null,
    profitFactor: null,
    maxDrawdown: null,
    currency: null,
    profitFactorReason: 'no-trades',
  });
});
