/** The evidence sheet of panes that have no pane of evidence beside them. */
import type { Pane } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { usePreferences } from '#api/account/preferences.ts';
import { wantedEvents } from '#api/market/event-filter.ts';
import { EvidenceSheet } from '#features/evidence/evidence-sheet.tsx';
import type { PaneLink } from '#features/workspace/links/link-bus.ts';
import { useObservable } from '#lib/state/observable.ts';
import { useInstrumentLive } from '#live/live-context.tsx';

/** True where a pane of evidence follows the pane: its own link has one, so no sheet opens. */
export function hasEvidence(panes: readonly Pane[], pane: Pane): boolean {
  if (pane.kind === 'evidence') return true;
  return pane.link !== null && panes.some(({ kind, link }) => kind === 'evidence' && link === pane.link);
}

export function LinkSheet({
  link,
  instrumentId,
}: {
  readonly link: PaneLink;
  readonly instrumentId: number;
}): ReactNode {
  const eventId = useObservable(link.eventId);
  const { value } = usePreferences();
  const events = useInstrumentLive(instrumentId, (state) => state.events);
  return (
    <EvidenceSheet
      eventId={eventId}
      updatedAt={events.find(({ id }) => id === eventId)?.metadata.updatedAt ?? null}
      eventIds={wantedEvents(events, value).map(({ id }) => id)}
      letterKeys={value.shortcuts}
      onSelect={link.eventId.set}
      onClose={() => link.eventId.set(null)}
    />
  );
}
