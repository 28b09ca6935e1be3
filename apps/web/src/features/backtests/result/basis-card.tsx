/** What the result rests on: sessions, detectors, the rule and the result by their hashes. */
import type { BacktestResultDto } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { sourceText } from '#features/backtests/words/source-words.ts';
import { countOf, listWords } from '#lib/format/formats.ts';
import { Card } from '#ui/layout/card.tsx';

/** `9c41 e07b`: enough to compare by eye. */
function hashText(hash: string): string {
  return `${hash.slice(0, 4)} ${hash.slice(4, 8)}`;
}

export interface BasisCardProps {
  readonly result: BacktestResultDto;
  /** Sessions that could not be read. */
  readonly leftOut: number;
}

export function BasisCard({ result, leftOut }: BasisCardProps): ReactNode {
  const { testedOn, ruleHash, resultHash } = result;
  const { sessions, gaps, gapMinutes, halts, rolls, detectors, sources } = testedOn;
  const facts = [
    {
      label: 'Sessions',
      value: `${sessions} of ${sessions + leftOut}`,
      note: `${countOf(gaps, 'session')} with gaps, ${gapMinutes} min left out; ${countOf(halts, 'halt')}, ${countOf(rolls, 'contract roll')}`,
    },
    {
      label: 'Detectors',
      value: listWords(detectors),
      note: `Probabilities as they were known at the time. Recorded from ${listWords(sources.map(sourceText))}`,
    },
    { label: 'Rule', value: hashText(ruleHash), note: 'Hash of the rule: the same rule has the same one' },
    {
      label: 'Repeatable',
      value: hashText(resultHash),
      note: 'Hash of the result: two runs on the same sessions give the same one',
    },
  ];
  return (
    <Card title="Tested on">
      <dl className="bt-figures">
        {facts.map(({ label, value, note }) => (
          <div key={label}>
            <dt className="cap">{label}</dt>
            <dd className="font-semibold">{value}</dd>
            <dd className="bt-figure-line">{note}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
