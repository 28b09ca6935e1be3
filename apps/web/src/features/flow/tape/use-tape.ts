/** The tape of an instrument while it is shown: executions of the present, joined with those of the last minutes. */
import { MINUTE_MS, type TapeOrder } from '@undertow/market';
import { useEffect, useMemo, useRef, useState } from 'react';
import { feedGap } from '#features/flow/parts/feed-gap.ts';
import { usePastPrints } from '#features/flow/parts/use-past-prints.ts';
import { TapeFeed } from '#flow-panes/tape/tape-feed.ts';
import { type FeedView, useOrderFlow } from '#live/live-context.tsx';

/** How much of the past a tape begins with. */
const PAST_MS = 10 * MINUTE_MS;

export interface LiveTape {
  readonly feed: TapeFeed;
  /** Changes with the feed. */
  readonly version: number;
  /** Why the orders before the first message are missing; null where they are not. */
  readonly pastError: Error | null;
}

/** `onOrders` receives the orders of each message, not those that were known before. */
export function useTape(
  instrumentId: number,
  blockSize: number,
  view: FeedView,
  onOrders: (orders: readonly TapeOrder[]) => void,
): LiveTape {
  const flow = useOrderFlow(instrumentId, ['prints']);
  // Of another flow nothing stays
  const feed = useMemo(() => new TapeFeed(blockSize), [flow, blockSize]);
  const [version, setVersion] = useState(0);
  const latest = useRef(onOrders);
  useEffect(() => {
    latest.current = onOrders;
  });
  useEffect(
    () =>
      flow?.listen({
        onPrints(prints, isWhole) {
          latest.current(feed.add(prints, isWhole));
          setVersion((one) => one + 1);
        },
      }),
    [flow, feed],
  );
  const { generation } = feed;
  const firstMs = feed.isKnown ? (feed.orders[0]?.timeMs ?? view.state.asOfMs) : null;
  // The first instant of this generation, not of its past
  const toMs = useMemo(() => (firstMs === null ? null : firstMs + 1), [feed, generation, firstMs === null]);
  const past = usePastPrints({
    instrumentId,
    contract: view.state.status?.contract ?? null,
    fromMs: toMs === null ? null : toMs - PAST_MS,
    toMs,
  });
  const gap = feedGap(view.state);
  useEffect(() => {
    if (past.data === undefined) return;
    feed.addPast(past.data);
    setVersion((one) => one + 1);
  }, [feed, past.data]);
  useEffect(() => {
    if (gap === null) return;
    feed.addGap({ fromMs: gap.fromMs, toMs: gap.toMs });
    setVersion((one) => one + 1);
  }, [feed, gap?.fromMs, gap?.toMs]);
  return { feed, version, pastError: past.error };
}
