/** The sheet at the right with the evidence of an event: focus inside, Esc closes, J and K move through the events. */
import type { EventEvidence } from '@undertow/contracts';
import { Dialog as Radix } from 'radix-ui';
import type { KeyboardEvent, ReactNode } from 'react';
import { useExchangeClock } from '#api/account/preferences.ts';
import { ApiError } from '#api/client/api-error.ts';
import { alertAddress } from '#lib/address/requested-alert.ts';
import { formatPrice } from '#lib/format/formats.ts';
import { formatExchangeClock } from '#lib/format/times.ts';
import { EVENT_LOOKS, titleOf } from '#lib/words/event-looks.ts';
import { Button, ButtonLink } from '#ui/controls/button.tsx';
import { EmptyBlock, QueryState, SkeletonRows } from '#ui/layout/blocks.tsx';
import { Headline } from '#ui/layout/headline.tsx';
import { Badge } from '#ui/marks/badge.tsx';
import { Glyph } from '#ui/marks/glyph.tsx';
import { Icon } from '#ui/marks/icon.tsx';
import { closeOnEscape } from '#ui/overlays/close-on-escape.ts';
import './evidence.css';
import { EvidenceBody } from './evidence-body.tsx';
import { formatMillis, ZONE_CITY } from './millis.ts';
import { useEvidence } from './use-evidence.ts';

export interface EvidenceSheetProps {
  /** Null: closed. */
  readonly eventId: string | null;
  /** The event's last change as the page knows it, so that a refilled iceberg is requested again. */
  readonly updatedAt: string | null;
  /** Ids in the order in which J and K walk. */
  readonly eventIds: readonly string[];
  /** Single letters act only when the user has not switched them off. */
  readonly letterKeys: boolean;
  readonly onSelect: (eventId: string) => void;
  readonly onClose: () => void;
}

function neighbour(ids: readonly string[], id: string, step: 1 | -1): string | null {
  const at = ids.indexOf(id);
  if (ids.length === 0 || (ids.length === 1 && at === 0)) return null;
  if (at === -1) return (step === 1 ? ids[0] : ids.at(-1)) ?? null;
  return ids[(at + step + ids.length) % ids.length] ?? null;
}

function Title({ evidence }: { readonly evidence: EventEvidence | undefined }): ReactNode {
  if (evidence === undefined) return <Radix.Title className="t-16 grow">Evidence</Radix.Title>;
  const { event } = evidence;
  const look = EVENT_LOOKS[event.eventType];
  const { sub } = event.metadata;
  return (
    <>
      <Glyph look={look} size={18} decorative />
      <Radix.Title className="t-16">{titleOf(event.eventType, sub)}</Radix.Title>
      <Headline confidence={event.confidence} {...event.metadata} />
      {event.metadata.degraded ? <Badge tone="warn">degraded</Badge> : null}
      <span className="grow" />
    </>
  );
}

function Place({ evidence }: { readonly evidence: EventEvidence }): ReactNode {
  const { instrumentId, instrumentSymbol, price, metadata } = evidence.event;
  const hasExchangeClock = useExchangeClock();
  const from = formatMillis(Date.parse(metadata.startedAt));
  const to = formatMillis(Date.parse(metadata.updatedAt));
  return (
    <Radix.Description className="evidence-place">
      {instrumentSymbol} {metadata.side} at <b>{formatPrice(instrumentId, price)}</b>,{' '}
      {from === to ? from : `${from} to ${to}`} {ZONE_CITY}
      {hasExchangeClock ? `, ${formatExchangeClock(Date.parse(metadata.startedAt))}` : null}
    </Radix.Description>
  );
}

function Content({
  eventId,
  updatedAt,
}: {
  readonly eventId: string;
  readonly updatedAt: string | null;
}): ReactNode {
  const query = useEvidence(eventId, updatedAt);
  const { data, error } = query;
  if (data !== undefined) return <EvidenceBody evidence={data} />;
  if (error instanceof ApiError && error.status === 404) {
    return <EmptyBlock title="Event not available" text="This event cannot be shown to you right now." />;
  }
  if (error !== null) {
    return <QueryState query={query} failed="The evidence could not be loaded" />;
  }
  return (
    <div role="status">
      <span className="sr-only">Loading evidence</span>
      <SkeletonRows rows={10} height={18} />
    </div>
  );
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
        <Title evidence={data} />
        {onMove === null ? null : (
          <>
            <Button kind="ghost" size="icon" aria-label="Next event (J)" onClick={() => onMove(1)}>
              J
            </Button>
            <Button kind="ghost" size="icon" aria-label="Previous event (K)" onClick={() => onMove(-1)}>
              K
            </Button>
          </>
        )}
        <Radix.Close asChild>
          <Button kind="ghost" size="icon" aria-label="Close">
            <Icon name="close" size={15} />
          </Button>
        </Radix.Close>
      </div>
      <div className="evidence-under">
        {data === undefined ? null : <Place evidence={data} />}
        <span className="flex gap-1">
          {data === undefined ? null : (
            <ButtonLink kind="ghost" size="small" href={alertAddress(data.event)}>
              Alert me
            </ButtonLink>
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
  if (eventId === null) return null;
  const canMove = neighbour(eventIds, eventId, 1) !== null;
  const move = (step: 1 | -1): void => {
    const id = neighbour(eventIds, eventId, step);
    if (id !== null) onSelect(id);
  };
  const closeByKey = closeOnEscape(onClose);
  const onKeyDown = (event: KeyboardEvent): void => {
    closeByKey(event);
    const key = event.key.toLowerCase();
    if (!letterKeys || event.ctrlKey || event.metaKey || event.altKey || (key !== 'j' && key !== 'k')) return;
    event.preventDefault();
    move(key === 'j' ? 1 : -1);
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
            <Content eventId={eventId} updatedAt={updatedAt} />
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
