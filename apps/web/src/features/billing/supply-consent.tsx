/** The express request to be supplied at once: never ticked beforehand, with the right to cancel beside it. */
import { IMMEDIATE_SUPPLY_NOTICE, IMMEDIATE_SUPPLY_STATEMENT } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { Checkbox } from '#ui/checkbox.tsx';

export interface SupplyConsentProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

export function SupplyConsent({ checked, onChange }: SupplyConsentProps): ReactNode {
  return (
    <Checkbox
      checked={checked}
      onChange={onChange}
      label={IMMEDIATE_SUPPLY_STATEMENT}
      note={IMMEDIATE_SUPPLY_NOTICE}
    />
  );
}
