/** Windows over the dashboard: the evidence of an event, the chart at an instant of the past; and the tab's title. */
import { instrumentById } from '@undertow/market';
import type { ReactNode } from 'react';
import { usePreferences } from '#api/account/preferences.ts';
import { wantedEvents } from '#api/market/event-filter.ts';
import { MomentChart } from '#features/chart/moment-chart.tsx';
import { EvidenceSheet } from '#features/evidence/evidence-sheet.tsx';
import { FeedTitle } from '#features/market-data/feed-title.tsx';
import { RecordedBook } from '#features/market-data/recorded-book.tsx';
import { formatDayAndTime } from '#lib/format/times.ts';
import { useFeedView } from '#live/live-context.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';

interface DashboardMomentProps {
  readonly instrumentId: number;
  /** As the address has it; null or no instant: closed. */
  readonly at: string | null;
  readonly onClose: () => void;
}

/** The chart at an instant of the past, over the dashboard: where an alert or a row of the history leads. */
function DashboardMoment({ instrumentId, at, onClose }: DashboardMomentProps): ReactNode {
  const atMs = at === null ? Number.NaN : Date.parse(at);
  const instrument = instrumentById(instrumentId);
  if (Number.isNaN(atMs) || instrument === undefined) return null;
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={`${instrument.symbol} at ${formatDayAndTime(atMs)}`}
      description="The recorded chart around that time. The live chart keeps running behind it."
    >
      <div className="moment">
        <div className="min-w-0">
          <MomentChart instrumentId={instrumentId} atMs={atMs} />
        </div>
        <RecordedBook instrumentId={instrumentId} atMs={atMs} />
      </div>
    </Dialog>
  );
}

interface DashboardEvidenceProps {
  readonly instrumentId: number;
  readonly eventId: string | null;
  readonly onOpenEvent: (id: string | null) => void;
}

/** The evidence sheet of the dashboard: which event is open, and the order in which its neighbours follow. */
function DashboardEvidence({ instrumentId, eventId, onOpenEvent }: DashboardEvidenceProps): ReactNode {
  const { value } = usePreferences();
  const { state } = useFeedView(instrumentId);
  const events = wantedEvents(state.events, value);
  const open = state.events.find((event) => event.id === eventId);
  return (
    <EvidenceSheet
      eventId={eventId}
      updatedAt={open?.metadata.updatedAt ?? null}
      eventIds={events.map((event) => event.id)}
      letterKeys={value.shortcuts}
      onSelect={onOpenEvent}
      onClose={() => onOpenEvent(null)}
    />
  );
}

export interface DashboardWindowsProps extends DashboardEvidenceProps {
  /** Of the instant: another one than that on screen where an alert led here. */
  readonly momentInstrumentId: number;
  readonly at: string | null;
}

export function DashboardWindows({ momentInstrumentId, at, ...evidence }: DashboardWindowsProps): ReactNode {
  return (
    <>
      <FeedTitle page="Live Analysis" instrumentId={evidence.instrumentId} />
      <DashboardEvidence {...evidence} />
      <DashboardMoment instrumentId={momentInstrumentId} at={at} onClose={() => evidence.onOpenEvent(null)} />
    </>
  );
}
