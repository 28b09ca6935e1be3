/** Connects a board with the order flow of its instrument while it is shown. */
import type { Instrument } from '@undertow/market';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { usePastPrints } from '#features/flow/parts/use-past-prints.ts';
import { LadderBoard, type LadderBoardOptions } from '#flow-panes/ladder/ladder-board.ts';
import type { LadderColumns } from '#flow-panes/ladder/ladder-table.ts';
import { type FeedView, useOrderFlow } from '#live/live-context.tsx';

export interface LadderState {
  readonly host: RefObject<HTMLDivElement | null>;
  readonly board: LadderBoard | null;
  readonly isKnown: boolean;
  readonly isHeld: boolean;
  /** Why earlier executions are missing; null where they are not. */
  readonly pastError: Error | null;
}

type Handlers = Pick<LadderBoardOptions, 'onEvent' | 'onHover'>;

function useBoard(instrument: Instrument, columns: LadderColumns, given: Handlers) {
  const host = useRef<HTMLDivElement>(null);
  const [board, setBoard] = useState<LadderBoard | null>(null);
  const [isKnown, setKnown] = useState(false);
  const [isHeld, setHeld] = useState(false);
  const handlers = useRef(given);
  useEffect(() => {
    handlers.current = given;
  });
  const { profile, traded, orders } = columns;
  useEffect(() => {
    if (host.current === null) return undefined;
    const made = new LadderBoard(host.current, {
      instrument,
      columns: { profile, traded, orders },
      onEvent: (id) => handlers.current.onEvent(id),
      onHover: (ticks) => handlers.current.onHover(ticks),
      onHeld: setHeld,
      onKnown: setKnown,
    });
    setBoard(made);
    setKnown(false);
    setHeld(false);
    return () => made.dispose();
  }, [instrument, profile, traded, orders]);
  return { host, board, isKnown, isHeld };
}

/** `fromMs`: sold and bought count from here on. */
export function useLadder(
  instrument: Instrument,
  columns: LadderColumns,
  view: FeedView,
  fromMs: number | null,
  handlers: Handlers,
): LadderState {
  const flow = useOrderFlow(instrument.id, ['depth', 'prints']);
  const state = useBoard(instrument, columns, handlers);
  const { board } = state;
  const [firstMs, setFirstMs] = useState<number | null>(null);
  useEffect(() => {
    if (flow === null || board === null) return undefined;
    return flow.listen({
      onDepth(change, asOfMs) {
        board.market.applyDepth(change, asOfMs);
        board.request();
      },
      onPrints(prints, isWhole) {
        board.market.applyPrints(prints, isWhole);
        if (isWhole) setFirstMs(prints.times[0] ?? asOf.current);
        board.request();
      },
    });
  }, [flow, board]);
  const asOf = useRef(view.state.asOfMs);
  useEffect(() => {
    asOf.current = view.state.asOfMs;
  });
  useEffect(() => {
    if (board === null || fromMs === null) return;
    board.market.countFrom(fromMs, flow?.prints ?? null);
    board.request();
  }, [board, flow, fromMs]);
  const isMissing = firstMs !== null && fromMs !== null && firstMs > fromMs;
  const past = usePastPrints({
    instrumentId: instrument.id,
    contract: view.state.status?.contract ?? null,
    fromMs: isMissing ? fromMs : null,
    toMs: isMissing ? firstMs + 1 : null,
  });
  useEffect(() => {
    if (board === null || past.data === undefined) return;
    board.market.addPast(past.data);
    board.request();
  }, [board, past.data]);
  const isGap = view.line.condition === 'gap' && view.line.isOld;
  useEffect(() => {
    if (!isGap || board === null) return;
    board.market.gap();
    board.request();
  }, [board, isGap]);
  return { ...state, pastError: past.error };
}
