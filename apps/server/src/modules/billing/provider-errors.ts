/** Failures of the payment provider as refusals of the catalogue: it is away, it refused, or the bank refused the card. */

import { AppError } from '#failures/app-error.ts';
import { BillingFailure } from '#ports/billing.ts';
import type { Log } from '#ports/log.ts';

function refusalOf({ canRetry, customerMessage }: BillingFailure): AppError {
  if (canRetry) return new AppError('PAYMENT_PROVIDER_AWAY');
  if (customerMessage === null) return new AppError('PAYMENT_PROVIDER_REFUSED');
  return new AppError('PAYMENT_REFUSED', [{ path: 'card', message: customerMessage }]);
}

/** Runs a call of the provider; its failures become refusals from the catalogue, and are logged whole. */
export async function withProviderErrors<T>(
  log: Pick<Log, 'error'>,
  userId: string,
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof BillingFailure)) throw error;
    log.error({ err: error, userId }, 'payment provider failed');
    throw refusalOf(error);
  }
}
