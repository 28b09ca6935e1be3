/** Requires a recent sign-in for what a borrowed or stolen session must not do. */
import { MINUTE_MS } from '@undertow/market';
import { AppError } from '#failures/app-error.ts';
import type { SignedIn } from './session.ts';

export const FRESH_MS = 10 * MINUTE_MS;

/** Throws `REAUTH_REQUIRED` unless the user authenticated at the issuer within the last ten minutes. */
export function requireFresh({ authAtMs }: SignedIn, nowMs: number, withinMs = FRESH_MS): void {
  if (nowMs - authAtMs > withinMs) throw new AppError('REAUTH_REQUIRED');
}
