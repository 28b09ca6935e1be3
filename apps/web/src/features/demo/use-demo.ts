/** Joins player, clock and chart of the demo: draws each step, returns what is shown beside the chart. */
import { type Instrument, instrumentBySymbol, type MarketRecording, MINUTE_MS } from '@undertow/market';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { createChart } from '#chart/create-chart.ts';
import { type ChartHandle, type ChartInput, EMPTY_CHART_INPUT } from '#chart/data/chart-input.ts';
import { USER_ZONE } from '#lib/format/times.ts';
import { BAR_MINUTES, chartEventOf, DemoPlayer, type DemoView } from './demo-player.ts';
import { DemoRun } from './demo-run.ts';

/** The parts beside the chart update this much later: both would not fit in one frame on a slow machine. */
const BESIDE_AFTER_MS = 60;
/** What is not recorded is not drawn. */
const LAYERS = { ...EMPTY_CHART_INPUT.layers, profile: false, sessionLevels: false, aiLevels: false };

/** The product that the recording is of; without one it is refused. */
export function instrumentOf({ symbol }: MarketRecording): Instrument {
  const instrument = instrumentBySymbol(symbol);
  if (instrument === undefined) throw new Error(`the catalogue has no ${symbol}`);
  return instrument;
}

export interface DemoOptions {
  /** How many zones the chart shows, and how far they fade. */
  readonly activeEvents?: ChartInput['activeEvents'];
  /** Played milliseconds per millisecond; 1 by default. */
  readonly pace?: number;
}

function openChart(
  element: HTMLElement,
  recording: MarketRecording,
  activeEvents: ChartInput['activeEvents'],
): ChartHandle {
  const chart = createChart(element, {});
  chart.update({
    ...EMPTY_CHART_INPUT,
    instrument: instrumentOf(recording),
    timeframeMinutes: BAR_MINUTES,
    timeZone: USER_ZONE,
    layers: LAYERS,
    activeEvents,
    feed: { isOld: false, source: 'simulated', delaySeconds: 0 },
    letterKeys: false,
  });
  return chart;
}

/** Where played time begins on the chart's clock: after the recording, so that no bar counts down to a close. */
function clockZeroOf({ minutes }: MarketRecording): number {
  return (minutes.at(-1)?.bar.startMs ?? 0) + BAR_MINUTES * MINUTE_MS;
}

class Drawing {
  readonly #chart: ChartHandle;
  readonly #clockZeroMs: number;
  #drawn: DemoView | null = null;

  constructor(element: HTMLElement, recording: MarketRecording, activeEvents: ChartInput['activeEvents']) {
    this.#chart = openChart(element, recording, activeEvents);
    this.#clockZeroMs = clockZeroOf(recording);
  }

  draw(view: DemoView, isPlaying: boolean): void {
    const { bars, events, playedMs } = view;
    const drawnEvents = this.#drawn?.events;
    this.#drawn = view;
    this.#chart.update({
      bars,
      lastPriceTicks: bars.at(-1)?.closeTicks ?? null,
      ...(drawnEvents === events
        ? {}
        : { events: events.map((event) => chartEventOf(event, this.#clockZeroMs)) }),
      clock: {
        asOfMs: this.#clockZeroMs + playedMs,
        receivedAtMs: performance.now(),
        rate: isPlaying ? 1 : 0,
      },
    });
  }

  dispose(): void {
    this.#chart.dispose();
  }
}

/** Null until the first picture. While `isWanted` it plays, but never in a hidden tab. */
export function useDemo(
  box: RefObject<HTMLDivElement | null>,
  recording: MarketRecording | undefined,
  isWanted: boolean,
  { activeEvents = EMPTY_CHART_INPUT.activeEvents, pace = 1 }: DemoOptions = {},
): DemoView | null {
  const [view, setView] = useState<DemoView | null>(null);
  const decide = useRef(() => {});
  const wanted = useRef(isWanted);
  useEffect(() => {
    const element = box.current;
    if (element === null || recording === undefined) return;
    const drawing = new Drawing(element, recording, activeEvents);
    const player = new DemoPlayer(recording);
    let beside: ReturnType<typeof setTimeout> | undefined;
    const onTick = (): void => {
      const now = player.view();
      drawing.draw(now, run.isPlaying);
      clearTimeout(beside);
      if (run.isPlaying) beside = setTimeout(() => setView(now), BESIDE_AFTER_MS);
      else setView(now);
    };
    const run = new DemoRun({ player, onTick, now: () => performance.now() * pace });
    decide.current = () => {
      if (wanted.current && !document.hidden) run.play();
      else run.pause();
    };
    onTick();
    decide.current();
    const onVisibility = (): void => decide.current();
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      document.removeEventListener('visibilitychange', onVisibility);
      decide.current = () => {};
      run.stop();
      clearTimeout(beside);
      drawing.dispose();
    };
  }, [box, recording, activeEvents, pace]);
  useEffect(() => {
    wanted.current = isWanted;
    decide.current();
  }, [isWanted]);
  return view;
}
