/** Limits polling to the same number of devices as sockets: a device that polls for live data counts as watching. */

import type { SignedIn } from '#http/session/session.ts';
import type { Clock } from '#ports/clock.ts';

/** A device that polled this recently, without a socket, counts as watching. */
const WATCHING_MS = 30_000;
/** A page polls before its socket is open; from then on it watches by that socket, or within the limit. */
const ARRIVING_MS = 10_000;
const FORGET_MS = 600_000;

interface Poller {
  readonly sinceMs: number;
  lastMs: number;
  admitted: boolean;
}

interface LivePollerParts {
  readonly clock: Clock;
  /** Sessions of a user that have a socket now. */
  readonly liveSessionsOf: (userId: string) => ReadonlySet<string>;
}

type Device = Pick<SignedIn, 'userId' | 'sessionId' | 'view'>;

export interface LivePollers {
  /** True when this device may receive live data, with at most `devices` of the user watching. */
  mayPoll(device: Device, devices: number): boolean;
  /** This device opened a socket: when it loses its place later, it may not poll either. */
  arrived(device: Device): void;
}

export function createLivePollers({ clock, liveSessionsOf }: LivePollerParts): LivePollers {
  const users = new Map<string, Map<string, Poller>>();
  let sweptMs: number = clock.nowMs();

  function sweep(nowMs: number): void {
    if (nowMs - sweptMs < FORGET_MS) return;
    sweptMs = nowMs;
    for (const [userId, pollers] of users) {
      for (const [id, { lastMs }] of pollers) if (nowMs - lastMs >= FORGET_MS) pollers.delete(id);
      if (pollers.size === 0) users.delete(userId);
    }
  }

  function pollersOf(userId: string): Map<string, Poller> {
    const pollers = users.get(userId) ?? new Map<string, Poller>();
    users.set(userId, pollers);
    return pollers;
  }

  function arrived({ userId, sessionId, view }: Device): void {
    if (view !== undefined) return;
    const poller = { sinceMs: Number.NEGATIVE_INFINITY, lastMs: clock.nowMs(), admitted: false };
    pollersOf(userId).set(sessionId, poller);
  }

  function mayPoll({ userId, sessionId, view }: Device, devices: number): boolean {
    // An administrator in a view as the user takes none of the user's places
    if (view !== undefined) return true;
    const nowMs = clock.nowMs();
    sweep(nowMs);
    const live = liveSessionsOf(userId);
    if (live.has(sessionId)) {
      arrived({ userId, sessionId });
      return true;
    }
    const pollers = pollersOf(userId);
    const mine = pollers.get(sessionId) ?? { sinceMs: nowMs, lastMs: nowMs, admitted: false };
    pollers.set(sessionId, mine);
    mine.lastMs = nowMs;
    const watching = [...pollers].filter(
      ([id, one]) => id !== sessionId && !live.has(id) && one.admitted && nowMs - one.lastMs < WATCHING_MS,
    );
    mine.admitted = live.size + watching.length < devices || nowMs - mine.sinceMs < ARRIVING_MS;
    return mine.admitted;
  }

  return { mayPoll, arrived };
}
