/** How the history plant sends many rows: chosen, cut at the servers' limit, or resumed by a key. */
import type { ClientSession } from '#rithmic/session/client-session.ts';

/** The limit of the servers. Without `resume_bars` a response ends there as if it were complete. */
const MAX_RECORDS = 10_000;
/** Rows are sent in bursts: a client with a short queue loses rows that arrive all at once, and others would wait. */
const BURST = 100;
const PAUSE_MS = 4;
const LAST = 2;
const BACKWARDS = 2;

export interface ReplayRequest {
  readonly userMaxCount?: number;
  readonly direction?: number;
  readonly timeOrder?: number;
  readonly resumeBars?: boolean;
}

interface ReplayResponse<T> {
  readonly row: (row: T) => void;
  /** More follows when it is requested with this key. */
  readonly cut: (key: string) => void;
  readonly end: () => void;
}

function chosen<T>(client: ClientSession, request: ReplayRequest, rows: readonly T[]): readonly T[] {
  const { userMaxCount, direction, timeOrder, resumeBars = false } = request;
  const wanted = userMaxCount !== undefined && userMaxCount > 0 ? userMaxCount : Number.POSITIVE_INFINITY;
  const limit = resumeBars ? Number.POSITIVE_INFINITY : MAX_RECORDS;
  const fault = client.world.faults.historyCap ?? Number.POSITIVE_INFINITY;
  const count = Math.min(rows.length, wanted, limit, fault);
  const picked = direction === LAST ? rows.slice(rows.length - count) : rows.slice(0, count);
  return timeOrder === BACKWARDS ? picked.toReversed() : picked;
}

/** Rows come oldest first. */
export function replay<T>(
  client: ClientSession,
  request: ReplayRequest,
  rows: readonly T[],
  response: ReplayResponse<T>,
): void {
  const picked = chosen(client, request, rows);
  const part = (request.resumeBars === true ? client.world.faults.historyPart : null) ?? MAX_RECORDS;
  const send = (from: number, to: number): void => {
    if (client.login === null) return;
    const next = Math.min(to, from + BURST);
    for (let row = from; row < next; row++) response.row(picked[row] as T);
    if (next < to) setTimeout(send, PAUSE_MS, next, to);
    else endPart(to);
  };
  const goOn = (from: number): void => send(from, Math.min(picked.length, from + part));
  const endPart = (to: number): void => {
    if (to === picked.length) {
      // Also where nothing traded: clients step over such gaps, and 7 is for what has no history at all
      response.end();
      return;
    }
    const key = String(++client.lastKey);
    client.resumable.set(key, () => goOn(to));
    response.cut(key);
  };
  goOn(0);
}
