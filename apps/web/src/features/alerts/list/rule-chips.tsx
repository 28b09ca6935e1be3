/** The rules that raised an alert. */
import type { AlertDto } from '@undertow/contracts';
import type { ReactNode } from 'react';

export function RuleChips({ rules }: Pick<AlertDto, 'rules'>): ReactNode {
  return rules.length === 0 ? null : (
    <span className="rule-chips">
      {rules.map(({ id, name }) => (
        <span key={id}>{name}</span>
      ))}
    </span>
  );
}
