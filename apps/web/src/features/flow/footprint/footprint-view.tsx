/** The canvas of a footprint in React: made once in its place, given each new input, ended with the pane. */
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { Footprint } from '#flow-panes/footprint/create-footprint.ts';
import type {
  FootprintHandlers,
  FootprintInput,
  FootprintPoint,
} from '#flow-panes/footprint/footprint-input.ts';
import { type Readable, watch } from '#lib/state/observable.ts';
import type { FlowSource } from './use-flow-feed.ts';

/** What React knows; bars and clock are read from the feed at each change. */
export type FootprintBase = Omit<FootprintInput, 'bars' | 'forming' | 'gaps' | 'nowMs' | 'calendar'>;

export interface FootprintViewProps {
  readonly source: FlowSource;
  readonly base: FootprintBase;
  /** The crosshair of another pane. */
  readonly linked: Readable<FootprintPoint | null>;
  readonly handlers: FootprintHandlers;
  readonly handle: RefObject<Footprint | null>;
}

/** The countdown moves on without trades. */
const IDLE_MS = 500;

export function FootprintView({
  source,
  base,
  linked,
  handlers: given,
  handle,
}: FootprintViewProps): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const handlers = useRef(given);
  const latest = useRef(base);
  useEffect(() => {
    handlers.current = given;
  });
  useEffect(() => {
    const { feed, calendar, nowMs } = source;
    const input = (): FootprintInput => ({
      ...latest.current,
      calendar,
      bars: feed.bars,
      forming: feed.forming,
      gaps: feed.gaps,
      nowMs: nowMs(),
    });
    if (box.current === null) return;
    const made = new Footprint(box.current, input(), {
      onCrosshair: (point) => handlers.current.onCrosshair(point),
      onEventSelect: (id) => handlers.current.onEventSelect(id),
      onNeedBars: (count) => handlers.current.onNeedBars(count),
      onShown: (shown) => handlers.current.onShown(shown),
      onLive: (isLive) => handlers.current.onLive(isLive),
      onReadout: (words, isKey) => handlers.current.onReadout(words, isKey),
      onOpenTable: () => handlers.current.onOpenTable(),
    });
    handle.current = made;
    const push = (): void => made.update(input());
    const stop = feed.listen(push);
    const idle = setInterval(push, IDLE_MS);
    return () => {
      stop();
      clearInterval(idle);
      handle.current = null;
      made.dispose();
    };
  }, [source, handle]);
  useEffect(() => {
    latest.current = base;
    const { feed, calendar, nowMs } = source;
    const { bars, forming, gaps } = feed;
    handle.current?.update({ ...base, calendar, bars, forming, gaps, nowMs: nowMs() });
  }, [base, source, handle]);
  useEffect(() => watch(linked, (point) => handle.current?.setLinkedPoint(point)), [linked, source, handle]);
  return <div ref={box} className="footprint-box" data-testid="footprint" />;
}
