/** An event is replayed in the hours of its own product. */
import { type FeedSource, type Instrument, instrumentBySymbol } from '@undertow/market';
import { expect, test } from 'vitest';
import { replayedMarket } from './play-tape.ts';

function dayAt(symbol: string, iso: string, source: FeedSource = 'databento') {
  const { facts } = replayedMarket(instrumentBySymbol(symbol) as Instrument, 'L3', source);
  facts.advance(Date.parse(iso));
  return [facts.tradingDay, new Date(facts.dayOpenMs).toISOString()];
}

test('a grain opens at 19:00 in Chicago, and at 08:30 after Thanksgiving', () => {
  expect(dayAt('ZC', '2026-11-19T01:05:00Z')).toEqual(['2026-11-19', '2026-11-19T01:00:00.000Z']);
  expect(dayAt('ES', '2026-11-19T01:05:00Z')).toEqual(['2026-11-19', '2026-11-18T23:00:00.000Z']);
  expect(dayAt('ZC', '2026-11-27T15:00:00Z')).toEqual(['2026-11-27', '2026-11-27T14:30:00.000Z']);
});

test('on Good Friday energies belong to the day before, and the simulated exchange has no holiday', () => {
  expect(dayAt('CL', '2026-04-03T15:00:00Z')[0]).toBe('2026-04-02');
  expect(dayAt('CL', '2026-04-03T15:00:00Z', 'simulated')[0]).toBe('2026-04-03');
});
