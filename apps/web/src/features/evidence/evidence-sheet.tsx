/** The sheet at the right with the evidence of an event: focus inside, Esc closes, J and K move through the events. */
import { Dialog as Radix } from 'radix-ui';
import type { KeyboardEvent, ReactNode } from 'react';
import { commandOf } from '#api/account/key-commands.ts';
import { usePreferences } from '#api/account/preferences.ts';
import { beforeIso, replayAddress } from '#lib/address/replay-address.ts';
import { alertAddress } from '#lib/address/requested-alert.ts';
import { Button, ButtonLink } from '#ui/controls/button.tsx';
import { Icon } from '#ui/marks/icon.tsx';
import { closeOnEscape } from '#ui/overlays/close-on-escape.ts';
import './evidence.css';
import {
  EventSteps,
  EvidenceContent,
  EvidencePlace,
  EvidenceTitle,
  neighbourEvent,
} from './evidence-parts.tsx';
import { useEvidence } from './use-evidence.ts';

export interface EvidenceSheetProps {
  /** Null: closed. */
  readonly eventId: string | null;
  /** The event's last change as the page knows it, so that a refilled iceberg is requested again. */
  readonly updatedAt: string | null;
  /** Ids in the order in which the keys of events walk. */
  readonly eventIds: readonly string[];
  /** Single letters act only when the user has not switched them off. */
  readonly letterKeys: boolean;
  readonly onSelect: (eventId: string) => void;
  readonly onClose: () => void;
}

function Head({
  eventId,
  updatedAt,
  onMove,
}: {
  readonly eventId: string;
  readonly updatedAt: string | null;
  readonly onMove: ((step: 1 | -1) => void) | null;
}): ReactNode {
  const { data } = useEvidence(eventId, updatedAt);
  return (
    <header className="evidence-top">
      <div className="flex items-center gap-2">
        {data === undefined ? (
          <Radix.Title className="t-16 grow">Evidence</Radix.Title>
        ) : (
          <>
            <EvidenceTitle
              evidence={data}
              heading={(title) => <Radix.Title className="t-16">{title}</Radix.Title>}
            />
            <span className="grow" />
          </>
        )}
        {onMove === null ? null : <EventSteps onMove={onMove} />}
        <Radix.Close asChild>
          <Button kind="ghost" size="icon" aria-label="Close">
            <Icon name="close" size={15} />
          </Button>
        </Radix.Close>
      </div>
      <div className="evidence-under">
        {data === undefined ? null : (
          <Radix.Description className="evidence-place">
            <EvidencePlace evidence={data} />
          </Radix.Description>
        )}
        <span className="flex gap-1">
          {data === undefined ? null : (
            <>
              <ButtonLink kind="ghost" size="small" href={alertAddress(data.event)}>
                Alert me
              </ButtonLink>
              <ButtonLink
                kind="ghost"
                size="small"
                href={replayAddress(data.event.instrumentId, beforeIso(data.event.metadata.startedAt))}
              >
                Replay from here
              </ButtonLink>
            </>
          )}
          <ButtonLink kind="ghost" size="small" href={`/events/${encodeURIComponent(eventId)}`}>
            Open page
          </ButtonLink>
        </span>
      </div>
    </header>
  );
}

/** Rendered once by a page; open while `eventId` is set. */
export function EvidenceSheet(props: EvidenceSheetProps): ReactNode {
  const { eventId, updatedAt, eventIds, letterKeys, onSelect, onClose } = props;
  const { keys } = usePreferences().value;
  if (eventId === null) return null;
  const canMove = neighbourEvent(eventIds, eventId, 1) !== null;
  const move = (step: 1 | -1): void => {
    const id = neighbourEvent(eventIds, eventId, step);
    if (id !== null) onSelect(id);
  };
  const closeByKey = closeOnEscape(onClose);
  const onKeyDown = (event: KeyboardEvent): void => {
    closeByKey(event);
    const steps = { nextEvent: () => move(1), previousEvent: () => move(-1) };
    const command = commandOf(event.nativeEvent, { keys, shortcuts: letterKeys }, steps);
    if (command !== 'nextEvent' && command !== 'previousEvent') return;
    event.preventDefault();
    steps[command]();
  };
  return (
    <Radix.Root open modal={false} onOpenChange={(open) => (open ? undefined : onClose())}>
      <Radix.Portal>
        <Radix.Content
          className="evidence-sheet"
          aria-describedby={undefined}
          onKeyDown={onKeyDown}
          // Focus goes into the sheet, not onto its first button, which would look pressed.
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
          }}
          // A click on the chart behind chooses another event; it must not close the sheet first.
          onInteractOutside={(event) => event.preventDefault()}
        >
          <Head eventId={eventId} updatedAt={updatedAt} onMove={canMove ? move : null} />
          <div className="evidence-scroll">
            <EvidenceContent eventId={eventId} updatedAt={updatedAt} />
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
