/** Bars of an instrument for a pane, from its executions of the past and the present, while the pane is open. */
import {
  type BarRule,
  calendarOf,
  type ExchangeCalendar,
  instrumentById,
  productCalendar,
} from '@undertow/market';
import { useEffect, useState } from 'react';
import { fetchPastFlow } from '#api/market/flow-spans.ts';
import { FlowFeed } from '#flow-panes/bars/flow-feed.ts';
import { viewNowMs } from '#live/freshness.ts';
import { useInstrumentLive, useLiveStore, useOrderFlow } from '#live/live-context.tsx';

const PRINTS = ['prints'] as const;
/** The present usually comes first, and the past is joined to it. */
const PAST_ALONE_MS = 1500;

export interface FlowSource {
  readonly feed: FlowFeed;
  readonly calendar: ExchangeCalendar;
  /** Clock of the view, milliseconds since 1970 UTC. */
  readonly nowMs: () => number;
}

/** Null until the contract of the instrument is known. A rule is another one when its identity changes. */
export function useFlowFeed(instrumentId: number, rule: BarRule): FlowSource | null {
  const flow = useOrderFlow(instrumentId, PRINTS);
  const store = useLiveStore();
  const source = useInstrumentLive(instrumentId, ({ status }) => status?.source ?? null);
  const contract = useInstrumentLive(instrumentId, ({ status }) => status?.contract ?? null);
  const [made, setMade] = useState<FlowSource | null>(null);
  useEffect(() => {
    const instrument = instrumentById(instrumentId);
    if (instrument === undefined || source === null || contract === null || flow === null) return;
    const calendar = productCalendar(calendarOf(source), instrument);
    const nowMs = (): number => {
      return viewNowMs(store.instrument(instrumentId).get(), performance.now()) ?? Date.now();
    };
    const feed = new FlowFeed({
      rule: { kind: 'time', ms: 60_000 },
      calendar,
      contract,
      nowMs,
      request: (fromMs, toMs, signal) => fetchPastFlow({ instrumentId, fromMs, toMs, signal }),
    });
    const stop = flow.listen({ onPrints: (rows, isWhole) => feed.applyPrints(rows, isWhole) });
    const timer = setTimeout(() => feed.needBars(1), PAST_ALONE_MS);
    setMade({ feed, calendar, nowMs });
    return () => {
      clearTimeout(timer);
      stop();
      feed.dispose();
    };
  }, [instrumentId, source, contract, flow, store]);
  useEffect(() => made?.feed.setRule(rule), [made, rule]);
  return made;
}
