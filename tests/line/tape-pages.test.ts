/** Pages of the tape over the public API give every execution once, in order, over the ends of spans. */
import { LICENCE_CHANNELS } from '@undertow/contracts';
import { hitBid, quotes, TapeFeed } from '@undertow/server/testing/tape-feed.ts';
import { afterEach, expect, test } from 'vitest';
import { keyOf, request } from './line-program.ts';
import { openRig, type Rig } from './line-rig.ts';

const START = Date.UTC(2026, 10, 20, 16);
const MINUTES = 7;
const at = (ms: number): string => new Date(START + ms).toISOString();

let rig: Rig;
afterEach(() => rig.close());

test('every execution is on one page, also where several have one instant', async () => {
  const feed = new TapeFeed({ nowMs: START, instrumentIds: [1] });
  rig = await openRig({ feed });
  for (const kind of ['real_time', 'recordings', 'events'] as const) {
    const term = {
      venue: 'CME',
      kind,
      plans: ['elite'],
      channels: LICENCE_CHANNELS,
      delaySeconds: 0,
    } as const;
    const by = { actor: 'test', requestId: 'r' };
    await rig.stores.controlStore.setLicence({ ...term, reason: 'as the test says' }, by, START);
  }
  await rig.controls.refresh();
  const { secret } = await keyOf(rig, await rig.signIn('elite', [1]));
  await expect.poll(() => feed.isOpen(1)).toBe(true);
  feed.push(1, START, quotes(20_000, 1, null));
  for (let second = 1; second < MINUTES * 60; second += 20) {
    const id = 100 + second * 10;
    feed.push(1, START + second * 1000, [
      ...hitBid(20_000, 2, 1, 50, id),
      ...hitBid(20_000, 3, 1, 48, id + 1),
    ]);
    await rig.pass(20_000);
  }
  const path = `/tape?instrument=ES&from=${at(0)}&to=${at(3_600_000)}`;
  type Page = { data: readonly { time: string; order: number; size: number }[]; next: string | null };
  const pageOf = async (more: string): Promise<Page> => {
    const { status, text } = await request(rig, secret, `${path}${more}`);
    expect([status, text]).toEqual([200, text]);
    return JSON.parse(text.split('\n')[1] ?? '');
  };
  const whole = await pageOf('&limit=5000');
  expect([whole.next, whole.data.length]).toEqual([null, MINUTES * 3 * 2]);
  for (const limit of [1, 5, 7]) {
    const found = [];
    let next: string | null = '';
    while (next !== null) {
      const page: Page = await pageOf(`&limit=${limit}${next === '' ? '' : `&after=${next}`}`);
      expect(page.data.length).toBeLessThanOrEqual(limit);
      found.push(...page.data);
      next = page.next;
    }
    expect(found).toEqual(whole.data);
  }
}, 60_000);
