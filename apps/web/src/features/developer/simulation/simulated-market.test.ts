/** The market of the developer pages: whole minutes of the simulator, the same again for everybody. */
import { expect, test } from 'vitest';
import { SimulatedMarket } from './simulated-market.ts';
import {
  BOOK_LEVELS,
  SIMULATED_INSTRUMENTS,
  SIMULATION_START_MS,
  UPDATE_MARKET_MS,
} from './simulation-settings.ts';

const MINUTES = 12;

test('the instruments, base prices and ticks are those of the specification', () => {
  const facts = SIMULATED_INSTRUMENTS.map(({ symbol, basePriceTicks, tickNanos }) => [
    symbol,
    (basePriceTicks * tickNanos) / 1e9,
    tickNanos / 1e9,
  ]);
  expect(facts).toEqual([
    ['ES', 4567.25, 0.25],
    ['NQ', 15842.75, 0.25],
    ['YM', 35123, 1],
    ['CL', 73.45, 0.01],
    ['GC', 2156.8, 0.1],
  ]);
});

test.each(SIMULATED_INSTRUMENTS)(
  '$symbol: a tick is the bar of its minute, opened where the catalogue says',
  (instrument) => {
    const market = new SimulatedMarket(instrument);
    const minutes = Array.from({ length: MINUTES }, () => market.next());
    expect(minutes.map(({ timeMs }) => timeMs)).toEqual(
      minutes.map((_, at) => SIMULATION_START_MS + (at + 1) * UPDATE_MARKET_MS),
    );
    for (const { tick, timeMs } of minutes) {
      if (tick === null) continue;
      expect(tick.startMs).toBe(timeMs - UPDATE_MARKET_MS);
      expect(tick.highTicks).toBeGreaterThanOrEqual(Math.max(tick.openTicks, tick.closeTicks));
      expect(tick.lowTicks).toBeLessThanOrEqual(Math.min(tick.openTicks, tick.closeTicks));
      expect(tick.volume).toBeGreaterThan(0);
    }
    const first = minutes.find(({ tick }) => tick !== null)?.tick;
    expect(Math.abs((first?.openTicks ?? 0) - instrument.basePriceTicks)).toBeLessThan(20);
  },
);

test('the book has five levels a side, the best first, and does not cross', () => {
  const market = new SimulatedMarket(SIMULATED_INSTRUMENTS[0]!);
  for (let minute = 0; minute < MINUTES; minute += 1) {
    const { book } = market.next();
    const bids = book.filter(({ side }) => side === 'bid').map(({ priceTicks }) => priceTicks);
    const asks = book.filter(({ side }) => side === 'ask').map(({ priceTicks }) => priceTicks);
    expect([bids.length, asks.length]).toEqual([BOOK_LEVELS, BOOK_LEVELS]);
    expect(bids).toEqual(bids.toSorted((a, b) => b - a));
    expect(asks).toEqual(asks.toSorted((a, b) => a - b));
    expect(bids[0]).toBeLessThan(asks[0] ?? 0);
  }
});

test('the same market comes again', () => {
  const instrument = SIMULATED_INSTRUMENTS[4]!;
  const run = () => {
    const market = new SimulatedMarket(instrument);
    return Array.from({ length: MINUTES }, () => market.next());
  };
  expect(run()).toEqual(run());
});
