/** Connects a board with the order flow of its instrument, and requests the past that becomes visible. */
import { HOUR_MS, type Instrument } from '@undertow/market';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { fetchPastFlow } from '#api/market/flow-spans.ts';
import { DepthBoard } from '#flow-panes/depth/depth-board.ts';
import type { DepthBoardOptions } from '#flow-panes/depth/depth-input.ts';
import { type FeedView, useOrderFlow } from '#live/live-context.tsx';

export interface VisibleStretch {
  readonly fromMs: number;
  readonly toMs: number;
  readonly isLive: boolean;
}

export type PastState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly error: Error };

export interface DepthState {
  readonly host: RefObject<HTMLDivElement | null>;
  readonly board: DepthBoard | null;
  readonly isKnown: boolean;
  readonly visible: VisibleStretch | null;
  readonly past: PastState;
  readonly retry: () => void;
}

type Handlers = Pick<DepthBoardOptions, 'onPoint' | 'onEvent'>;

function useBoard(instrument: Instrument, given: Handlers) {
  const host = useRef<HTMLDivElement>(null);
  const [board, setBoard] = useState<DepthBoard | null>(null);
  const [visible, setVisible] = useState<VisibleStretch | null>(null);
  const handlers = useRef(given);
  useEffect(() => {
    handlers.current = given;
  });
  useEffect(() => {
    if (host.current === null) return undefined;
    const made = new DepthBoard(host.current, {
      instrument,
      onPoint: (point) => handlers.current.onPoint(point),
      onEvent: (id) => handlers.current.onEvent(id),
      onView: setVisible,
    });
    setBoard(made);
    return () => made.dispose();
  }, [instrument]);
  return { host, board, visible };
}

/** How much is requested at once, before what is known. */
const CHUNK_MS = HOUR_MS / 2;

/** Requests spans before those known until the visible stretch is full, or the session begins. */
function usePast(
  board: DepthBoard | null,
  {
    instrumentId,
    contract,
    firstMs,
  }: { instrumentId: number; contract: string | null; firstMs: number | null },
  visible: VisibleStretch | null,
) {
  const [past, setPast] = useState<PastState>({ kind: 'idle' });
  const [attempt, setAttempt] = useState(0);
  /** From when on everything was requested. */
  const reached = useRef<number | null>(null);
  // Of another board or contract everything is requested anew
  useEffect(() => {
    reached.current = null;
  }, [board, contract]);
  const wantedMs = visible === null ? null : Math.floor(visible.fromMs / 60_000) * 60_000;
  // A retry is another attempt
  useEffect(() => {
    const liveMs = board?.timeline.liveFromMs ?? null;
    if (board === null || contract === null || wantedMs === null || liveMs === null) return undefined;
    const toMs = reached.current ?? liveMs;
    const fromMs = Math.max(
      Math.min(toMs - CHUNK_MS, wantedMs),
      firstMs ?? Number.NEGATIVE_INFINITY,
      toMs - 6 * HOUR_MS,
    );
    if (wantedMs >= toMs || fromMs >= toMs) return undefined;
    const ends = new AbortController();
    setPast({ kind: 'loading' });
    fetchPastFlow({ instrumentId, fromMs, toMs, signal: ends.signal }).then(
      (spans) => {
        if (ends.signal.aborted) return;
        reached.current = fromMs;
        board.timeline.addSpans(spans.filter((span) => span.contract === contract));
        board.request();
        setPast({ kind: 'idle' });
      },
      (error: unknown) => {
        if (!ends.signal.aborted)
          setPast({ kind: 'failed', error: error instanceof Error ? error : new Error(String(error)) });
      },
    );
    return () => ends.abort();
  }, [board, instrumentId, contract, firstMs, wantedMs, attempt]);
  return { past, retry: () => setAttempt((one) => one + 1) };
}

export function useDepth(
  instrument: Instrument,
  view: FeedView,
  firstMs: number | null,
  handlers: Handlers,
): DepthState {
  const flow = useOrderFlow(instrument.id, ['depth', 'prints']);
  const { host, board, visible } = useBoard(instrument, handlers);
  const [isKnown, setKnown] = useState(false);
  const { status, asOfMs } = view.state;
  const contract = status?.contract ?? null;
  const source = status?.source ?? null;
  // Of another source or contract nothing stays
  useEffect(() => {
    if (flow === null || board === null) return undefined;
    board.timeline.clear();
    setKnown(false);
    return flow.listen({
      onDepth(change, atMs) {
        board.timeline.addDepth(change, atMs);
        setKnown(board.timeline.now.isKnown);
        board.request();
      },
      onPrints(prints, isWhole) {
        board.timeline.addPrints(prints, isWhole);
        board.request();
      },
    });
  }, [flow, board, contract, source]);
  const { isOld, condition } = view.line;
  useEffect(() => {
    if (board === null || asOfMs === null || isOld) return;
    board.timeline.knownUntil(asOfMs);
    board.request();
  }, [board, asOfMs, isOld]);
  const isGap = condition === 'gap' && isOld;
  useEffect(() => {
    if (!isGap || board === null) return;
    board.timeline.gap(board.timeline.untilMs);
    board.request();
  }, [board, isGap]);
  const { past, retry } = usePast(board, { instrumentId: instrument.id, contract, firstMs }, visible);
  return { host, board, isKnown, visible, past, retry };
}
