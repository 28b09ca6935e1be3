/** Holds polling to the same number of devices as sockets: who asks again and again for live data watches it, too. */

import type { SignedIn } from '#http/session/session.ts';
import type { Clock } from '#ports/clock.ts';

/** A device that asked this recently, without a socket, counts as watching. */
const WATCHING_MS = 30_000;
/** A page asks before its socket is there; from then on it watches by that socket, or within the limit. */
const ARRIVING_MS = 10_000;
const FORGET_MS = 600_000;

interface Poller {
  readonly sinceMs: number;
  lastMs: number;
  admitted: boolean;
}

interface LivePollerParts {
  readonly clock: Clock;
  /** Sessions of a user that hold a socket now. */
  readonly liveSessionsOf: (userId: string) => ReadonlySet<string>;
}

type Device = Pick<SignedIn, 'userId' | 'sessionId' | 'view'>;

export interface LivePollers {
  /** True when this device may be told live data, with at most `devices` of the user watching. */
  mayPoll(device: Device, devices: number): boolean;
  /** This device has opened a socket: when it loses its place, it loses it at once. */
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
    // Who looks as the user takes no place from him
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
