/** An alert on a drawn line is judged in the time of its owner's market: a delayed viewer's later, at the price that the line had then. */
import { type AlertDto, type AlertRuleInput, alertLineOf, type Drawing } from '@undertow/contracts';
import { type Instrument, instrumentById } from '@undertow/market';
import { hitBid, quotes, TapeFeed } from '@undertow/server/testing/tape-feed.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openRig, type Rig, type RigUser } from './line-rig.ts';

/** 2026-11-20 16:00 UTC, a Friday morning in Chicago. */
const START = Date.UTC(2026, 10, 20, 16);
const MINUTE = 60_000;
/** 5000.00, and a price above where the line is after a minute. */
const BELOW = 20_000;
const ABOVE = 20_020;

/** From 5000.50 on it rises a point a minute. */
const RISING: Drawing = {
  id: 'rising',
  kind: 'ray',
  points: [
    { at: new Date(START).toISOString(), price: '5000.50' },
    { at: new Date(START + 10 * MINUTE).toISOString(), price: '5010.50' },
  ],
  text: '',
  contract: null,
};

function onTheLine(): AlertRuleInput {
  const line = alertLineOf(instrumentById(1) as Instrument, RISING, 'line');
  if (line === null) throw new Error('expected a drawing with a line');
  return {
    ...{ name: 'On my line', notificationMethod: 'in_app', isEnabled: true, instrumentIds: [1] },
    condition: { kind: 'price_line', test: 'crosses_above', drawingId: RISING.id, part: 'line', line },
    ...{ sessionHours: 'any', coolDownSeconds: 0, quietHours: null, expiresAt: null },
  };
}

let rig: Rig;
let id = 1000;

beforeAll(async () => {
  rig = await openRig({ feed: new TapeFeed({ nowMs: START }) });
}, 60_000);
afterAll(() => rig.close());

/** The market quotes and trades at a price for some seconds. */
async function tradeAt(priceTicks: number, seconds: number): Promise<void> {
  const { feed } = rig;
  await rig.pass(seconds * 1000, () => {
    if (feed.presentMs % 1000 !== 0) return;
    feed.push(1, feed.presentMs, quotes(priceTicks, id, id === 1000 ? null : id - 10));
    feed.push(1, feed.presentMs, hitBid(priceTicks - 1, 5, id, 45, id + 2));
    id += 10;
  });
}

async function withRule(tier: 'basic' | 'pro'): Promise<RigUser> {
  const user = await rig.signIn(tier, [1]);
  const change = { basedOn: 0, put: [RISING], removed: [] };
  expect((await rig.post(user, '/api/workspace/drawings/1', change, 'PUT')).status).toBe(200);
  expect((await rig.post(user, '/api/alert-configurations', onTheLine())).status).toBe(201);
  return user;
}

async function titlesOf(user: RigUser): Promise<string[]> {
  const { text } = await rig.get(user, '/api/alerts');
  const alerts = JSON.parse(text.slice(text.indexOf('\n') + 1)) as AlertDto[];
  return alerts.map(({ title }) => title).filter((title) => title.includes('Ray'));
}

test('price crosses a rising line: Pro is notified at once, Basic fifteen minutes later, both at the price of that moment', async () => {
  await expect.poll(() => rig.feed.isOpen(1)).toBe(true);
  await tradeAt(BELOW, 5);
  const [pro, basic] = [await withRule('pro'), await withRule('basic')];
  await tradeAt(BELOW, 55);
  await tradeAt(ABOVE, 3);
  const crossed = ['ES crossed above Ray at 5001.50'];
  await expect.poll(() => titlesOf(pro)).toEqual(crossed);
  expect(await titlesOf(basic)).toEqual([]);
  // A minute before the delay is over, by then the line is fourteen points higher
  const laterMs = START + 15 * MINUTE - rig.feed.presentMs;
  rig.feed.presentMs += laterMs;
  rig.elapsed.ms += laterMs;
  await rig.pass(2000);
  expect(await titlesOf(basic)).toEqual([]);
  rig.feed.presentMs += MINUTE;
  rig.elapsed.ms += MINUTE;
  await rig.pass(5000);
  await expect.poll(() => titlesOf(basic)).toEqual(crossed);
  expect(await titlesOf(pro)).toEqual(crossed);
}, 120_000);
