/** Bars of a profile pane while it is open: stored ones, and executions of the past and the present. */
import { type ExchangeCalendar, HOUR_MS, type Instrument } from '@undertow/market';
import { useEffect, useState } from 'react';
import { fetchPastFlow } from '#api/market/flow-spans.ts';
import { fetchStoredBars } from '#api/market/stored-bars.ts';
import { useFlowFeed } from '#features/flow/footprint/use-flow-feed.ts';
import { PROFILE_BAR_MS } from '#flow-panes/sessions/merge-bars.ts';
import { ProfileFeed } from '#flow-panes/sessions/profile-feed.ts';
import { useInstrumentLive } from '#live/live-context.tsx';

const RULE = { kind: 'time', ms: PROFILE_BAR_MS } as const;
/** A bar that is over is stored within seconds; what the executions lack comes with it. */
const REFRESH_MS = 60_000;

export interface ProfileSource {
  readonly feed: ProfileFeed;
  readonly calendar: ExchangeCalendar;
  /** Clock of the view, milliseconds since 1970 UTC. */
  readonly nowMs: () => number;
}

/** Null until the contract of the instrument is known. `historyHours`: how far back the plan has executions. */
export function useProfileFeed(instrument: Instrument, historyHours: number): ProfileSource | null {
  const flow = useFlowFeed(instrument.id, RULE);
  const contract = useInstrumentLive(instrument.id, ({ status }) => status?.contract ?? null);
  const [made, setMade] = useState<ProfileSource | null>(null);
  useEffect(() => {
    if (flow === null || contract === null) return;
    const { calendar, nowMs } = flow;
    const feed = new ProfileFeed({
      requestBars: (endMs, signal) => fetchStoredBars(instrument, contract, endMs, signal),
      spans: {
        calendar,
        contract,
        request: (fromMs, toMs, signal) =>
          fetchPastFlow({ instrumentId: instrument.id, fromMs, toMs, signal }),
      },
      live: flow.feed,
      nowMs,
      historyMs: historyHours * HOUR_MS,
    });
    const timer = setInterval(() => feed.refresh(), REFRESH_MS);
    setMade({ feed, calendar, nowMs });
    return () => {
      clearInterval(timer);
      feed.dispose();
      setMade(null);
    };
  }, [flow, instrument, contract, historyHours]);
  return made;
}
