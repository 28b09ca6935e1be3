/** The lines of connected accounts, one a user, and what each viewer looks at: his own, or the house's. */
import type { OwnLines, Viewer } from '#ports/account-feeds.ts';
import type { Controls } from '#ports/controls.ts';
import type { InstrumentUpdate } from '#ports/bus.ts';
import type { Entitlement } from '#ports/entitlements.ts';
import type { InstrumentView } from '#live/views/instrument-view.ts';
import { isolated } from '#live/tasks/isolated.ts';
import { HOUSE_LINE, type LineSight, type LineSights, type LineViews } from '#live/views/view-resolver.ts';
import type { LiveLog } from '#live/tasks/live-log.ts';
import { OwnLine } from './account-feed-line.ts';

const SWEEP_MS = 60_000;

/** Deliberately without the bus: what an own line says must not reach recorder, alerts or track record. */
export interface OwnLinesInput {
  readonly house: LineViews;
  readonly controls: Pick<Controls, 'isOff' | 'onChange'>;
  readonly log: LiveLog;
  monotonicMs(): number;
  onVisible(view: InstrumentView, update: InstrumentUpdate): void;
  /** True while a socket of the user shows the view. */
  isFollowed(userId: string, view: InstrumentView): boolean;
  /** Tells that the user looks at something else from now on. */
  onSourceChange(userId: string): void;
}

export interface RunningOwnLines extends OwnLines {
  readonly sights: LineSights;
  /** Lines that are open. */
  readonly size: number;
  /** Closes all of them for good, and whatever is opened later at once. */
  shutDown(): Promise<void>;
}

export function createOwnLines(input: OwnLinesInput): RunningOwnLines {
  const { house, controls, log } = input;
  const lines = new Map<string, OwnLine>();
  let opened = 0;
  let isOver = false;
  const onFault = (error: unknown): void => log.error({ err: error }, 'own line failed');

  const stopListening = controls.onChange(() => {
    for (const line of lines.values()) isolated(() => line.look(), onFault);
  });
  const sweep = setInterval(() => {
    for (const line of lines.values()) isolated(() => line.endIdle(), onFault);
  }, SWEEP_MS);
  sweep.unref();

  async function end(line: OwnLine | undefined): Promise<void> {
    await line?.close().catch((error: unknown) => log.error({ err: error }, 'own line not closed cleanly'));
  }

  function ownOf(viewer: Viewer): LineSight | undefined {
    // An administrator sees what the plan shows, not what the user pays his broker for
    return viewer.view === undefined ? lines.get(viewer.userId)?.sight : undefined;
  }

  const houseSight = ({ rules }: Entitlement): LineSight => ({
    line: HOUSE_LINE,
    views: house,
    delaySeconds: rules.delaySeconds,
    isOwn: false,
  });

  return {
    get size() {
      return lines.size;
    },
    sights: {
      of: (viewer, entitlement) => ownOf(viewer) ?? houseSight(entitlement),
      all: (viewer, entitlement) => [ownOf(viewer) ?? [], houseSight(entitlement)].flat(),
    },
    async open(userId, feed, onResync) {
      if (isOver) return feed.close();
      const before = lines.get(userId);
      opened += 1;
      const line = new OwnLine({
        line: `own ${opened}`,
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
