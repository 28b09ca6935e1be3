/** Facts in two columns: what, and how it stands. */
import type { ReactNode } from 'react';

export interface FactListProps {
  readonly facts: readonly (readonly [what: string, how: ReactNode])[];
}

export function FactList({ facts }: FactListProps): ReactNode {
  return (
    <dl className="fact-list">
      {facts.map(([what, how]) => (
        <div key={what}>
          <dt>{what}</dt>
          <dd>{how}</dd>
        </div>
      ))}
    </dl>
  );
}
