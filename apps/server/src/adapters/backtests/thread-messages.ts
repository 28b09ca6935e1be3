/** What the threads of backtests are sent, and send. */
import type { BacktestResult } from '@undertow/backtest';
import type { NewFacts, TestedSession } from '#ports/backtests/backtests.ts';
import type { UploadRead } from '#ports/backtests/uploads.ts';

export type ReadNews<T> =
  | { readonly kind: 'progress'; readonly fraction: number }
  | { readonly kind: 'read'; readonly read: T }
  | { readonly kind: 'failed'; readonly message: string };

export type SessionNews = ReadNews<Omit<NewFacts, 'tookMs'> | null>;
export type UploadNews = ReadNews<UploadRead>;

/** Null after the last one. */
export type NextSession = TestedSession | null;

export type TestNews =
  /** Waits for the next session. */
  | { readonly kind: 'next' }
  | { readonly kind: 'tested'; readonly result: BacktestResult }
  | { readonly kind: 'failed'; readonly message: string };
