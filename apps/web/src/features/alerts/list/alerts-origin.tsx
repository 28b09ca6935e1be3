/** Says on whose market rules are evaluated while an account feed is on screen. */
import type { ReactNode } from 'react';
import { useRithmicConnection } from '#api/account/connection.ts';
import { useInstrumentLive } from '#live/live-context.tsx';

export function AlertsOrigin({ instrumentId }: { readonly instrumentId: number }): ReactNode {
  const source = useInstrumentLive(instrumentId, (state) => state.status?.source ?? null);
  const isStored = useRithmicConnection().data?.isDataStored;
  if (source !== 'rithmic' || isStored === undefined) return null;
  return (
    <p className="t-12 px-3.5 py-1.5 text-text-3">
      {isStored
        ? 'While your own feed is connected, your rules are evaluated on it. Only you see its alerts.'
        : 'Alerts use Undertow’s market data. Your own feed, shown on the chart, raises no alerts here: this server stores nothing of it.'}
    </p>
  );
}
