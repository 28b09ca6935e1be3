/** The sandbox's stand-in for Databento and feeds over it, as the server opens them. */
import { type DatabentoState, openDatabentoFeed } from '@undertow/feeds';
import { DAY_MS, MINUTE_MS } from '@undertow/market';
import type { Databento } from '@undertow/sandbox/src/databento/gateway/start-databento.ts';
import { KEY, openDatabento } from '@undertow/sandbox/testing/databento/open-databento.ts';

export const ES = 1;
const GOLD = 5;

/** The markets of ES and gold with a minute of history. */
export function openStandIn(scale: number): Promise<Databento> {
  return openDatabento({ instruments: [ES, GOLD], scale, warm: [ES] });
}

interface FeedSetting {
  readonly states?: DatabentoState[];
  readonly compression?: 'none' | 'zstd';
  /** Below 1 where a test breaks so many connections that real waits would take too long. */
  readonly waitScale?: number;
}

export function openFeed(
  { address }: Databento,
  { states = [], compression = 'none', waitScale = 1 }: FeedSetting = {},
): ReturnType<typeof openDatabentoFeed> {
  const [host = '', port] = address.split(':');
  return openDatabentoFeed({
    key: KEY,
    dataset: 'GLBX.MDP3',
    gateway: { host, port: Number(port) },
    instruments: [ES, GOLD],
    compression,
    nowMs: Date.now,
    monotonicMs: () => performance.now(),
    random: Math.random,
    onState: (state) => states.push(state),
    waitScale,
  });
}

/** The newest day before today, in milliseconds, that is or is not a weekday: only those have trades in the past of a stand-in. */
export function pastDayMs(isWanted: (weekday: number) => boolean): number {
  // A market that was opened just after midnight begins on the day before
  let dayMs = Math.floor((Date.now() - 10 * MINUTE_MS) / DAY_MS) * DAY_MS;
  do dayMs -= DAY_MS;
  while (!isWanted(new Date(dayMs).getUTCDay()));
  return dayMs;
}

export const isWeekday = (weekday: number): boolean => weekday !== 0 && weekday !== 6;
