/** The three agreements; terms and privacy open in a new tab, so that what was filled in stays. */
import { MINIMUM_AGE, type RegistrationForm } from '@undertow/contracts';
import type { ReactNode } from 'react';
import type { UseFormRegister } from 'react-hook-form';
import { CheckField } from '#ui/controls/check-field.tsx';

function NewTab({ href, children }: { readonly href: string; readonly children: ReactNode }): ReactNode {
  return (
    <a className="link" href={href} target="_blank" rel="noopener">
      {children}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}

export function Agreements({
  register,
}: {
  readonly register: UseFormRegister<RegistrationForm>;
}): ReactNode {
  return (
    <fieldset className="agreements">
      <legend className="sr-only">Agreements</legend>
      <CheckField {...register('agreedToTerms')}>
        I agree to the <NewTab href="/terms">Terms of Service</NewTab> and the{' '}
        <NewTab href="/privacy">Privacy Policy</NewTab> and am {MINIMUM_AGE} or older.
      </CheckField>
      <CheckField {...register('agreedToDisclaimer')}>
        I have read the trading disclaimer: Undertow is an analysis tool and gives no investment advice.
      </CheckField>
      <CheckField {...register('agreedToRiskWarning')}>
        I understand the risk warning: trading futures can lose more than the money I deposit.
      </CheckField>
    </fieldset>
  );
}

export { NewTab };
