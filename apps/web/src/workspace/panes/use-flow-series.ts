/** Bars of a chart in a pane from executions: of seconds, trades, volume, range or delta, as far back as the plan shows. */
import { TIER_RULES, type Tier } from '@undertow/contracts';
import { type BarRule, type FlowBar, HOUR_MS } from '@undertow/market';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ChartBar } from '#chart/data/chart-input.ts';
import type { StudyMarket } from '#chart/studies/session-bars.ts';
import { ofSession } from '#features/chart/studies/join-bars.ts';
import type { PaneSeries } from '#features/chart/studies/pane-series.ts';
import { type FlowSource, useFlowFeed } from '#features/flow/footprint/use-flow-feed.ts';
import { countOf } from '#lib/format/formats.ts';

/** Bars on screen at first, and how many more are loaded at a time. */
const FIRST_BARS = 150;
const MORE_BARS = 400;
/** Executions come many times a second. */
const READ_EVERY_MS = 100;

/** Bars of the feed with starts that ascend, which those of one instant do not by themselves. */
export class AscendingBars {
  #from: readonly FlowBar[] = [];
  #bars: ChartBar[] = [];

  read(closed: readonly FlowBar[], forming: FlowBar | null): readonly ChartBar[] {
    if (closed !== this.#from || closed.length < this.#bars.length) this.#bars = [];
    this.#from = closed;
    for (let index = this.#bars.length; index < closed.length; index += 1)
      this.#bars.push(this.#after(closed[index]!));
    return forming === null ? [...this.#bars] : [...this.#bars, this.#after(forming)];
  }

  #after(bar: FlowBar): FlowBar {
    const last = this.#bars.at(-1);
    if (last === undefined || bar.startMs > last.startMs) return bar;
    return { ...bar, startMs: last.startMs + 1 };
  }
}

/** The bars of a feed, read at most ten times a second. */
function useFeedBars(source: FlowSource | null): readonly ChartBar[] {
  const [bars, setBars] = useState<readonly ChartBar[]>([]);
  useEffect(() => {
    setBars([]);
    if (source === null) return;
    const { feed } = source;
    const ascending = new AscendingBars();
    let timer: ReturnType<typeof setTimeout> | null = null;
    const read = (): void => {
      timer = null;
      setBars(ascending.read(feed.bars, feed.forming));
    };
    const stop = feed.listen(() => {
      timer ??= setTimeout(read, READ_EVERY_MS);
    });
    feed.needBars(FIRST_BARS);
    read();
    return () => {
      stop();
      if (timer !== null) clearTimeout(timer);
    };
  }, [source]);
  return bars;
}

export function useFlowSeries(
  instrumentId: number,
  rule: BarRule,
  minutes: number,
  { market, tier }: { readonly market: StudyMarket | null; readonly tier: Tier },
): PaneSeries {
  const source = useFlowFeed(instrumentId, rule);
  const known = useFeedBars(source);
  const hours = TIER_RULES[tier].workspace.depthHistoryHours;
  const bars = useMemo(() => (market === null ? known : ofSession(known, market)), [known, market]);
  const oldest = useRef(Number.POSITIVE_INFINITY);
  oldest.current = known[0]?.startMs ?? Number.POSITIVE_INFINITY;
  const isComplete =
    source !== null && (source.feed.isComplete || oldest.current < source.nowMs() - hours * HOUR_MS);
  const needOlder = useCallback(() => {
    if (source === null || oldest.current < source.nowMs() - hours * HOUR_MS) return;
    source.feed.needBars(source.feed.bars.length + MORE_BARS);
  }, [source, hours]);
  const error = source?.feed.error ?? null;
  return useMemo(
    () => ({
      bars,
      rolls: [],
      isAdjusted: false,
      minutes,
      error,
      retry: () => source?.feed.retry(),
      needOlder,
      isComplete,
      note: `From executions, ${countOf(hours, 'hour')} back`,
    }),
    [bars, minutes, error, source, needOlder, isComplete, hours],
  );
}
