/** The sandbox's stand-in for Databento and feeds over it, as the server opens them. */
import { type DatabentoState, openDatabentoFeed } from '@undertow/feeds';
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
