/** The evidence of the event that was chosen in a linked pane; J and K move through the events of its instrument. */
import type { ReactNode } from 'react';
import { useCommands } from '#api/account/key-commands.ts';
import { usePreferences } from '#api/account/preferences.ts';
import { wantedEvents } from '#api/market/event-filter.ts';
import {
  EventSteps,
  EvidenceContent,
  EvidencePlace,
  EvidenceTitle,
  neighbourEvent,
} from '#features/evidence/evidence-parts.tsx';
import '#features/evidence/evidence.css';
import { useEvidence } from '#features/evidence/use-evidence.ts';
import { alertAddress } from '#lib/address/requested-alert.ts';
import { useObservable } from '#lib/state/observable.ts';
import { useInstrumentLive } from '#live/live-context.tsx';
import { Button, ButtonLink } from '#ui/controls/button.tsx';
import { EmptyBlock } from '#ui/layout/blocks.tsx';
import { PaneFacts } from './pane-facts.tsx';
import type { PaneProps } from './pane-props.ts';

function Head({
  eventId,
  updatedAt,
}: {
  readonly eventId: string;
  readonly updatedAt: string | null;
}): ReactNode {
  const { data } = useEvidence(eventId, updatedAt);
  if (data === undefined) return null;
  return (
    <header className="pane-evidence-top">
      <div className="flex items-center gap-2">
        <EvidenceTitle evidence={data} heading={(title) => <h3 className="t-14">{title}</h3>} />
      </div>
      <p className="evidence-place">
        <EvidencePlace evidence={data} />
      </p>
      <div className="mt-1.5 flex gap-1.5">
        <ButtonLink size="small" href={`/events/${encodeURIComponent(eventId)}`}>
          Open page
        </ButtonLink>
        <ButtonLink size="small" href={alertAddress(data.event)}>
          Alert on this
        </ButtonLink>
      </div>
    </header>
  );
}

export function EvidencePane({ instrumentId, link, isFocused }: PaneProps): ReactNode {
  const eventId = useObservable(link.eventId);
  const { value } = usePreferences();
  const all = useInstrumentLive(instrumentId, (state) => state.events);
  const events = wantedEvents(all, value);
  const ids = events.map((event) => event.id);
  const updatedAt = all.find((event) => event.id === eventId)?.metadata.updatedAt ?? null;
  const move = (step: 1 | -1): void => {
    const next = neighbourEvent(ids, eventId ?? '', step);
    if (next !== null) link.eventId.set(next);
  };
  useCommands({ nextEvent: () => move(1), previousEvent: () => move(-1) }, isFocused);
  return (
    <div className="pane-fill pane-scroll">
      <PaneFacts>
        <span className="ml-auto flex">
          <EventSteps onMove={move} />
        </span>
      </PaneFacts>
      {eventId === null ? (
        <EmptyBlock
          title="No event chosen"
          text={
            ids.length === 0
              ? 'Choose an event in a linked chart. None is active right now.'
              : 'Choose an event in a linked chart, or step through the active ones.'
          }
        >
          {ids.length === 0 ? null : <Button onClick={() => move(1)}>Show the newest</Button>}
        </EmptyBlock>
      ) : (
        <>
          <Head eventId={eventId} updatedAt={updatedAt} />
          <div className="evidence-scroll">
            <EvidenceContent eventId={eventId} updatedAt={updatedAt} />
          </div>
        </>
      )}
    </div>
  );
}
