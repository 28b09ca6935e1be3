/** The address of a replayed instant, `/?replay=ES@2026-11-19T16:51:47.318Z`: written and read. */
import { INSTRUMENTS } from '@undertow/market';

export const REPLAY_PARAMETER = 'replay';

export interface ReplayTarget {
  readonly instrumentId: number;
  /** ISO 8601. */
  readonly at: string;
}

export function replayAddress(instrumentId: number, at: string): string {
  const symbol = INSTRUMENTS.find(({ id }) => id === instrumentId)?.symbol ?? '';
  return `/?${REPLAY_PARAMETER}=${symbol}@${at}`;
}

/** Null for what names no product of the catalogue, or no instant. */
export function replayTargetOf(text: string): ReplayTarget | null {
  const at = text.indexOf('@');
  const instrument = INSTRUMENTS.find(({ symbol }) => symbol === text.slice(0, Math.max(0, at)));
  const timeMs = Date.parse(text.slice(at + 1));
  if (at < 1 || instrument === undefined || Number.isNaN(timeMs)) return null;
  return { instrumentId: instrument.id, at: new Date(timeMs).toISOString() };
}

/** So long before something begins, its replay does: it is seen coming. */
const LEAD_MS = 10_000;

export function beforeIso(at: string): string {
  return new Date(Date.parse(at) - LEAD_MS).toISOString();
}
