/** The line below every measured rate: on what, when, and what it does not say. */
import type { MeasuredRates } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { formatDate } from '#lib/format/times.ts';

export function MeasuredOn({ rates }: { readonly rates: MeasuredRates | undefined }): ReactNode {
  return (
    <p className="measured-on">
      {rates === undefined
        ? 'Loading the measured rates.'
        : `Measured on ${formatDate(Date.parse(rates.date), 'UTC')} on ${rates.hours} hours of labelled simulated markets that show every order, each of a family whose mechanics its probabilities were not trained on, commit ${rates.commit}, each rate with its 95% interval. Right: share of what was raised that was there. Found: share of what was there that was raised. Simulated markets are not the exchange: rates on a real feed will differ.`}
    </p>
  );
}
