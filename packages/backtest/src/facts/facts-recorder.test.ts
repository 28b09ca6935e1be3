/** Facts are recorded as they became known: worst quotes of seconds, minutes that are over, states of findings, gaps and halts. */
import {
  ACTION_STATUS,
  COL_ACTION,
  COL_AUX,
  COL_FLAGS,
  COL_TIME_HI,
  COL_TIME_LO,
  FLAG_LAST,
  FLAG_MAYBE_BAD_BOOK,
  type FlowEvent,
  InstrumentMarket,
  nsHi,
  nsLo,
  ROW_LENGTH,
  seededDraws,
  TRADING_STATUSES,
  type TradingStatus,
} from '@undertow/market';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RowScript } from '#testing/made-rows.ts';
import { CALENDAR, ES, madeSession, randomEvents } from '#testing/made-session.ts';
import { factsBytes, readFacts } from './facts-bytes.ts';
import { FactsRecorder } from './facts-recorder.ts';
import { NO_ASK, NO_BID } from './quote-columns.ts';
import type { SessionFacts } from './session-facts.ts';

const OPEN = CALENDAR.sessionBounds('2026-03-02').openMs;
const DAY = 86_400_000;

function recorder() {
  const sessions: SessionFacts[] = [];
  const market = new InstrumentMarket({ instrument: ES, tier: 'L3', calendar: CALENDAR });
  const facts = new FactsRecorder({
    market,
    calendar: CALENDAR,
    source: 'replay',
    detectors: '1',
    contract: 'ESH6',
    isLastOfContract: () => false,
    onSession: (session) => sessions.push(session),
  });
  const play = (script: RowScript): void => {
    for (const row of script.rows.splice(0)) facts.applyRow(row, 0);
  };
  return { facts, sessions, play };
}

function statusRow(atMs: number, status: TradingStatus, flags = FLAG_LAST): Int32Array {
  const row = new Int32Array(ROW_LENGTH);
  const timeNs = BigInt(atMs) * 1_000_000n;
  row[COL_ACTION] = ACTION_STATUS;
  row[COL_AUX] = TRADING_STATUSES.indexOf(status);
  row[COL_TIME_HI] = nsHi(timeNs);
  row[COL_TIME_LO] = nsLo(timeNs);
  row[COL_FLAGS] = flags;
  return row;
}

const event = (part: Partial<FlowEvent>): FlowEvent =>
  ({
    id: 'a',
    type: 'iceberg',
    side: 'bid',
    priceTicks: 100,
    priceLowTicks: 100,
    priceHighTicks: 101,
    size: 10,
    exact: true,
    confidence: 1,
    status: 'open',
    degraded: false,
    ...part,
  }) as FlowEvent;

const book = (): RowScript =>
  new RowScript()
    .add(OPEN + 1000, 1, 'bid', 100, 5)
    .add(OPEN + 1000, 2, 'ask', 101, 7)
    .add(OPEN + 1000, 3, 'bid', 98, 4)
    .add(OPEN + 1000, 4, 'ask', 104, 3);

test('a second holds the worst quotes of all its instants, also when they return', () => {
  const { facts, sessions, play } = recorder();
  play(
    book()
      .cancel(OPEN + 5200, 1)
      .add(OPEN + 5400, 5, 'bid', 100, 6)
      .trade(OPEN + 5600, 'buy', [[2, 3]])
      .add(OPEN + 8000, 6, 'bid', 97, 1),
  );
  facts.finish();
  const quotes = (sessions[0] as SessionFacts).quotes.columns();
  const at = quotes.second.indexOf(5);
  const value = (name: Exclude<keyof typeof quotes, 'count'>) => quotes[name][at];
  expect([value('bidLow'), value('bidClose'), value('askHigh'), value('askClose')]).toEqual([
    98, 100, 101, 101,
  ]);
  expect([value('tradeLow'), value('tradeHigh'), value('tradeLast')]).toEqual([101, 101, 101]);
  expect([value('bidSize'), value('askSize'), value('bidDepth'), value('askDepth')]).toEqual([6, 4, 10, 7]);
  expect(quotes.second).not.toContain(6);
});

test('an empty side has no quote', () => {
  const { facts, sessions, play } = recorder();
  play(new RowScript().add(OPEN + 1000, 1, 'bid', 100, 5).add(OPEN + 3000, 2, 'bid', 99, 5));
  facts.finish();
  const quotes = (sessions[0] as SessionFacts).quotes.columns();
  expect([quotes.bidLow[0], quotes.askHigh[0]]).toEqual([NO_BID, NO_ASK]);
});

test('a state of a finding is known from the next millisecond on, and one that is nowhere beyond the others is left out', () => {
  const { facts, sessions, play } = recorder();
  play(book());
  facts.addFinding(event({}));
  facts.addFinding(event({ size: 5 }));
  play(new RowScript().add(OPEN + 9000, 7, 'bid', 90, 1));
  facts.addFinding(event({ size: 30 }));
  facts.addFinding(event({ size: 20, perDay: 4 }));
  facts.addFinding(event({ size: 20, priceLowTicks: 99 }));
  facts.finish();
  const { findings } = sessions[0] as SessionFacts;
  expect([...findings.knownMs]).toEqual([OPEN + 1001, OPEN + 9001, OPEN + 9001]);
  expect([...findings.size]).toEqual([10, 30, 20]);
  expect(findings.ids).toEqual(['a']);
});

test.each([
  { status: 'expired' },
  { status: 'failed' },
  { degraded: true },
  { isWithdrawn: true },
  { state: 'experimental' },
  { state: 'unavailable' },
] as const)('a state that no rule waits for is left out: %o', (part) => {
  const { facts, sessions, play } = recorder();
  play(book());
  facts.addFinding(event(part));
  facts.finish();
  expect(sessions[0]?.findings.count).toBe(0);
});

test('gaps, silence and halts are spans, and a minute is known when it is over', () => {
  const { facts, sessions, play } = recorder();
  play(book().trade(OPEN + 30_000, 'buy', [[2, 1]]));
  facts.applyRow(statusRow(OPEN + 40_000, 'open', FLAG_LAST | FLAG_MAYBE_BAD_BOOK), 0);
  facts.applyRow(statusRow(OPEN + 50_000, 'halt'), 0);
  facts.applyRow(statusRow(OPEN + 55_000, 'open'), 0);
  play(new RowScript().add(OPEN + 400_000, 8, 'bid', 90, 1));
  facts.finish();
  const { spans, minutes, recorded } = sessions[0] as SessionFacts;
  expect(spans.map(({ kind, fromMs, toMs }) => [kind, fromMs - OPEN, toMs - OPEN])).toEqual([
    ['gap', 30_000, 40_001],
    ['halt', 50_000, 55_000],
    ['gap', 55_000, 400_001],
  ]);
  expect([minutes.count, minutes.minute[0], minutes.closeTicks[0], minutes.volume[0]]).toEqual([
    1, 0, 101, 1,
  ]);
  expect(recorded).toEqual({ openMs: OPEN + 1000, closeMs: OPEN + 400_001 });
});

test('a trading day that ends is handed out, and the next one begins', () => {
  const { facts, sessions, play } = recorder();
  play(book());
  play(new RowScript().add(OPEN + DAY + 1000, 20, 'bid', 95, 1));
  expect(sessions.map(({ tradingDay }) => tradingDay)).toEqual(['2026-03-02']);
  facts.finish();
  expect(sessions.map(({ tradingDay }) => tradingDay)).toEqual(['2026-03-02', '2026-03-03']);
});

test('facts as bytes are the same facts again', () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer({ min: 0, max: 40 }), (seed, count) => {
      const events = randomEvents(seededDraws(seed), count, 5400);
      const facts = madeSession({ tradingDay: '2026-03-02', seed, events, seconds: 5400 });
      expect(readFacts(factsBytes(facts))).toEqual(facts);
    }),
    { numRuns: 20 },
  );
});

test('bytes that are no facts are refused', () => {
  const bytes = factsBytes(madeSession({ tradingDay: '2026-03-02', seed: 1, seconds: 600 }));
  expect(() => readFacts(bytes.subarray(0, bytes.length - 5))).toThrow(RangeError);
  expect(() => readFacts(new Uint8Array(0))).toThrow();
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (noise) => {
      expect(() => readFacts(noise)).toThrow();
    }),
  );
  const other = factsBytes({
    ...madeSession({ tradingDay: '2026-03-02', seed: 1, seconds: 60 }),
    version: 0,
  });
  expect(() => readFacts(other)).toThrow(/expected facts of version 3, got 0/);
});
