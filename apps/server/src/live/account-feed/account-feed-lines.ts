/** The lines of connected accounts, one per user, and which viewer sees which: their own, or the platform feed. */

import { MINUTE_MS } from '@undertow/market';
import { isolated } from '#live/tasks/isolated.ts';
import type { InstrumentView } from '#live/views/instrument-view.ts';
import {
  createViewResolver,
  type LineViewResolver,
  type LineViewSource,
  type LineViews,
} from '#live/views/view-resolver.ts';
import type { AccountFeedLines, Viewer } from '#ports/account-feeds.ts';
import type { InstrumentUpdate } from '#ports/bus.ts';
import type { Controls } from '#ports/controls.ts';
import type { Log } from '#ports/log.ts';
import { AccountFeedLine } from './account-feed-line.ts';

const SWEEP_MS = MINUTE_MS;

/**
 * Deliberately without the bus: what the line of an account publishes must not reach recorder, alerts or track record.
 */
export interface AccountFeedLinesInput {
  readonly platform: LineViews;
  readonly controls: Pick<Controls, 'isOff' | 'onChange'>;
  readonly log: Log;
  monotonicMs(): number;
  onVisible(view: InstrumentView, update: InstrumentUpdate): void;
  /** True while a socket of the user shows the view. */
  isFollowed(userId: string, view: InstrumentView): boolean;
  /** Called when the views of the user change to another line. */
  onSourceChange(userId: string): void;
}

export interface RunningAccountFeedLines extends AccountFeedLines {
  readonly viewResolver: LineViewResolver;
  /** Lines that are open. */
  readonly size: number;
  /** Closes all of them permanently, and whatever is opened later at once. */
  shutDown(): Promise<void>;
}

export function createAccountFeedLines(input: AccountFeedLinesInput): RunningAccountFeedLines {
  const { platform, controls, log } = input;
  const lines = new Map<string, AccountFeedLine>();
  let opened = 0;
  let isOver = false;
  const onFault = (error: unknown): void => log.error({ err: error }, 'line of an account failed');

  const stopListening = controls.onChange(() => {
    for (const line of lines.values()) isolated(() => line.applySwitch(), onFault);
  });
  const sweep = setInterval(() => {
    for (const line of lines.values()) isolated(() => line.endIdle(), onFault);
  }, SWEEP_MS);
  sweep.unref();

  async function end(line: AccountFeedLine | undefined): Promise<void> {
    await line
      ?.close()
      .catch((error: unknown) => log.error({ err: error }, 'line of an account not closed cleanly'));
  }

  function accountFeedOf(viewer: Viewer): LineViewSource | undefined {
    // An administrator sees what the plan includes, not what the user pays a broker for
    return viewer.view === undefined ? lines.get(viewer.userId)?.viewSource : undefined;
  }

  return {
    get size() {
      return lines.size;
    },
    viewResolver: createViewResolver(platform, accountFeedOf),
    async open(userId, feed, onResync) {
      if (isOver) return feed.close();
      const before = lines.get(userId);
      opened += 1;
      const line = new AccountFeedLine({
        line: `account ${opened}`,
        feed,
        controls,
        log,
        monotonicMs: input.monotonicMs,
        onVisible: input.onVisible,
        onResync,
        onRoll: () => input.onSourceChange(userId),
        isFollowed: (view) => input.isFollowed(userId, view),
      });
      lines.set(userId, line);
      input.onSourceChange(userId);
      await end(before);
    },
    async close(userId) {
      const line = lines.get(userId);
      if (line === undefined) return;
      lines.delete(userId);
      input.onSourceChange(userId);
      await end(line);
    },
    async shutDown() {
      isOver = true;
      clearInterval(sweep);
      stopListening();
      const open = [...lines.values()];
      lines.clear();
      await Promise.all(open.map(end));
    },
  };
}
