/** The parts of the evidence sheet below its head: figures, drawing, rules, measurements, how good, data quality. */
import type { EventEvidence } from '@undertow/contracts';
import { instrumentById } from '@undertow/market';
import type { ReactNode } from 'react';
import { useEvaluation, useTrackRecord } from '#api/market/track-record.ts';
import { unbroken } from '#lib/format/formats.ts';
import { labelledSentence, liveSentence } from '#lib/words/measured-rates.ts';
import { FEED_TIER_WORDS, FEED_WORDS } from '#lib/words/words.ts';
import { TableHead } from '#ui/layout/table-head.tsx';
import { Drawing } from './drawings.tsx';
import { evidenceFigures, orderIds, ruleMargin } from './evidence-facts.ts';
import { measuredFacts } from './measured-facts.ts';

function Figures({ evidence }: { readonly evidence: EventEvidence }): ReactNode {
  return (
    <dl className="evidence-figures">
      {evidenceFigures(evidence).map(({ label, value, note }) => (
        <div key={label}>
          <dt className="cap">{label}</dt>
          <dd>
            <b>{value}</b>
            <span>{note}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Rules({ evidence }: { readonly evidence: EventEvidence }): ReactNode {
  if (evidence.rules.length === 0) return null;
  return (
    <section>
      <div className="evidence-head">
        <h3>Rules</h3>
        <span>as of when it was raised</span>
      </div>
      <table className="table evidence-rules">
        <TableHead columns={['Rule', ['Value', 'num'], ['Needed', 'num'], ['Margin', 'num']]} />
        <tbody>
          {evidence.rules.map((rule) => (
            <tr key={rule.name}>
              <td>{rule.name}</td>
              <td className="num font-medium">{rule.value}</td>
              <td className="num text-text-3">{rule.needed}</td>
              <td className={`num ${rule.met ? 'text-ok' : 'text-text-3'}`}>
                {ruleMargin(rule)}
                <span className="sr-only">{rule.met ? ', met' : ', not met'}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Characters from which a value is a sentence rather than a figure. */
const SENTENCE = 24;

function Measured({ evidence }: { readonly evidence: EventEvidence }): ReactNode {
  const facts = measuredFacts(evidence, instrumentById(evidence.event.instrumentId));
  const ids = orderIds(evidence.evidence);
  if (facts.length === 0 && ids.length === 0) return null;
  return (
    <section>
      <div className="evidence-head">
        <h3>What was measured</h3>
      </div>
      <dl className="evidence-facts">
        {facts.map(({ label, value }) => (
          <div key={label} className="evidence-fact">
            <dt>{label}</dt>
            <dd className={value.length > SENTENCE ? 'evidence-sentence' : ''}>{value}</dd>
          </div>
        ))}
        {ids.length === 0 ? null : (
          <div className="evidence-fact">
            <dt>{ids.length === 1 ? 'Order id' : 'Order ids'}</dt>
            <dd className="mono">{ids.join(' ')}</dd>
          </div>
        )}
      </dl>
    </section>
  );
}

/** Figures of the type, not of this event: what a trader may expect of ten like it. */
function Rates({ evidence }: { readonly evidence: EventEvidence }): ReactNode {
  const evaluation = useEvaluation().data;
  const record = useTrackRecord(evidence.event.instrumentId).data;
  const { eventType: type, metadata } = evidence.event;
  const kind = { type, sub: metadata.sub, tier: evidence.dataQuality.tier };
  const labelled = evaluation === undefined ? null : labelledSentence(evaluation, kind);
  if (labelled === null && record === undefined) return null;
  return (
    <section>
      <div className="evidence-head">
        <h3>How reliable such findings are</h3>
      </div>
      {labelled === null ? null : <p className="text-text-2">{labelled}</p>}
      {record === undefined ? null : <p className="text-text-2">{liveSentence(record, kind)}</p>}
    </section>
  );
}

function gapsText(gaps: number | null): string {
  if (gaps === null) return 'gaps of that session not known';
  return gaps === 0 ? 'no gap today' : `${gaps} ${gaps === 1 ? 'gap' : 'gaps'} today`;
}

function DataQuality({ evidence }: { readonly evidence: EventEvidence }): ReactNode {
  const { tier, source, degraded, gapsToday } = evidence.dataQuality;
  const gaps = gapsText(gapsToday);
  const market = evidence.market === 'own' ? 'Your own feed, ' : '';
  return (
    <section>
      <div className="evidence-head">
        <h3>Data quality at that time</h3>
      </div>
      <p className="text-text-2">
        {market}
        {FEED_WORDS[source]}, {gaps}. {FEED_TIER_WORDS[tier]}.
        {degraded ? ' Detected while the feed recovered: degraded, no alert, not counted.' : ''}
      </p>
    </section>
  );
}

export function EvidenceBody({ evidence }: { readonly evidence: EventEvidence }): ReactNode {
  return (
    <>
      <p className="text-text-2">{unbroken(evidence.event.metadata.description)}.</p>
      <Figures evidence={evidence} />
      <Drawing evidence={evidence} />
      <Rules evidence={evidence} />
      <Measured evidence={evidence} />
      <Rates evidence={evidence} />
      <DataQuality evidence={evidence} />
    </>
  );
}
