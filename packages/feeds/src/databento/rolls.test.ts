/** Rolls of the live feed against a gateway on this machine: between trading days, with everything of the new contract. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { until } from '#testing/databento-listener.ts';
import { ES, FeedWorld } from '#testing/databento-world.ts';

/** 17:59 in Chicago, an hour into the trading day of Wednesday. */
const EVENING = Date.UTC(2026, 10, 24, 23, 59);
/** Ten minutes and a second before the trading day of Thursday. */
const BREAK = Date.UTC(2026, 10, 25, 22, 49, 59);

let world: FeedWorld;
beforeEach(async () => {
  world = await FeedWorld.open();
});
afterEach(() => world.close());

const warnings = (): string[] =>
  world.states.flatMap((state) => (state.kind === 'warning' ? [state.reason] : []));

test('a reconnect after midnight UTC stays with its contract; the break before the next trading day changes it', async () => {
  let nowMs = EVENING;
  const { feed, listener, es } = await world.live({ nowMs: () => nowMs });
  const rolled: number[] = [];
  feed.onRoll((id) => rolled.push(id));
  const sinceMs = Date.UTC(2026, 10, 25);
  world.gateway.roll('ESH7', sinceMs);
  nowMs = sinceMs + 60_000;
  world.gateway.session.end();
  await until(() => listener.sync.counts.snapshots > 1, 'the book of the same contract');
  await world.sameBook(listener, es);
  expect([feed.contractOf(ES).code, rolled]).toEqual(['ESZ6', []]);
  expect(warnings()).toContain('ES.v.0 is ESH7 now: it serves from the next trading day on');
  const named = world.gateway.session.lines.filter((line) => line.includes('symbols=ESZ6'));
  expect(named.map((line) => line.split('|')[0])).toEqual([
    'schema=status',
    'schema=statistics',
    'schema=mbo',
  ]);
  nowMs = BREAK + 2000;
  await until(() => rolled.length > 0, 'the roll');
  await until(() => listener.sync.counts.snapshots > 2, 'the book of the next contract');
  expect(rolled).toEqual([ES]);
  expect(feed.contractOf(ES)).toEqual({ instrumentId: ES, code: 'ESH7', expiry: null, sinceMs });
  expect(listener.transport).toContain('down: another contract is the front month');
});

test('before a trading day products are resolved again, and another contract needs no new session', async () => {
  let nowMs = BREAK;
  const { feed, listener } = await world.live({ nowMs: () => nowMs });
  const rolled: number[] = [];
  feed.onRoll((id) => rolled.push(id));
  world.gateway.roll('ESH7');
  await new Promise((resolve) => setTimeout(resolve, 1200));
  expect(rolled).toEqual([]);
  nowMs += 2000;
  await until(() => rolled.length > 0, 'the roll');
  await until(() => listener.sync.counts.snapshots > 1, 'the book of the next contract');
  expect(rolled).toEqual([ES]);
  expect(world.gateway.sessions).toHaveLength(1);
  expect(world.gateway.session.lines.slice(-4)).toEqual([
    'schema=definition|stype_in=continuous|id=6|symbols=ES.v.0,NQ.v.0|snapshot=0|is_last=1',
    'schema=status|stype_in=raw_symbol|id=7|symbols=ESH7|snapshot=0|is_last=1',
    'schema=statistics|stype_in=raw_symbol|id=8|symbols=ESH7|snapshot=0|is_last=1',
    'schema=mbo|stype_in=raw_symbol|id=9|symbols=ESH7|snapshot=1|is_last=1',
  ]);
});

test('a restart within the trading day goes on with the contract that was stored', async () => {
  world.gateway.roll('ESH7', Date.UTC(2026, 10, 25));
  const nowMs = Date.UTC(2026, 10, 25, 9);
  const served = new Map([[ES, { code: 'ESZ6', atMs: nowMs - 60_000 }]]);
  const { feed, listener, es } = await world.live({ nowMs: () => nowMs, served });
  expect(feed.contractOf(ES).code).toBe('ESZ6');
  await world.sameBook(listener, es);
});
