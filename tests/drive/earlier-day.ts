/** The trading day before this one, recorded by a product whose clock was there: for journeys that open it later. */
import { setTimeout as wait } from 'node:timers/promises';
import { CME_CALENDAR, tradingDayBefore } from '@undertow/market';
import { expect, vi } from 'vitest';
import { type Product, startProduct } from './product.ts';
import { addInstrumentByHttp, signInByHttp } from './sign-in-by-http.ts';

/** Of both products: the one of the day before and the one of today. */
export const RECORDED_OPTIONS = {
  feed: 'databento',
  seed: 7,
  env: { SIM_INSTRUMENTS: 'ES', RECORDINGS: 'on' },
} as const;
const MINUTE_MS = 60_000;
const AFTER_MS = 8000;

interface RecordedEvent {
  readonly id: string;
  readonly detectedAt: string;
}

export interface EarlierDay extends Pick<Product, 'dataDir' | 'origin'> {
  /** An instant whose book is in the recording. */
  readonly at: string;
  /** An event after it. */
  readonly event: RecordedEvent;
}

/** Half an hour before the close of the trading day before this one. */
function earlierMs(): number {
  const day = tradingDayBefore(CME_CALENDAR, CME_CALENDAR.tradingDayOf(Date.now()));
  return CME_CALENDAR.sessionBounds(day).closeMs - 30 * MINUTE_MS;
}

/** Waits until a response has the state: before the tests there is no `expect.poll`. */
function stateOf(read: () => Promise<unknown>, state: string): Promise<unknown> {
  return vi.waitFor(async () => expect(await read()).toMatchObject({ state }), {
    timeout: 90_000,
    interval: 200,
  });
}

/**
 * Runs the product on that day until a moment, an event after it and `afterMs` more are recorded; the user has ES and the Elite plan.
 */
export async function recordEarlierDay(email: string, afterMs = AFTER_MS): Promise<EarlierDay> {
  const product = await startProduct({ ...RECORDED_OPTIONS, clockShiftMs: earlierMs() - Date.now() });
  const { cookie } = await signInByHttp(product.origin, email, 'elite');
  await addInstrumentByHttp(product.origin, cookie, 1);
  const read = async (path: string): Promise<unknown> =>
    (await fetch(product.origin + path, { headers: { cookie } })).json();
  await stateOf(() => read('/api/feed-status?instrumentId=1'), 'live');
  const [row] = (await read('/api/order-book?instrumentId=1')) as { timestamp: string }[];
  const at = row?.timestamp ?? '';
  await stateOf(() => read(`/api/order-book/recorded?instrumentId=1&at=${at}`), 'known');
  const event = await vi.waitFor(
    async () => {
      const events = (await read('/api/order-flow-events?instrumentId=1')) as RecordedEvent[];
      const after = events.find(({ detectedAt }) => Date.parse(detectedAt) > Date.parse(at) + 5000);
      if (after === undefined) throw new Error('no event yet');
      return after;
    },
    { timeout: 90_000, interval: 500 },
  );
  // A replay that reaches the event goes on for a while
  await wait(afterMs);
  await product.stop({ keepData: true });
  return { dataDir: product.dataDir, origin: product.origin, at, event };
}
