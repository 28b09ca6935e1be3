/** Where the window around an event is found on its way from memory into storage. */
import { expect, test } from 'vitest';
import type { EventWindow } from '#ports/market-store.ts';
import { openTestApp } from '#testing/app.ts';
import { testEvent } from '#testing/event.ts';
import { findWindow } from './event-evidence.ts';

const whole: EventWindow = {
  fromMs: 0,
  toMs: 90_000,
  truncated: false,
  deltas: new Uint8Array([1]),
  tape: new Uint8Array([2]),
};

test('a window is whole while it waits to be stored and afterwards, even when its rows have left memory', async () => {
  const app = await openTestApp();
  const { marketStore } = app.stores;
  const event = testEvent('moved', app.parts.clock.nowMs());
  const waiting = new Map([[event.id, whole]]);
  const views = {
    ...app.parts.views,
    waitingWindow: (id: string) => waiting.get(id),
    recentWindow: () => ({ ...whole, tape: null }),
  };
  const find = () => findWindow({ marketStore }, { event, views, market: 'house' });
  expect(new Uint8Array((await find())?.tape ?? [])).toEqual(whole.tape);
  await app.saveEvent(event);
  await marketStore.saveEventWindow(event.id, whole);
  waiting.clear();
  expect(new Uint8Array((await find())?.tape ?? [])).toEqual(whole.tape);
  await app.close();
});
