/** The day of an account that connects in its middle: VWAP, profile and volume are those of every trade that the exchange made. */
import { type Feed, openRithmicFeed, openSimulatedVenue, SystemList } from '@undertow/feeds';
import {
  ACTION_TRADE,
  CME_CALENDAR,
  COL_ACTION,
  type Instrument,
  instrumentById,
  MarketFacts,
  MINUTE_MS,
  ROW_LENGTH,
  rowWholeMs,
} from '@undertow/market';
import { type Gateway, startGateway } from '@undertow/sandbox/src/rithmic/gateway/start-gateway.ts';
import { AccountPast } from '@undertow/server/src/live/account-feed/account-past.ts';
import { FirstMinutes } from '@undertow/server/src/live/account-feed/first-minutes.ts';
import { PlantHistory } from '@undertow/server/src/live/account-feed/plant-history.ts';
import { InstrumentSession } from '@undertow/server/src/live/session/instrument-session.ts';
import { readStoredPast } from '@undertow/server/src/live/session/stored-past.ts';
import { createLog } from '@undertow/server/src/logging/log.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addressOf, ES, loginWith } from './gateway-rig.ts';

/** A Wednesday on which the exchange is open, whenever the test runs; its clock goes on. */
const SHIFT_MS = Date.UTC(2026, 10, 18, 16, 0, 20) - Date.now();
const nowMs = (): number => Date.now() + SHIFT_MS;
const log = createLog('silent');

/** Trades of the exchange, in their order. */
const trades: Int32Array[] = [];
let gateway: Gateway;
let feed: Awaited<ReturnType<typeof openRithmicFeed>>;

/** The exchange, with a copy of each trade. */
function watched(exchange: Feed): Feed {
  const open: Feed['open'] = (id, listener) =>
    exchange.open(id, {
      onBatch: (batch) => {
        for (let at = 0; at < batch.count * ROW_LENGTH; at += ROW_LENGTH)
          if (batch.rows[at + COL_ACTION] === ACTION_TRADE)
            trades.push(batch.rows.slice(at, at + ROW_LENGTH));
        listener.onBatch(batch);
      },
      onTransport: (state, cause) => listener.onTransport(state, cause),
      onEnd: () => listener.onEnd(),
    });
  return new Proxy(exchange, {
    get: (target, key) => {
      const value: unknown = key === 'open' ? open : Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

beforeAll(async () => {
  const exchange = openSimulatedVenue({ instruments: [ES], nowMs, seed: 5, historyMinutes: 10 });
  const settings = { port: 0, host: '127.0.0.1', instruments: [ES], historyMinutes: 10 };
  gateway = await startGateway(settings, { feed: watched(exchange), nowMs });
  feed = await openRithmicFeed({
    ...{ gateway: addressOf(gateway), credentials: loginWith('paper'), instruments: [ES] },
    ...{ nowMs, random: Math.random, systems: new SystemList() },
    ...{ onState: () => undefined, onAccount: () => undefined },
  });
  // The exchange makes its history for the first request: on a busy machine longer than a session waits for it
  const past = await feed.minuteBars(ES, nowMs() - 10 * MINUTE_MS, nowMs());
  expect(past.length).toBeGreaterThan(5);
}, 120_000);
afterAll(async () => {
  await feed?.close();
  await gateway?.close();
});

const factsOf = ({ profile, vwapTicks, volume, levels }: MarketFacts) => ({
  ...{ profile: profile.rows(), vwapTicks, volume },
  range: [levels.dayLowTicks, levels.dayHighTicks],
});

test('what history and the live rows give together is what all trades give', async () => {
  const instrument = instrumentById(ES) as Instrument;
  const contractOf = (id: number) => feed.contractOf(id).code;
  const past = new AccountPast({ plant: new PlantHistory({ feed, log }), market: null, contractOf });
  // Nothing was requested of it before the minute was over, as in a server minutes later
  const later = new FirstMinutes({ plant: new PlantHistory({ feed, log }), source: feed.source, log });
  const began = Promise.withResolvers<{ facts: MarketFacts; firstMs: number }>();
  const session = new InstrumentSession({
    ...{ feed, instrument, calendar: CME_CALENDAR, ...(await readStoredPast(past, feed, ES)) },
    ...{ onUpdate: () => undefined, onResync: () => undefined, onMid: () => undefined },
    onDiscontinuity: () => undefined,
    onFault: (error) => began.reject(error),
    onRestored: (facts, firstMs) => began.resolve({ facts, firstMs }),
  });
  // In the middle of a minute: of its beginning there are trades, and its end is near
  await expect.poll(() => Math.abs((nowMs() % MINUTE_MS) - 25_000), { timeout: 60_000 }).toBeLessThan(20_000);
  session.open();
  const { facts, firstMs } = await began.promise;
  later.begin(ES, facts, firstMs);
  const minuteMs = Math.floor(firstMs / MINUTE_MS) * MINUTE_MS;
  await expect
    .poll(() => facts.bars.last(1)[0]?.startMs, { timeout: 90_000 })
    .toBeGreaterThanOrEqual(minuteMs);
  gateway.freezeMarket();
  let seen = -1;
  await expect
    .poll(
      () => {
        const isQuiet = facts.tape.total === seen;
        seen = facts.tape.total;
        return isQuiet;
      },
      { interval: 500 },
    )
    .toBe(true);

  const known = trades.filter((row) => rowWholeMs(row, 0) < minuteMs || rowWholeMs(row, 0) >= firstMs);
  // Something is to be completed, and the minutes before are there already
  expect(trades.length).toBeGreaterThan(known.length);
  expect(facts.volume).toBeGreaterThan(trades.length - known.length);
  await later.check(minuteMs + 200_000);
  const whole = new MarketFacts({ instrument, calendar: CME_CALENDAR });
  // The gateway may hold back what the exchange made since it was frozen
  for (const row of trades) {
    whole.applyRow(row, 0);
    if (whole.volume >= facts.volume) break;
  }
  expect(factsOf(facts)).toEqual(factsOf(whole));
  session.close();
}, 240_000);
