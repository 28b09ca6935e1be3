/** The basis of a pattern: its levels, the rules that had to hold, and how good such findings have been. */
import type { AiPattern } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useDetectableTypes } from '#api/market/market-data.ts';
import { useEvaluation, useTrackRecord } from '#api/market/track-record.ts';
import { formatPrice } from '#lib/format/formats.ts';
import { labelledSentence, liveSentence } from '#lib/words/measured-rates.ts';
import { patternRules } from './pattern-rules.ts';

const NOT_MEASURED = 'On labelled simulated markets: not measured for this kind.';

export function PatternEvidence({ pattern }: { readonly pattern: AiPattern }): ReactNode {
  const { levels } = pattern.metadata;
  const price = (text: string): string => formatPrice(pattern.instrumentId, text);
  const rules = patternRules(pattern.metadata.evidence);
  return (
    <div className="pattern-evidence">
      {levels.length + rules.length === 0 ? null : (
        <dl className="pattern-facts">
          {levels.map(({ label, low, high }) => (
            <div key={`${label} ${low}`}>
              <dt>{label.charAt(0).toUpperCase() + label.slice(1)}</dt>
              <dd>{low === high ? price(low) : `${price(low)} to ${price(high)}`}</dd>
            </div>
          ))}
          {rules.map(({ name, value, needed }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                {value}
                {needed === '' ? null : <span className="text-text-3"> ({needed})</span>}
              </dd>
            </div>
          ))}
        </dl>
      )}
      <EventLinks ids={pattern.metadata.eventIds} />
      <Rates pattern={pattern} />
    </div>
  );
}

/** The events behind it: their evidence is on their own pages. */
function EventLinks({ ids }: { readonly ids: readonly string[] }): ReactNode {
  if (ids.length === 0) return null;
  return (
    <p className="flex flex-wrap gap-x-3">
      <span className="text-text-2">Based on</span>
      {ids.map((id, index) => (
        <Link key={id} href={`/events/${encodeURIComponent(id)}`} className="link">
          {ids.length === 1 ? 'its event' : `event ${index + 1}`}
        </Link>
      ))}
    </p>
  );
}

/** Figures of the kind, not of this pattern. */
function Rates({ pattern }: { readonly pattern: AiPattern }): ReactNode {
  const { instrumentId, eventType: type, metadata } = pattern;
  const tier = useDetectableTypes(instrumentId).data?.tier;
  const evaluation = useEvaluation().data;
  const record = useTrackRecord(instrumentId).data;
  if (tier === undefined || evaluation === undefined || record === undefined) return null;
  const kind = { type, sub: metadata.sub, tier };
  return (
    <section>
      <h3 className="font-medium">How reliable such findings are</h3>
      <p className="text-text-2">{labelledSentence(evaluation, kind) ?? NOT_MEASURED}</p>
      <p className="text-text-2">{liveSentence(record, kind)}</p>
    </section>
  );
}
