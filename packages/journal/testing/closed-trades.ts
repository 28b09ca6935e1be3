/** Trades made up for tests: from net results, or whole made-up records of a trader. */
import { DAY_MS, dayString, HOUR_MS, parseDay } from '@undertow/market';
import { MICROS_PER_UNIT } from '#numbers/money.ts';
import { SeededRandom } from '#numbers/random.ts';
import type { JournalTrade } from '#trades/journal-trade.ts';

const FIRST_DAY = parseDay('2026-01-05');
/** 14:30 UTC: 09:30 in New York in winter. */
const OPEN_MS = 14.5 * HOUR_MS;

let made = 0;

/** A long trade of one ES contract at 09:30 New York that lasted five minutes, changed as requested. */
export function journalTrade(changes: Partial<JournalTrade> = {}): JournalTrade {
  made += 1;
  const exitMs = changes.exitMs ?? FIRST_DAY * DAY_MS + OPEN_MS + 300_000;
  return {
    id: `t${made}`,
    account: 'A1',
    currency: 'USD',
    symbol: 'ESH6',
    root: 'ES',
    side: 'long',
    quantity: 1,
    entryMs: exitMs - 300_000,
    exitMs,
    tradeDay: dayString(Math.floor(exitMs / DAY_MS)),
    entryPrice: null,
    exitPrice: null,
    pointValue: 50,
    grossMicros: null,
    costsMicros: null,
    netMicros: 0,
    maeMicros: null,
    mfeMicros: null,
    plannedRiskMicros: null,
    strategy: null,
    tags: [],
    groupId: `g${made}`,
    flags: [],
    ordinal: made,
    ...changes,
  };
}

/** Day number of the n-th weekday (Monday to Friday) from 5 January 2026 on. */
export function tradingDay(n: number): number {
  return FIRST_DAY + Math.floor(n / 5) * 7 + (n % 5);
}

/** Trades with these net results in money, ten minutes apart, `perDay` of them on each weekday. */
export function tradesOfNets(nets: readonly number[], perDay = nets.length): JournalTrade[] {
  return nets.map((net, at) =>
    journalTrade({
      netMicros: Math.round(net * MICROS_PER_UNIT),
      exitMs: tradingDay(Math.floor(at / perDay)) * DAY_MS + OPEN_MS + (at % perDay) * 600_000,
    }),
  );
}

/**
 * A made-up record: `n` trades at random times of day over `days` weekdays, results normal with the given mean and a
 * standard deviation of 100, costs of 4.50 known, every third with excursions and a planned risk of 100.
 */
export function madeUpRecord(n: number, days: number, seed: number, mean = 0): JournalTrade[] {
  const random = new SeededRandom(seed, 'made-up record');
  const trades: JournalTrade[] = [];
  for (let at = 0; at < n; at++) {
    const day = Math.floor((at * days) / n);
    const sum = random.unit() + random.unit() + random.unit() + random.unit() - 2;
    const netMicros = Math.round((mean + sum * 173.2) * MICROS_PER_UNIT);
    const exitMs = tradingDay(day) * DAY_MS + 8 * HOUR_MS + random.below(12 * HOUR_MS);
    const measured = at % 3 === 0;
    trades.push(
      journalTrade({
        netMicros,
        grossMicros: netMicros + 4_500_000,
        costsMicros: 4_500_000,
        exitMs,
        entryMs: exitMs - 1000 - random.below(1_800_000),
        side: random.below(2) === 0 ? 'long' : 'short',
        root: ['ES', 'NQ', 'CL'][random.below(3)]!,
        strategy: random.below(3) === 0 ? null : `plan ${random.below(4)}`,
        maeMicros: measured ? Math.max(0, -netMicros) + random.below(50_000_000) : null,
        mfeMicros: measured ? Math.max(0, netMicros) + random.below(50_000_000) : null,
        plannedRiskMicros: measured ? 100_000_000 : null,
      }),
    );
  }
  return trades;
}
