/** Puts what is polled about an instrument into the live store, so that every part of the page reads one state. */
import { useEffect } from 'react';
import type { ViewedResponse } from '#api/client/call.ts';
import { useActiveEvents, useFeedStatusPoll, useOrderBook } from '#api/market/market-data.ts';
import {
  type InstrumentState,
  type Stamp,
  withBook,
  withEvents,
  withStatus,
} from '#live/instrument-state.ts';
import { useLiveStore } from '#live/live-context.tsx';

type Change<T> = (state: InstrumentState, data: T, stamp: Stamp) => InstrumentState;

function useInto<T>(
  instrumentId: number | null,
  answer: ViewedResponse<T> | undefined,
  change: Change<T>,
): void {
  const store = useLiveStore();
  useEffect(() => {
    if (instrumentId === null || answer === undefined || answer.asOfMs === null) return;
    const stamp = {
      asOfMs: answer.asOfMs,
      delaySeconds: answer.delaySeconds ?? 0,
      receivedAtMs: performance.now(),
    };
    store.update(instrumentId, (state) => change(state, answer.data, stamp));
  }, [store, instrumentId, answer, change]);
}

/** To be used once, for the instrument on screen. */
export function usePolledFeed(instrumentId: number | null): void {
  useInto(instrumentId, useOrderBook(instrumentId).data, withBook);
  useInto(instrumentId, useActiveEvents(instrumentId).data, withEvents);
  useInto(instrumentId, useFeedStatusPoll(instrumentId).data, withStatus);
}
