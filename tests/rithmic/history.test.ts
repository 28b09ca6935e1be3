/** Histories over the sandbox's gateway: bars and profiles of minutes, complete even where the gateway ends early or cuts the connection. */
import { MINUTE_MS } from '@undertow/market';
import type { Gateway } from '@undertow/sandbox/src/rithmic/gateway/start-gateway.ts';
import { startGateway } from '@undertow/sandbox/src/rithmic/gateway/start-gateway.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ES, openAccount } from '#tests/rithmic/gateway-rig.ts';

const HOURS = 3;

let gateway: Gateway;
let feed: Awaited<ReturnType<typeof openAccount>>;
let fromMs: number;
let toMs: number;
beforeAll(async () => {
  gateway = await startGateway({
    port: 0,
    host: '127.0.0.1',
    instruments: [ES],
    seed: 3,
    historyMinutes: HOURS * 60,
  });
  feed = await openAccount(gateway, { password: 'paper', instruments: [ES] });
  // Whole minutes that are over
  toMs = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - MINUTE_MS;
  fromMs = toMs - 2 * 60 * MINUTE_MS;
});
afterAll(async () => {
  await feed.close();
  await gateway.close();
});

test('past minutes come oldest first, each once, within the requested range', async () => {
  const bars = await feed.minuteBars(ES, fromMs, toMs);
  expect(bars.length).toBeGreaterThan(100);
  for (const [index, bar] of bars.entries()) {
    expect(bar.startMs % MINUTE_MS).toBe(0);
    expect(bar.startMs).toBeGreaterThan(bars[index - 1]?.startMs ?? fromMs - 1);
    expect(bar.startMs).toBeLessThan(toMs);
    expect(bar.lowTicks).toBeLessThanOrEqual(Math.min(bar.openTicks, bar.closeTicks));
    expect(bar.highTicks).toBeGreaterThanOrEqual(Math.max(bar.openTicks, bar.closeTicks));
    expect(bar.buyVolume + bar.sellVolume).toBeLessThanOrEqual(bar.volume);
    expect(bar.trades).toBeGreaterThan(0);
  }
  expect(bars.reduce((sum, { buyVolume }) => sum + buyVolume, 0)).toBeGreaterThan(0);
});

test.each([2, 7, 40])(
  'a history that ends early after %i records is requested again until it is complete',
  async (records) => {
    const whole = await feed.minuteBars(ES, fromMs, toMs);
    gateway.truncateHistory(records);
    const pieced = await feed.minuteBars(ES, fromMs, toMs);
    gateway.truncateHistory(null);
    expect(pieced).toEqual(whole);
  },
);

test.each([1, 7, 40])(
  'a history that comes in parts of %i records is resumed until it is complete',
  async (records) => {
    const whole = await feed.minuteBars(ES, fromMs, toMs);
    gateway.cutHistory(records);
    const resumed = await feed.minuteBars(ES, fromMs, toMs);
    gateway.cutHistory(null);
    expect(resumed).toEqual(whole);
  },
);

test('the volume of a minute by price adds up to its bar', async () => {
  const bars = await feed.minuteBars(ES, fromMs, toMs);
  const profiles = await feed.minuteProfiles(ES, fromMs, toMs);
  expect(profiles.map(({ startMs }) => startMs)).toEqual(bars.map(({ startMs }) => startMs));
  for (const [index, { levels }] of profiles.entries()) {
    const bar = bars[index];
    const sum = (of: (level: (typeof levels)[number]) => number) =>
      levels.reduce((all, level) => all + of(level), 0);
    expect(sum(({ buyVolume }) => buyVolume)).toBe(bar?.buyVolume);
    expect(sum(({ sellVolume }) => sellVolume)).toBe(bar?.sellVolume);
    expect(sum((level) => level.buyVolume + level.sellVolume + level.otherVolume)).toBe(bar?.volume);
    const volume = (level: (typeof levels)[number]) => level.buyVolume + level.sellVolume + level.otherVolume;
    expect(bar?.vwapTicks).toBeCloseTo(sum((level) => level.priceTicks * volume(level)) / sum(volume), 9);
    expect(bar?.levels).toEqual(levels);
    expect(levels[0]?.priceTicks).toBe(bar?.lowTicks);
    expect(levels.at(-1)?.priceTicks).toBe(bar?.highTicks);
  }
});

test('a time without trades has no minutes', async () => {
  expect(await feed.minuteBars(ES, 0, MINUTE_MS)).toEqual([]);
});
