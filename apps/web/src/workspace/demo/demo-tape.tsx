/** The tape of the demo: executions joined by aggressive order, with sweeps, blocks and what traded against an iceberg. */
import { type RecordedFinding, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { TapeTable } from '#features/flow/tape/tape-table.tsx';
import { TapeFeed } from '#flow-panes/tape/tape-feed.ts';
import { type TapeIceberg, tapeList } from '#flow-panes/tape/tape-rows.ts';
import type { DemoPaneParts } from './pane-parts.ts';

/** Smaller orders are hidden; from the second on an order is a block. */
export const LEAST_SIZE = 5;
const BLOCK_SIZE = 40;

function icebergsOf(findings: readonly RecordedFinding[]): readonly TapeIceberg[] {
  return findings
    .filter(({ type }) => type === 'iceberg')
    .map(({ id, side, priceTicks, startedMs, knownMs }) => ({
      eventId: id,
      side: side === 'bid' ? SIDE_BID : SIDE_ASK,
      lowTicks: priceTicks,
      highTicks: priceTicks,
      fromMs: startedMs,
      toMs: knownMs,
    }));
}

export function DemoTape({ player, findings, linked, size, onPoint, onEvent }: DemoPaneParts): ReactNode {
  const feed = useMemo(() => new TapeFeed(BLOCK_SIZE), [player]);
  const [version, setVersion] = useState(0);
  useEffect(
    () =>
      player.listen({
        onPrints(prints, isWhole) {
          feed.add(prints, isWhole);
          setVersion((one) => one + 1);
        },
      }),
    [player, feed],
  );
  // The feed changes in place: its version says when
  const list = useMemo(() => tapeList(feed.orders, [], LEAST_SIZE), [feed, version]);
  const icebergs = useMemo(() => icebergsOf(findings), [findings]);
  return (
    <TapeTable
      instrument={player.excerpt.instrument}
      list={list}
      icebergs={icebergs}
      largeSize={BLOCK_SIZE / 2}
      height={size.height}
      isOld={false}
      linked={linked}
      onPoint={onPoint}
      onEvent={onEvent}
    />
  );
}
