/** Depth over time of the demo: resting size of the last minutes, executions and findings where they happened. */
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import '#features/flow/depth/depth.css';
import { DepthBoard } from '#flow-panes/depth/depth-board.ts';
import type { DepthMark } from '#flow-panes/depth/paint-marks.ts';
import type { DemoPaneParts } from './pane-parts.ts';
import { useNewest } from './use-played-excerpt.ts';

/** Orders from this size on have a bubble. */
export const BUBBLE_SIZE = 20;

function useBoard(parts: DemoPaneParts) {
  const { player } = parts;
  const host = useRef<HTMLElement>(null);
  const [board, setBoard] = useState<DepthBoard | null>(null);
  const newest = useNewest(parts);
  useEffect(() => {
    if (host.current === null) return undefined;
    const made = new DepthBoard(host.current, {
      instrument: player.excerpt.instrument,
      onPoint: (at) => newest.current.onPoint(at),
      onEvent: (id) => newest.current.onEvent(id),
      onView: () => undefined,
    });
    const stop = player.listen({
      onDepth: (change, atMs) => made.timeline.addDepth(change, atMs),
      onPrints: (prints, isWhole) => made.timeline.addPrints(prints, isWhole),
      onClock(nowMs) {
        made.timeline.knownUntil(nowMs);
        made.request();
      },
    });
    made.timeline.addSpans(player.past.filter(({ depth }) => depth.length > 0));
    setBoard(made);
    return () => {
      stop();
      made.dispose();
    };
  }, [player, newest]);
  return { host, board };
}

export function DemoDepth(parts: DemoPaneParts): ReactNode {
  const { player, findings, chosenId, point, size } = parts;
  const { host, board } = useBoard(parts);
  const marks = useMemo(
    () =>
      findings.map(
        (finding): DepthMark => ({
          eventId: finding.id,
          type: finding.type,
          atMs: finding.knownMs,
          priceTicks: finding.priceTicks,
          size: finding.size,
          isChosen: finding.id === chosenId,
        }),
      ),
    [findings, chosenId],
  );
  const { width, height } = size;
  useEffect(() => {
    board?.update({
      width,
      height,
      marks,
      minSize: BUBBLE_SIZE,
      point,
      isOld: false,
      firstMs: board.timeline.fromMs,
    });
  }, [board, width, height, marks, point]);
  return (
    <section
      ref={host}
      className="depth-place"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll what has the focus
      tabIndex={0}
      aria-label={`Depth over time of ${player.excerpt.instrument.symbol}, arrow keys scroll, plus and minus zoom`}
    />
  );
}
