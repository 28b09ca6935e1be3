/** A feed that counts the exchange's events and the resent books on their way to the listener. */
import type { RithmicFeed } from '@undertow/feeds';
import {
  ACTION_CLEAR,
  ACTION_HEARTBEAT,
  COL_ACTION,
  COL_FLAGS,
  type EventBatch,
  FLAG_LAST,
  FLAG_SNAPSHOT,
  ROW_LENGTH,
} from '@undertow/market';

export interface FeedCounts {
  events: number;
  snapshots: number;
}

function count({ rows, count: rowCount }: EventBatch, counts: FeedCounts): void {
  for (let at = 0; at < rowCount * ROW_LENGTH; at += ROW_LENGTH) {
    const [action, flags] = [rows[at + COL_ACTION], rows[at + COL_FLAGS] as number];
    if ((flags & FLAG_SNAPSHOT) !== 0) counts.snapshots += action === ACTION_CLEAR ? 1 : 0;
    else if (action !== ACTION_HEARTBEAT && (flags & FLAG_LAST) !== 0) counts.events += 1;
  }
}

export function countedFeed(feed: RithmicFeed, counts: FeedCounts): RithmicFeed {
  return {
    source: feed.source,
    tier: feed.tier,
    run: feed.run,
    instrumentIds: feed.instrumentIds,
    replaySpeed: feed.replaySpeed,
    contractOf: (instrumentId) => feed.contractOf(instrumentId),
    nowMs: () => feed.nowMs(),
    open: (instrumentId, listener) =>
      feed.open(instrumentId, {
        onBatch: (batch) => {
          count(batch, counts);
          listener.onBatch(batch);
        },
        onTransport: (state, reason) => listener.onTransport(state, reason),
        onEnd: () => listener.onEnd(),
      }),
    onRoll: (listener) => feed.onRoll(listener),
    reconnectNow: () => feed.reconnectNow(),
    close: () => feed.close(),
    minuteBars: (instrumentId, fromMs, toMs) => feed.minuteBars(instrumentId, fromMs, toMs),
  };
}
