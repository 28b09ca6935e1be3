/** The page of one event: what was seen, the rules, how it came out, and its replay. */
import './evidence.css';
import type { EventEvidence } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { useExchangeClock, usePreferences } from '#api/account/preferences.ts';
import { ApiError } from '#api/client/api-error.ts';
import { beforeIso, replayAddress } from '#lib/address/replay-address.ts';
import { alertAddress } from '#lib/address/requested-alert.ts';
import { formatPrice } from '#lib/format/formats.ts';
import { readableError } from '#lib/format/readable-error.ts';
import { formatExchangeClock } from '#lib/format/times.ts';
import { useTitle } from '#lib/hooks/use-title.ts';
import { EVENT_LOOKS, titleOf } from '#lib/words/event-looks.ts';
import { Button, ButtonLink } from '#ui/controls/button.tsx';
import { EmptyBlock, ErrorBlock, SkeletonRows } from '#ui/layout/blocks.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Headline } from '#ui/layout/headline.tsx';
import { Page } from '#ui/layout/page.tsx';
import { Badge } from '#ui/marks/badge.tsx';
import { Glyph } from '#ui/marks/glyph.tsx';
import { toast, toastError } from '#ui/overlays/toast-state.ts';
import { alternativesOf } from './alternatives.ts';
import { EvidenceBody } from './evidence-body.tsx';
import { formatMillis, ZONE_CITY } from './millis.ts';
import { OutcomeCard } from './outcome-card.tsx';
import { ReplayCard } from './replay-card.tsx';
import { useEvidence } from './use-evidence.ts';

/** What an event might have been instead: readings that its rules reject, and those that they leave open. */
function AlternativesCard({ evidence }: { readonly evidence: EventEvidence }): ReactNode {
  const alternatives = alternativesOf(evidence);
  if (alternatives.length === 0) return null;
  return (
    <Card title="Alternatives">
      <ul className="alternatives">
        {alternatives.map(({ reading, isRejected, reason }) => (
          <li key={reading}>
            <b>{reading}</b>
            <span className={isRejected ? 'text-ok' : 'text-warn'}>
              {isRejected ? 'Rejected' : 'Not excluded'}
            </span>
            <p>{reason}</p>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function nameOf({ event }: EventEvidence): string {
  return `${titleOf(event.eventType, event.metadata.sub)}, ${event.instrumentSymbol} ${formatPrice(event.instrumentId, event.price)}`;
}

async function copyLink(): Promise<void> {
  try {
    await navigator.clipboard.writeText(location.href);
    toast({ title: 'Link copied', text: 'Anyone who opens it sees what their own plan shows.' });
  } catch {
    // A browser without leave to write the clipboard: the address bar has the same link
    toastError('Your browser blocked the clipboard: copy the address above.', 'Not copied');
  }
}

function Head({ evidence }: { readonly evidence: EventEvidence }): ReactNode {
  const { event } = evidence;
  const { degraded, side, startedAt, updatedAt } = event.metadata;
  const hasExchangeClock = useExchangeClock();
  return (
    <div className="event-head">
      <Glyph look={EVENT_LOOKS[event.eventType]} size={18} decorative />
      <Headline confidence={event.confidence} {...event.metadata} />
      <Badge>{event.metadata.severity}</Badge>
      {degraded ? <Badge tone="warn">degraded</Badge> : null}
      <span className="text-text-2">
        {side} side, {formatMillis(Date.parse(startedAt))} to {formatMillis(Date.parse(updatedAt))}{' '}
        {ZONE_CITY}
        {hasExchangeClock ? `, ${formatExchangeClock(Date.parse(startedAt))}` : null}
      </span>
    </div>
  );
}

function Actions({ evidence }: { readonly evidence: EventEvidence }): ReactNode {
  const { instrumentId, metadata } = evidence.event;
  return (
    <>
      <Button onClick={() => void copyLink()}>Copy link</Button>
      <ButtonLink href={alertAddress(evidence.event)}>Alert me</ButtonLink>
      <ButtonLink href={replayAddress(instrumentId, beforeIso(metadata.startedAt))}>
        Replay from here
      </ButtonLink>
      <ButtonLink href={`/?instrumentId=${instrumentId}&at=${encodeURIComponent(metadata.startedAt)}`}>
        Show on the chart
      </ButtonLink>
    </>
  );
}

function Nothing({
  error,
  onRetry,
}: {
  readonly error: Error | null;
  readonly onRetry: () => void;
}): ReactNode {
  if (error instanceof ApiError && error.status === 404) {
    return (
      <section className="card">
        <EmptyBlock
          title="Event not available"
          text="It does not exist, or your plan and instruments do not show it right now."
        >
          <ButtonLink href="/history">Open the history</ButtonLink>
        </EmptyBlock>
      </section>
    );
  }
  if (error === null) return <SkeletonRows rows={14} height={18} />;
  return (
    <section className="card">
      <ErrorBlock title="The evidence could not be loaded" text={readableError(error)} onRetry={onRetry} />
    </section>
  );
}

export function EvidencePage({ eventId }: { readonly eventId: string }): ReactNode {
  const { data, error, refetch } = useEvidence(eventId, null);
  const { value } = usePreferences();
  const title = data === undefined ? 'Event' : nameOf(data);
  useTitle(title);
  if (data === undefined) {
    return (
      <Page title={title}>
        <Nothing error={error} onRetry={() => void refetch()} />
      </Page>
    );
  }
  return (
    <Page title={title} actions={<Actions evidence={data} />}>
      <Head evidence={data} />
      <div className="event-grid">
        <Card title="What was seen">
          <div className="event-evidence">
            <EvidenceBody evidence={data} />
          </div>
        </Card>
        <div className="grid grid-cols-1 content-start gap-3">
          <ReplayCard evidence={data} letterKeys={value.shortcuts} />
          <AlternativesCard evidence={data} />
          <OutcomeCard evidence={data} />
        </div>
      </div>
    </Page>
  );
}
