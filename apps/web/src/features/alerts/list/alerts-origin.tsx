/** Says whose market alerts are about while an account feed is on screen: rules are evaluated on the platform feed. */
import type { ReactNode } from 'react';
import { useInstrumentLive } from '#live/live-context.tsx';

export function AlertsOrigin({ instrumentId }: { readonly instrumentId: number }): ReactNode {
  const source = useInstrumentLive(instrumentId, (state) => state.status?.source ?? null);
  if (source !== 'rithmic') return null;
  return (
    <p className="t-12 px-3.5 py-1.5 text-text-3">
      Alerts use Undertow’s market data. Your own feed, shown on the chart, raises no alerts.
    </p>
  );
}
