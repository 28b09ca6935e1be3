/** The footprint of the demo: minutes of the played stretch, with each finding in its cell. */
import {
  CME_CALENDAR,
  type FlowBar,
  FlowBarBuilder,
  MINUTE_MS,
  productCalendar,
  type RecordedFinding,
} from '@undertow/market';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import '#features/flow/footprint/footprint.css';
import { FootprintTable } from '#features/flow/footprint/footprint-table.tsx';
import { addPrints } from '#flow-panes/bars/fold-prints.ts';
import { Footprint } from '#flow-panes/footprint/create-footprint.ts';
import type { FootprintBar } from '#flow-panes/footprint/footprint-facts.ts';
import type { FootprintEvent, FootprintInput } from '#flow-panes/footprint/footprint-input.ts';
import { USER_ZONE } from '#lib/format/times.ts';
import { watch } from '#lib/state/observable.ts';
import { BackToNow } from './back-to-now.tsx';
import type { ExcerptPlayer } from './excerpt-player.ts';
import type { DemoPaneParts } from './pane-parts.ts';
import { useNewest } from './use-newest.ts';

export const IMBALANCE_RULE = { ratioPercent: 300, minSize: 10, minRows: 3, rowTicks: 0 } as const;

function footprintEvent({ id, type, side, priceTicks, startedMs }: RecordedFinding): FootprintEvent {
  return { id, type, side, priceTicks, startedMs, degraded: false };
}

/** Folds the executions of a player into minutes. */
function minutesOf(player: ExcerptPlayer) {
  const bars: FlowBar[] = [];
  const calendar = productCalendar(CME_CALENDAR, player.excerpt.instrument);
  const rule = { kind: 'time', ms: MINUTE_MS } as const;
  return { bars, calendar, builder: new FlowBarBuilder({ rule, calendar, onBar: (bar) => bars.push(bar) }) };
}

export function DemoFootprint(parts: DemoPaneParts): ReactNode {
  const { player, findings, chosenId, linked } = parts;
  const box = useRef<HTMLDivElement>(null);
  const redraw = useRef(() => {});
  const newest = useNewest(parts);
  const [words, setWords] = useState<string | null>(null);
  const [isLive, setLive] = useState(true);
  const [table, setTable] = useState<readonly FootprintBar[] | null>(null);
  const [footprint, setFootprint] = useState<Footprint | null>(null);
  useEffect(() => {
    if (box.current === null) return;
    const { bars, calendar, builder } = minutesOf(player);
    const input = (): FootprintInput => ({
      instrument: player.excerpt.instrument,
      calendar,
      bars,
      forming: builder.forming(),
      barMs: MINUTE_MS,
      rule: IMBALANCE_RULE,
      cells: 'bidAsk',
      events: newest.current.findings.map(footprintEvent),
      selectedEventId: newest.current.chosenId,
      gaps: [],
      isOld: false,
      nowMs: player.nowMs,
      timeZone: USER_ZONE,
    });
    const drawn = new Footprint(box.current, input(), {
      onCrosshair: (at) => newest.current.onPoint(at),
      onEventSelect: (id) => newest.current.onEvent(id),
      onNeedBars: () => undefined,
      onShown: () => undefined,
      onLive: setLive,
      onReadout: setWords,
      onOpenTable: () => setTable(drawn.scene?.bars.map(({ bar }) => bar) ?? []),
    });
    setFootprint(drawn);
    redraw.current = () => drawn.update(input());
    const stop = player.listen({
      onPrints: (prints) => addPrints(builder, prints),
      onClock: () => redraw.current(),
    });
    return () => {
      stop();
      redraw.current = () => {};
      drawn.dispose();
    };
  }, [player, newest]);
  // Also while nothing plays
  useEffect(() => redraw.current(), [findings, chosenId]);
  useEffect(() => {
    if (footprint === null) return undefined;
    return watch(linked, (point) => footprint.setLinkedPoint(point));
  }, [footprint, linked]);
  return (
    <div className="footprint-place">
      <div ref={box} className="footprint-box" data-testid="demo-footprint" />
      {words === null ? null : (
        <p className="footprint-readout" role="status">
          {words}
        </p>
      )}
      <BackToNow isLive={isLive} onClick={() => footprint?.run('latest')} />
      {table === null ? null : (
        <FootprintTable
          input={{ instrument: player.excerpt.instrument, timeZone: USER_ZONE }}
          bars={table}
          onClose={() => setTable(null)}
        />
      )}
    </div>
  );
}
