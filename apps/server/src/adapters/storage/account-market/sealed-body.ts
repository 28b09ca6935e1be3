/** Bodies of rows as JSON sealed for their place. */
import type { OwnerKey } from '#ports/account-feeds.ts';

export function sealBody(key: OwnerKey, place: string, body: unknown): Uint8Array {
  return key.seal(place, Buffer.from(JSON.stringify(body)));
}

/** Rows were written by us, and what was changed does not open: the body is read as it went in. */
export function openBody<T>(key: OwnerKey, place: string, sealed: Uint8Array): T {
  return JSON.parse(Buffer.from(key.open(place, sealed)).toString('utf8')) as T;
}

/** Places of the rows, by table. */
export const placeOf = {
  bar: (row: { source: string; instrumentId: number; startMs: number; contract: string }): string =>
    `account_bars/${row.source}/${row.instrumentId}/${row.startMs}/${row.contract}`,
  gap: (row: { source: string; instrumentId: number; fromMs: number }): string =>
    `account_gaps/${row.source}/${row.instrumentId}/${row.fromMs}`,
  signal: (row: { id: string; kind: string; source: string }): string =>
    `account_events/${row.kind}/${row.source}/${row.id}`,
  alert: (id: string): string => `alerts/${id}`,
  window: (eventId: string): string => `account_windows/${eventId}`,
  tape: (eventId: string): string => `account_windows/${eventId}/tape`,
  outcome: (row: { source: string; instrumentId: number; kind: string; signalId: string }): string =>
    `account_outcomes/${row.source}/${row.instrumentId}/${row.kind}/${row.signalId}`,
} as const;
