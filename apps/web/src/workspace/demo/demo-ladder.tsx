/** The ladder of the demo: resting size and orders, what is pulled and stacked, sold and bought in the minute. */
import { EVENT_TYPES, MINUTE_MS, type RecordedFinding } from '@undertow/market';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { LadderBoard } from '#flow-panes/ladder/ladder-board.ts';
import type { LadderMark } from '#flow-panes/ladder/ladder-rows.ts';
import { watch } from '#lib/state/observable.ts';
import { BackToNow } from './back-to-now.tsx';
import type { DemoPaneParts } from './pane-parts.ts';
import { useNewest } from './use-newest.ts';

/** Narrower panes have no column of orders. */
const ORDERS_FROM_PX = 380;

/** Not withdrawn, and within the visibility window of its type. */
function isActive({ type, knownMs, endedMs }: RecordedFinding, nowMs: number): boolean {
  return endedMs === null && nowMs < knownMs + EVENT_TYPES[type].windowMs;
}

const minuteOf = (timeMs: number): number => Math.floor(timeMs / MINUTE_MS) * MINUTE_MS;

function useBoard(parts: DemoPaneParts) {
  const { player, size } = parts;
  const hasOrders = size.width >= ORDERS_FROM_PX;
  const host = useRef<HTMLElement>(null);
  const [board, setBoard] = useState<LadderBoard | null>(null);
  const [isHeld, setHeld] = useState(false);
  const newest = useNewest(parts);
  useEffect(() => {
    if (host.current === null) return undefined;
    const made = new LadderBoard(host.current, {
      instrument: player.excerpt.instrument,
      columns: { profile: false, traded: true, orders: hasOrders },
      onEvent: (id) => newest.current.onEvent(id),
      onHover: (priceTicks) =>
        newest.current.onPoint(priceTicks === null ? null : { atMs: player.nowMs, priceTicks }),
      onHeld: setHeld,
      onKnown: () => undefined,
    });
    let countedFrom = minuteOf(player.nowMs);
    made.market.countFrom(countedFrom, null);
    const stop = player.listen({
      onDepth: (change, atMs) => made.market.applyDepth(change, atMs),
      onPrints: (prints, isWhole) => made.market.applyPrints(prints, isWhole),
      onClock(nowMs) {
        const minute = minuteOf(nowMs);
        if (minute !== countedFrom) made.market.countFrom(minute, player.printsSince(minute));
        countedFrom = minute;
        made.request();
      },
    });
    setBoard(made);
    setHeld(false);
    return () => {
      stop();
      made.dispose();
    };
  }, [player, newest, hasOrders]);
  return { host, board, isHeld };
}

export function DemoLadder(parts: DemoPaneParts): ReactNode {
  const { findings, nowMs, linked, size } = parts;
  const { host, board, isHeld } = useBoard(parts);
  const marks = useMemo(
    () =>
      findings
        .filter((finding) => isActive(finding, nowMs))
        .map(({ id, type, side, priceTicks }): LadderMark => {
          return { eventId: id, type, isBid: side === 'bid', priceTicks };
        }),
    [findings, nowMs],
  );
  const { height } = size;
  useEffect(() => {
    board?.update({ profile: null, marks, isOld: false, height });
  }, [board, marks, height]);
  useEffect(() => {
    if (board === null) return undefined;
    return watch(linked, (point) => board.setLinkedTicks(point?.priceTicks ?? null));
  }, [board, linked]);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move the prices of what has the focus */}
      <section ref={host} className="ladder-place" tabIndex={0} aria-label="Prices" />
      <BackToNow isLive={!isHeld} onClick={() => board?.recentre()} />
    </>
  );
}
