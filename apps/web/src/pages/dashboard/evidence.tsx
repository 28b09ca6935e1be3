/** The evidence sheet of the dashboard: which event is open, and the order in which its neighbours follow. */
import type { ReactNode } from 'react';
import { usePreferences } from '#api/account/preferences.ts';
import { wantedEvents } from '#api/market/event-filter.ts';
import { EvidenceSheet } from '#features/evidence/evidence-sheet.tsx';
import { useFeedView } from '#live/live-context.tsx';

export interface DashboardEvidenceProps {
  readonly instrumentId: number;
  readonly eventId: string | null;
  readonly onOpenEvent: (id: string | null) => void;
}

export function DashboardEvidence({ instrumentId, eventId, onOpenEvent }: DashboardEvidenceProps): ReactNode {
  const { value } = usePreferences();
  const { state } = useFeedView(instrumentId);
  const events = wantedEvents(state.events, value.eventTypes);
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
