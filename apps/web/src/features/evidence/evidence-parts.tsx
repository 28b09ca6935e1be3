/** The parts of the evidence that sheet and pane share: what it is, where and when, and its body with every state of the request. */
import type { EventEvidence } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { useKeyText } from '#api/account/key-commands.ts';
import { useExchangeClock } from '#api/account/preferences.ts';
import { ApiError } from '#api/client/api-error.ts';
import { formatPrice } from '#lib/format/formats.ts';
import { formatExchangeClock } from '#lib/format/times.ts';
import { EVENT_LOOKS, titleOf } from '#lib/words/event-looks.ts';
import { Button } from '#ui/controls/button.tsx';
import { EmptyBlock, QueryState, SkeletonRows } from '#ui/layout/blocks.tsx';
import { Headline } from '#ui/layout/headline.tsx';
import { Badge } from '#ui/marks/badge.tsx';
import { Glyph } from '#ui/marks/glyph.tsx';
import { Icon } from '#ui/marks/icon.tsx';
import { EvidenceBody } from './evidence-body.tsx';
import { formatMillis, ZONE_CITY } from './millis.ts';
import { useEvidence } from './use-evidence.ts';

/** The event's mark and how sure it is, around its title, which the caller makes a heading. */
export function EvidenceTitle({
  evidence,
  heading,
}: {
  readonly evidence: EventEvidence;
  readonly heading: (title: string) => ReactNode;
}): ReactNode {
  const { event } = evidence;
  return (
    <>
      <Glyph look={EVENT_LOOKS[event.eventType]} size={18} decorative />
      {heading(titleOf(event.eventType, event.metadata.sub))}
      <Headline confidence={event.confidence} {...event.metadata} />
      {event.metadata.degraded ? <Badge tone="warn">degraded</Badge> : null}
    </>
  );
}

/** To the next event and back, by the keys that do the same. */
export function EventSteps({ onMove }: { readonly onMove: (step: 1 | -1) => void }): ReactNode {
  const next = useKeyText('nextEvent');
  const previous = useKeyText('previousEvent');
  const named = (name: string, key: string | null): string => (key === null ? name : `${name} (${key})`);
  return (
    <>
      <Button kind="ghost" size="icon" aria-label={named('Next event', next)} onClick={() => onMove(1)}>
        {next ?? <Icon name="down" size={13} />}
      </Button>
      <Button
        kind="ghost"
        size="icon"
        aria-label={named('Previous event', previous)}
        onClick={() => onMove(-1)}
      >
        {previous ?? <Icon name="up" size={13} />}
      </Button>
    </>
  );
}

/** `ES bid at 4566.50, 16:51:41.210 to 16:51:55.002 London`. */
export function EvidencePlace({ evidence }: { readonly evidence: EventEvidence }): ReactNode {
  const { instrumentId, instrumentSymbol, price, metadata } = evidence.event;
  const hasExchangeClock = useExchangeClock();
  const from = formatMillis(Date.parse(metadata.startedAt));
  const to = formatMillis(Date.parse(metadata.updatedAt));
  return (
    <>
      {instrumentSymbol} {metadata.side} at <b>{formatPrice(instrumentId, price)}</b>,{' '}
      {from === to ? from : `${from} to ${to}`} {ZONE_CITY}
      {hasExchangeClock ? `, ${formatExchangeClock(Date.parse(metadata.startedAt))}` : null}
    </>
  );
}

export function EvidenceContent({
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

/** The event beside another one in the order in which J and K walk; null where there is no other. */
export function neighbourEvent(ids: readonly string[], id: string, step: 1 | -1): string | null {
  const at = ids.indexOf(id);
  if (ids.length === 0 || (ids.length === 1 && at === 0)) return null;
  if (at === -1) return (step === 1 ? ids[0] : ids.at(-1)) ?? null;
  return ids[(at + step + ids.length) % ids.length] ?? null;
}
