/** The express request to be supplied at once: never ticked beforehand, with the right to cancel beside it. */
import { IMMEDIATE_SUPPLY_NOTICE, IMMEDIATE_SUPPLY_STATEMENT } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { CheckField } from '#ui/controls/check-field.tsx';

export interface SupplyConsentProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

export function SupplyConsent({ checked, onChange }: SupplyConsentProps): ReactNode {
  return (
    <CheckField checked={checked} onChange={(event) => onChange(event.target.checked)}>
      {IMMEDIATE_SUPPLY_STATEMENT}
      <span className="t-12 mt-1 block text-text-3">{IMMEDIATE_SUPPLY_NOTICE}</span>
    </CheckField>
  );
}
