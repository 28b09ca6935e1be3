/** Depth over time of the demo: resting size of the last minutes, executions and findings where they happened. */
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import '#features/flow/depth/depth.css';
import { DepthMirror } from '#features/flow/depth/depth-mirror.tsx';
import { DepthBoard } from '#flow-panes/depth/depth-board.ts';
import type { DepthMark } from '#flow-panes/depth/paint-marks.ts';
import { watch } from '#lib/state/observable.ts';
import { BackToNow } from './back-to-now.tsx';
import type { DemoPaneParts } from './pane-parts.ts';
import { useNewest } from './use-newest.ts';

/** Orders from this size on have a bubble. */
const BUBBLE_SIZE = 20;

function useBoard(parts: DemoPaneParts) {
  const { player } = parts;
  const host = useRef<HTMLElement>(null);
  const [board, setBoard] = useState<DepthBoard | null>(null);
  const [isLive, setLive] = useState(true);
  const newest = useNewest(parts);
  useEffect(() => {
    if (host.current === null) return undefined;
    const made = new DepthBoard(host.current, {
      instrument: player.excerpt.instrument,
      onPoint: (at) => newest.current.onPoint(at),
      onEvent: (id) => newest.current.onEvent(id),
      onView: (view) => setLive(view.isLive),
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
  return { host, board, isLive };
}

export function DemoDepth(parts: DemoPaneParts): ReactNode {
  const { player, findings, chosenId, linked, size } = parts;
  const { host, board, isLive } = useBoard(parts);
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
      isOld: false,
      firstMs: board.timeline.fromMs,
    });
  }, [board, width, height, marks]);
  useEffect(
    () => (board === null ? undefined : watch(linked, (point) => board.setLinkedPoint(point))),
    [board, linked],
  );
  const { instrument } = player.excerpt;
  return (
    <>
      <section
        ref={host}
        className="depth-place"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll what has the focus
        tabIndex={0}
        aria-label={`Depth over time of ${instrument.symbol}, arrow keys scroll, plus and minus zoom`}
      >
        {board === null ? null : <DepthMirror board={board} instrument={instrument} />}
      </section>
      <BackToNow isLive={isLive} onClick={() => board?.toLive()} />
    </>
  );
}
