/** The orders of a tape as a table, newest first: only the rows in view are in the document. Scrolling down pauses it. */
import { formatPrice, type Instrument, SIDE_BID, SIDE_NONE, type TapeOrder } from '@undertow/market';
import { type ReactNode, useRef, useState, useSyncExternalStore } from 'react';
import {
  marksOf,
  rowsInView,
  type TapeIceberg,
  type TapeList,
  type TapeMark,
  type TapeRow,
} from '#flow-panes/tape/tape-rows.ts';
import { formatSize } from '#lib/format/formats.ts';
import { formatTenths } from '#lib/format/times.ts';
import type { Readable } from '#lib/state/observable.ts';
import { EVENT_LOOKS } from '#lib/words/event-looks.ts';
import { Button } from '#ui/controls/button.tsx';
import { Glyph } from '#ui/marks/glyph.tsx';

export const TAPE_ROW_PX = 19;

export interface TapePoint {
  readonly atMs: number;
  readonly priceTicks: number | null;
}

export interface TapeTableProps {
  readonly instrument: Instrument;
  readonly list: TapeList;
  readonly icebergs: readonly TapeIceberg[];
  /** Orders from here on are tinted. */
  readonly largeSize: number;
  /** Pixels of the place of the rows. */
  readonly height: number;
  readonly isOld: boolean;
  /** The crosshair of a linked pane. */
  readonly linked: Readable<TapePoint | null>;
  readonly onPoint: (point: { readonly atMs: number; readonly priceTicks: number } | null) => void;
  readonly onEvent: (eventId: string) => void;
}

function Mark({
  mark,
  instrument,
  onEvent,
}: { readonly mark: TapeMark } & Pick<TapeTableProps, 'instrument' | 'onEvent'>): ReactNode {
  switch (mark.kind) {
    case 'sweep':
      return (
        <i title={`Swept ${mark.prices} prices`}>
          sweep {mark.prices} from {formatPrice(instrument, mark.fromTicks)}
        </i>
      );
    case 'iceberg':
      return (
        <button
          type="button"
          tabIndex={-1}
          title="Traded against an iceberg: show its evidence"
          onClick={() => onEvent(mark.eventId)}
        >
          <Glyph look={EVENT_LOOKS.iceberg} size={11} decorative />
          refill
        </button>
      );
    case 'stop':
      return <i title="A stop order that the market elected">stop</i>;
    default:
      return <i>{mark.kind}</i>;
  }
}

const SIDE_WORDS = { buy: 'bought', sell: 'sold', none: 'no aggressor' } as const;

function sideOf({ side }: TapeOrder): keyof typeof SIDE_WORDS {
  if (side === SIDE_NONE) return 'none';
  return side === SIDE_BID ? 'buy' : 'sell';
}

function isAt(order: TapeOrder, point: TapePoint | null): boolean {
  if (point === null || Math.abs(order.timeMs - point.atMs) > 500) return false;
  const { priceTicks } = point;
  if (priceTicks === null) return true;
  const { firstTicks, lastTicks } = order;
  return priceTicks >= Math.min(firstTicks, lastTicks) && priceTicks <= Math.max(firstTicks, lastTicks);
}

function OrderRow({
  order,
  index,
  ...props
}: TapeTableProps & { readonly order: TapeOrder; readonly index: number }): ReactNode {
  const { instrument, icebergs, largeSize, linked, onPoint } = props;
  const side = sideOf(order);
  // The row alone renders when a crosshair comes to it or leaves it
  const isLinked = (): boolean => isAt(order, linked.get());
  return (
    <tr
      aria-rowindex={index + 2}
      data-side={side}
      data-large={order.size >= largeSize}
      data-linked={useSyncExternalStore(linked.subscribe, isLinked, isLinked)}
      onPointerEnter={() => onPoint({ atMs: order.timeMs, priceTicks: order.lastTicks })}
    >
      <td className="time">{formatTenths(order.timeMs)}</td>
      <td className="price">{formatPrice(instrument, order.lastTicks)}</td>
      <td className="size">{formatSize(order.size)}</td>
      <td className="arrow">
        <span aria-hidden="true">{side === 'buy' ? '▲' : side === 'sell' ? '▼' : '·'}</span>
        <span className="sr-only">{SIDE_WORDS[side]}</span>
      </td>
      <td className="marks">
        {marksOf(order, icebergs).map((mark) => (
          <Mark key={mark.kind} mark={mark} instrument={instrument} onEvent={props.onEvent} />
        ))}
      </td>
    </tr>
  );
}

function Row({ row, index, ...props }: TapeTableProps & { readonly row: TapeRow; readonly index: number }) {
  if (row.kind === 'order') return <OrderRow order={row.order} index={index} {...props} />;
  const { fromMs, toMs } = row.gap;
  const until = toMs === null ? 'on' : `to ${formatTenths(toMs)}`;
  return (
    <tr aria-rowindex={index + 2} data-gap="true">
      <td colSpan={5}>
        No data from {formatTenths(fromMs)} {until}
      </td>
    </tr>
  );
}

const Space = ({ rows }: { readonly rows: number }): ReactNode =>
  rows === 0 ? null : (
    <tr>
      <td colSpan={5} style={{ height: rows * TAPE_ROW_PX, padding: 0 }} />
    </tr>
  );

/** What is listed: as it comes in at the top, or as it was when the reader scrolled away. */
function useHeld(list: TapeList) {
  const [held, setHeld] = useState<TapeList | null>(null);
  const [top, setTop] = useState(0);
  const place = useRef<HTMLDivElement>(null);
  return {
    shown: held ?? list,
    /** Orders that came since; null while nothing is held. */
    newer: held === null ? null : Math.max(0, list.shown - held.shown),
    top,
    place,
    onScroll(): void {
      const at = place.current?.scrollTop ?? 0;
      setTop(at);
      if (at < TAPE_ROW_PX / 2) setHeld(null);
      else setHeld((one) => one ?? list);
    },
    toNewest(): void {
      setHeld(null);
      setTop(0);
      if (place.current !== null) place.current.scrollTop = 0;
    },
  };
}

export function TapeTable(props: TapeTableProps): ReactNode {
  const { shown, newer, top, place, onScroll, toNewest } = useHeld(props.list);
  const { rows } = shown;
  const [from, to] = rowsInView(top, props.height, TAPE_ROW_PX, rows.length);
  return (
    <>
      {newer === null ? null : (
        <p className="tape-paused" role="status">
          <span>Paused. {newer === 1 ? '1 newer order' : `${formatSize(newer)} newer orders`}</span>
          <Button size="small" onClick={toNewest}>
            Back to newest
          </Button>
        </p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll what has the focus */}
      <section className="tape-rows" ref={place} onScroll={onScroll} tabIndex={0} aria-label="Executions">
        <table
          className="tape"
          data-old={props.isOld}
          aria-rowcount={rows.length + 1}
          onPointerLeave={() => props.onPoint(null)}
        >
          <caption className="sr-only">Executions by aggressive order, newest first</caption>
          <thead>
            <tr>
              <th scope="col">Time</th>
              <th scope="col">Price</th>
              <th scope="col">Size</th>
              <th scope="col">
                <span className="sr-only">Side</span>
              </th>
              <th scope="col">
                <span className="sr-only">Marks</span>
              </th>
            </tr>
          </thead>
          <tbody>
            <Space rows={from} />
            {rows.slice(from, to).map((row, n) => (
              <Row
                key={
                  row.kind === 'order' ? `${row.order.order} ${row.order.timeMs}` : `gap ${row.gap.fromMs}`
                }
                row={row}
                index={from + n}
                {...props}
              />
            ))}
            <Space rows={rows.length - to} />
          </tbody>
        </table>
      </section>
    </>
  );
}
