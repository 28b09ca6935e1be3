/** Features: the event types, what of each is exact, how often it was right and found on labelled markets, and the workspace. */
import type { MeasuredRates } from '@undertow/contracts';
import { FLOW_EVENT_TYPES, type FlowEventType } from '@undertow/market';
import type { ReactNode } from 'react';
import { useMeasuredRates } from '#api/market/track-record.ts';
import { ClaimText } from '#features/marketing/claims/claim-text.tsx';
import { claim } from '#features/marketing/claims/claims.ts';
import { kindsOf, MEASURED_KINDS } from '#features/marketing/claims/measured-kinds.ts';
import { MeasuredOn } from '#features/marketing/claims/measured-on.tsx';
import { MIN_SAMPLE, wholeRate } from '#features/marketing/claims/rate-words.ts';
import { Section } from '#features/marketing/frame/section.tsx';
import { Screenshot } from '#features/marketing/pictures/screenshot.tsx';
import { capitalised, countWord } from '#lib/format/formats.ts';
import { EVENT_LOOKS } from '#lib/words/event-looks.ts';
import { Badge } from '#ui/marks/badge.tsx';
import { Glyph } from '#ui/marks/glyph.tsx';
import { WorkspaceFeature } from './workspace-feature.tsx';

type Measured = MeasuredRates['events'][number];

function Rate({ name, measured }: { readonly name: string | null; readonly measured: Measured }): ReactNode {
  const { precision, recall } = measured;
  const isFew = (precision?.count ?? 0) < MIN_SAMPLE || (recall?.count ?? 0) < MIN_SAMPLE;
  return (
    <p className="event-rate">
      {name === null ? null : <b>{name} </b>}
      {precision === null ? 'None raised.' : `Right ${wholeRate(precision)}.`}{' '}
      {recall === null ? 'None was there to find.' : `Found ${wholeRate(recall)}.`}{' '}
      {isFew ? <Badge tone="warn">few</Badge> : null}
    </p>
  );
}

function EventItem({ type, rates }: { type: FlowEventType; rates: MeasuredRates | undefined }): ReactNode {
  const look = EVENT_LOOKS[type];
  const kinds = kindsOf(type);
  const measured = kinds.flatMap((kind) => {
    const row = rates?.events.find((one) => one.kind === kind);
    return row === undefined ? [] : [{ name: MEASURED_KINDS[kind].name, row }];
  });
  const state = rates?.states.find((one) => one.type === type)?.state;
  const unproven = state === 'experimental' || state === 'unavailable';
  return (
    <li className="event-item" data-unproven={unproven}>
      <Glyph look={look} size={22} decorative />
      <div>
        <h3 className="t-16">
          {look.title} {unproven ? <Badge tone="warn">Experimental</Badge> : null}
        </h3>
        <p className="event-meaning">{look.meaning}</p>
        <p className="t-13 mt-1 text-text-3">
          {unproven ? (
            'Not to be relied on yet: shown when you switch it on, and never alerted.'
          ) : (
            <ClaimText id={`event-${type}`} />
          )}
        </p>
        <div className="event-rates" data-lines={kinds.length}>
          {measured.map(({ name, row }) => (
            <Rate key={row.kind} name={name} measured={row} />
          ))}
        </div>
      </div>
    </li>
  );
}

export function EventSection(): ReactNode {
  const rates = useMeasuredRates().data;
  return (
    <Section
      id="features"
      title={`${capitalised(countWord(FLOW_EVENT_TYPES.length))} things the candle does not show`}
      text={claim('six-events').text}
    >
      <div className="feature-grid">
        <ul>
          {FLOW_EVENT_TYPES.map((type) => (
            <EventItem key={type} type={type} rates={rates} />
          ))}
        </ul>
        <div className="feature-shots">
          <Screenshot name="evidence" />
        </div>
      </div>
      <MeasuredOn rates={rates} />
      <WorkspaceFeature />
    </Section>
  );
}
