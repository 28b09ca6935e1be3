/** The windows around releases in memory: sessions and alert rules look at them without waiting. */
import { DAY_MS, HOUR_MS, INSTRUMENTS, type NewsWindow, windowAt } from '@undertow/market';
import { RepeatingTask } from '#concurrency/repeating-task.ts';
import { windowsOf } from '#news/release-windows.ts';
import type { Clock } from '#ports/clock.ts';
import type { Log } from '#ports/log.ts';
import type { NewsStore } from '#ports/news/news-store.ts';

const EVERY_MS = 5_000;
/** The longest window, and delayed views, look back less. */
const BACK_MS = 2 * HOUR_MS;

export interface ReleaseCalendar {
  /** The window of the instrument that contains the instant, near the present; null outside. */
  windowAt(instrumentId: number, timeMs: number): NewsWindow | null;
  /** Reads the releases again. */
  refresh(): Promise<void>;
  close(): Promise<void>;
}

export interface ReleaseCalendarParts {
  readonly news: Pick<NewsStore, 'releases'>;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
}

/** Without the database the windows stay as they were. */
export function openReleaseCalendar({ news, clock, log }: ReleaseCalendarParts): ReleaseCalendar {
  let windows: ReadonlyMap<number, readonly NewsWindow[]> = new Map();
  const read = async (): Promise<void> => {
    const nowMs = clock.nowMs();
    const releases = await news.releases(nowMs - BACK_MS, nowMs + DAY_MS);
    windows = new Map(INSTRUMENTS.map(({ id }) => [id, windowsOf(releases, id)]));
  };
  const task = new RepeatingTask(EVERY_MS, read, (error) => log.error({ err: error }, 'releases not read'));
  void task.run();
  return {
    windowAt: (instrumentId, timeMs) => windowAt(windows.get(instrumentId) ?? [], timeMs),
    refresh: () => task.run(),
    close: () => task.stop(),
  };
}
