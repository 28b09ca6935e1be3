/**
 * Which bars show a stretch of the past best: the finest timeframe of which a hundred hold it, and where they end.
 * Pure.
 */

import type { TimeframeName } from '@undertow/contracts';
import { MINUTE_MS } from '@undertow/market';
import { minutesOf, TIMEFRAMES } from '#lib/words/timeframes.ts';

/** Bars drawn at most, less a few for the space at the sides. */
const BARS = 90;
/** What is shown after the end: the time in which the best price after an exit is looked for. */
const AFTER_MS = 30 * MINUTE_MS;

export interface PastWindow {
  readonly timeframe: TimeframeName;
  /** First instant that is no longer shown. */
  readonly endMs: number;
}

/** For a stretch from `fromMs` to `toMs`, and a half hour after it, never beyond `nowMs`. */
export function pastWindow(fromMs: number, toMs: number, nowMs: number): PastWindow {
  const endMs = Math.min(nowMs, toMs + AFTER_MS);
  const needed = (endMs - fromMs) / MINUTE_MS;
  const found = TIMEFRAMES.find(({ value }) => minutesOf(value) * BARS >= needed);
  return { timeframe: found?.value ?? '60m', endMs };
}
