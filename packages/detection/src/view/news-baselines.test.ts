/** In a window around a release the market is learnt apart, and a replay changes at the same instants. */
import { InstrumentMarket, newsRow, SIDE_BID, SIMULATED_CALENDAR } from '@undertow/market';
import { expect, test } from 'vitest';
import { FLOW_START_MS, WatchedMarket } from '#testing/flow-view.ts';
import { ES } from '#testing/hand-tape.ts';
import { LiveMarketView } from './live-market-view.ts';

class NewsMarket extends WatchedMarket {
  state(seconds: number | null): void {
    const endMs = this.timeMs + (seconds ?? 0) * 1000;
    const window = seconds === null ? null : ({ kind: 'cpi', startMs: this.timeMs, endMs } as const);
    this.market.applyRow(newsRow(ES.id, this.timeMs, window), 0);
  }

  /** Trades of one size, one in each 100 ms, then a second for the quantiles to be those of now. */
  trades(count: number, size: number): void {
    for (let n = 0; n < count; n += 1) this.trade(100, SIDE_BID, 1003, size);
    this.pass(1100);
  }

  pass(ms: number): void {
    this.timeMs += ms;
    this.runClock(this.timeMs);
  }
}

test('what a window brings is not usual after it, and the next window begins with it', () => {
  const watched = new NewsMarket();
  const { view } = watched;
  watched.trades(40, 2);
  expect([view.newsWindow, view.medianTradeSize]).toEqual([null, 2]);
  watched.state(60);
  watched.trades(100, 50);
  expect([view.newsWindow?.kind, view.medianTradeSize]).toEqual(['cpi', 50]);
  watched.pass(60_000);
  expect([view.newsWindow, view.medianTradeSize]).toEqual([null, 2]);
  watched.state(60);
  watched.pass(1100);
  expect([view.newsWindow?.kind, view.medianTradeSize]).toEqual(['cpi', 50]);
});

test('a window that is called off ends at once', () => {
  const watched = new NewsMarket();
  watched.trades(40, 2);
  watched.state(60);
  watched.trades(1, 1);
  expect(watched.view.newsWindow).not.toBeNull();
  watched.state(null);
  watched.pass(1100);
  expect([watched.view.newsWindow, watched.view.medianTradeSize]).toEqual([null, 2]);
});

test('a view that continues from the baselines of another is in the same window and leaves it at the same instant', () => {
  const watched = new NewsMarket();
  watched.trades(40, 2);
  watched.state(60);
  watched.trades(100, 50);
  const later = new LiveMarketView(
    ES,
    'L3',
    new InstrumentMarket({ instrument: ES, tier: 'L3', calendar: SIMULATED_CALENDAR }),
  );
  later.restore(watched.timeMs, watched.view.baselines());
  expect(later.newsWindow).toEqual(watched.view.newsWindow);
  const endMs = later.newsWindow?.endMs ?? Number.NaN;
  expect(endMs).toBeGreaterThan(FLOW_START_MS);
  for (const timeMs of [endMs - 100, endMs, endMs + 1100]) {
    watched.runClock(timeMs);
    later.onClock(timeMs);
    expect([later.newsWindow, later.medianTradeSize]).toEqual([
      ...[watched.view.newsWindow, watched.view.medianTradeSize],
    ]);
  }
});
