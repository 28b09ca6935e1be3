/** Someone who reads what the pages read, a call every second or so, and marks alerts read. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Person } from './person.ts';

const EVERY_MS = 1200;

function pathsOf(instrumentIds: readonly number[]): readonly string[] {
  const ofAll = [
    '/alerts',
    '/alert-configurations',
    '/alert-templates',
    '/watchlist',
    '/user/instruments',
    '/history/events?limit=50',
    '/track-record',
    '/subscription',
    '/account/sessions',
    '/trades',
    '/insights',
  ];
  const ofEach = instrumentIds.flatMap((id) => [
    `/market-data?instrumentId=${id}`,
    `/feed-status?instrumentId=${id}`,
    `/order-flow-events/largest?instrumentId=${id}`,
    `/ai-patterns?instrumentId=${id}`,
    `/order-book?instrumentId=${id}`,
    `/order-flow-events?instrumentId=${id}`,
    `/order-flow-events/counts?instrumentId=${id}`,
    `/session-facts?instrumentId=${id}`,
  ]);
  return [...ofAll, ...ofEach];
}

export async function keepReading(
  person: Person,
  instrumentIds: readonly number[],
  signal: AbortSignal,
): Promise<void> {
  const paths = pathsOf(instrumentIds);
  for (let at = 0; !signal.aborted; at += 1) {
    await person.call('GET', paths[at % paths.length] ?? '/alerts');
    if (at % paths.length === 0) await person.call('POST', '/alerts/read-all');
    await wait(EVERY_MS, null, { signal }).catch(() => null);
  }
}
