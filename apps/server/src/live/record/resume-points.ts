/** Where the simulated venue resumes after a restart: the last stored close of each instrument. */
import { type Bar, MINUTE_MS } from '@undertow/market';
import type { MarketStore } from '#ports/market-store.ts';
import { decodeFrame } from './frame-codec.ts';

export interface ResumePoint {
  readonly closeTicks: number;
  /** The last instant that was stored, milliseconds since 1970 UTC. */
  readonly lastMs: number;
  readonly run: string;
}

/** One point for each of the instruments that has stored bars. `nowMs` is the server's clock. */
export async function resumePoints(
  store: Pick<MarketStore, 'lastBar' | 'listFrames'>,
  instrumentIds: readonly number[],
  nowMs: number,
): Promise<ReadonlyMap<number, ResumePoint>> {
  const points = new Map<number, ResumePoint>();
  for (const id of instrumentIds) {
    const last = await store.lastBar(id, 'simulated');
    if (last === undefined) continue;
    const { bar, run } = last;
    const frames = await store.listFrames(id, 'simulated', bar.startMs);
    const newest = frames.at(-1);
    const forming = newest === undefined ? null : decodeFrame(newest.frame).formingBar;
    // A frame is stored each second, the forming bar every five
    const closeTicks =
      forming !== null && forming.startMs >= bar.startMs ? forming.closeTicks : bar.closeTicks;
    const lastMs = Math.min(nowMs, newest?.asOfMs ?? endOf(bar));
    points.set(id, { closeTicks, lastMs, run });
  }
  return points;
}

function endOf(bar: Bar): number {
  return bar.startMs + MINUTE_MS;
}
