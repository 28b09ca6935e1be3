/** Sockets that break and come back, for as long as the soak runs: after each return the data must flow again. */
import { setTimeout as wait } from 'node:timers/promises';
import { seededDraws } from '@undertow/market';
import { ENDINGS, end, openSocket } from './live-socket.ts';
import type { Person } from './person.ts';

const MIN_OPEN_MS = 5_000;
const MORE_OPEN_MS = 40_000;
const MORE_AWAY_MS = 4_000;
/** A frame at the latest: ten a second while the market trades. */
const MAX_SILENCE_MS = 20_000;

export async function keepBreaking(
  person: Person,
  instrumentIds: readonly number[],
  seed: number,
  signal: AbortSignal,
): Promise<void> {
  const draw = seededDraws(seed);
  while (!signal.aborted) {
    const live = await openSocket(person, instrumentIds);
    person.tally.count('sockets opened');
    await wait(MIN_OPEN_MS + draw() * MORE_OPEN_MS, null, { signal }).catch(() => null);
    if (live.frames() === 0) person.tally.complain(`a socket of ${person.email} received nothing`);
    const ending = ENDINGS[Math.floor(draw() * ENDINGS.length)] ?? 'cut';
    await end(live, ending);
    if (ending === 'stalled') {
      const before = live.frames();
      await wait(MAX_SILENCE_MS, null, { signal }).catch(() => null);
      if (!signal.aborted && live.socket.readyState === live.socket.OPEN && live.frames() === before)
        person.tally.complain(`a socket of ${person.email} received nothing after it read again`);
      live.socket.terminate();
    }
    await wait(draw() * MORE_AWAY_MS, null, { signal }).catch(() => null);
  }
}
