/** The chart at an instant of the past, over the dashboard: where an alert or a row of the history leads. */
import { instrumentById } from '@undertow/market';
import { type ReactNode, useMemo } from 'react';
import { Link } from 'wouter';
import { useRecentEvents } from '#api/market-data.ts';
import { PastChart } from '#features/chart/past-chart.tsx';
import { formatClock, formatDayAndTime } from '#lib/times.ts';
import { useInstrumentLive } from '#live/live-context.tsx';
import { Dialog } from '#ui/dialog.tsx';

/** Events this long before and after the instant are drawn. */
const AROUND_MS = 3_600_000;
const NO_MARKS: readonly [] = [];

export interface DashboardMomentProps {
  readonly instrumentId: number;
  /** As the address has it; null or no instant: closed. */
  readonly at: string | null;
  readonly onClose: () => void;
}

function Moment({ instrumentId, atMs }: { readonly instrumentId: number; readonly atMs: number }): ReactNode {
  const recent = useRecentEvents(instrumentId).data?.data;
  const events = useMemo(
    () => (recent ?? []).filter((event) => Math.abs(Date.parse(event.detectedAt) - atMs) <= AROUND_MS),
    [recent, atMs],
  );
  // Before the feed has told where its data comes from the chart says replay
  const source = useInstrumentLive(instrumentId, (state) => state.status?.source ?? null);
  const here = useMemo(() => ({ timeMs: atMs, text: formatClock(atMs) }), [atMs]);
  const oldest = recent?.at(-1);
  const isOlder = oldest !== undefined && atMs < Date.parse(oldest.detectedAt);
  return (
    <>
      <PastChart
        instrumentId={instrumentId}
        source={source}
        fromMs={atMs}
        toMs={atMs}
        marks={NO_MARKS}
        events={events}
        here={here}
      />
      {isOlder ? (
        <p className="mt-2 text-text-3">
          The events of that time are not drawn. They stand in the{' '}
          <Link className="link" href="/history">
            history
          </Link>
          .
        </p>
      ) : null}
    </>
  );
}

export function DashboardMoment({ instrumentId, at, onClose }: DashboardMomentProps): ReactNode {
  const atMs = at === null ? Number.NaN : Date.parse(at);
  const instrument = instrumentById(instrumentId);
  if (Number.isNaN(atMs) || instrument === undefined) return null;
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={`${instrument.symbol} at ${formatDayAndTime(atMs)}`}
      description="The recorded chart around that instant. The live one goes on behind it."
    >
      <Moment instrumentId={instrumentId} atMs={atMs} />
    </Dialog>
  );
}
