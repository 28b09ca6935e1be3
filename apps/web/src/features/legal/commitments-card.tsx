/** What is promised, with its target, its state and its evidence. */
import { COMMITMENTS, type Commitment } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { useRecoveryDrill } from '#api/site/recovery-drill.ts';
import { TableHead } from '#ui/layout/table-head.tsx';
import { Badge, type Tone } from '#ui/marks/badge.tsx';
import { drillWords } from './drill-words.ts';

const STATES: Readonly<Record<Commitment['state'], readonly [words: string, tone: Tone]>> = {
  built: ['In the product', 'ok'],
  objective: ['Objective', 'warn'],
  planned: ['Planned', 'plain'],
};

export function CommitmentsCard({ stateOf }: { readonly stateOf: string }): ReactNode {
  const drill = useRecoveryDrill();
  return (
    <section className="card commitments" aria-labelledby="commitments">
      <div className="card-head">
        <h2 id="commitments">Commitments</h2>
        <span className="grow" />
        <span className="font-normal text-text-3">state of {stateOf}</span>
      </div>
      <div className="legal-table">
        <table className="table">
          <TableHead columns={['Commitment', 'Target', 'State', 'Evidence']} />
          <tbody>
            {COMMITMENTS.map(({ what, target, state, evidence }) => (
              <tr key={what}>
                <td data-label="Commitment" className="font-medium">
                  {what}
                </td>
                <td data-label="Target" className="font-semibold">
                  {target}
                </td>
                <td data-label="State">
                  <Badge tone={STATES[state][1]}>{STATES[state][0]}</Badge>
                </td>
                <td data-label="Evidence" className="text-text-2">
                  {evidence === 'newest-drill' ? drillWords(drill) : evidence}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
