/** What the threads of backtests are sent, and send. */
import type { BacktestResult } from '@undertow/backtest';
import type { NewFacts } from '#ports/backtests/backtests.ts';

export type SessionNews =
  | { readonly kind: 'progress'; readonly fraction: number }
  | { readonly kind: 'read'; readonly facts: Omit<NewFacts, 'tookMs'> | null }
  | { readonly kind: 'failed'; readonly message: string };

/** Facts of the next session, compressed; null after the last one. */
export type NextSession = Uint8Array | null;

export type TestNews =
  /** Waits for the next session. */
  | { readonly kind: 'next' }
  | { readonly kind: 'tested'; readonly result: BacktestResult }
  | { readonly kind: 'failed'; readonly message: string };
