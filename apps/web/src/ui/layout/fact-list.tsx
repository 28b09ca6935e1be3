/** Facts in two columns: name and value. */
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
