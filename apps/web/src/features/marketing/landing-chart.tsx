/** The landing chart: the product's own chart on a market simulated here, with its book and its newest marks beside it. */
import { type Bar, contractAt, formatTicks, type Instrument, instrumentBySymbol } from '@undertow/market';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { type ChartHandle, EMPTY_CHART_INPUT } from '#chart/chart-input.ts';
import { createChart } from '#chart/create-chart.ts';
import { formatChange } from '#lib/formats.ts';
import { USER_ZONE } from '#lib/times.ts';
import { Badge } from '#ui/badge.tsx';
import { LandingBookPanel } from './landing-book.tsx';
import { LandingMarket, type LandingView } from './landing-market.ts';
import { HISTORY_MS, LandingRun } from './landing-run.ts';

/** Specification, section 9: event zones of the landing chart and their least opacity. */
const ACTIVE_EVENTS = { most: 3, leastOpacity: 0.2 } as const;
const SEED = 5;
const OPEN_TICKS = 18_262;
const MINUTE_MS = 60_000;

function openMarket(instrument: Instrument): LandingMarket {
  const endMs = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
  return new LandingMarket({ instrument, seed: SEED, startMs: endMs - HISTORY_MS, openTicks: OPEN_TICKS });
}

function draw(chart: ChartHandle, market: LandingMarket, rate: 0 | 1): void {
  const bars = market.bars();
  chart.update({
    bars,
    lastPriceTicks: market.lastTicks(),
    events: market.events(),
    profile: market.profile(),
    clock: { asOfMs: market.timeMs, receivedAtMs: performance.now(), rate },
  });
}

interface Running {
  readonly run: LandingRun;
  /** Whether the frame can be seen at all. */
  isSeen: boolean;
}

/** Makes chart and market in the box and keeps them going while they are seen and wanted. */
function useLandingMarket(
  box: RefObject<HTMLDivElement | null>,
  instrument: Instrument | undefined,
  isPlaying: boolean,
): LandingView | null {
  const [view, setView] = useState<LandingView | null>(null);
  const running = useRef<Running | null>(null);
  const wanted = useRef(isPlaying);
  useEffect(() => {
    const element = box.current;
    if (element === null || instrument === undefined) return;
    const chart = createChart(element, {});
    chart.update({
      ...EMPTY_CHART_INPUT,
      instrument,
      timeframeMinutes: 1,
      timeZone: USER_ZONE,
      activeEvents: ACTIVE_EVENTS,
      feed: { condition: 'live', source: 'simulated', delaySeconds: 0 },
      letterKeys: false,
    });
    const market = openMarket(instrument);
    const onTick = (rate: 0 | 1): void => {
      draw(chart, market, rate);
      setView(market.view());
    };
    const state: Running = {
      run: new LandingRun({ market, onTick, now: () => performance.now() }),
      isSeen: false,
    };
    running.current = state;
    state.run.prepare();
    const decide = (): void => {
      if (state.isSeen && wanted.current && !document.hidden) state.run.play();
      else state.run.pause();
    };
    const observer = new IntersectionObserver(([entry]) => {
      state.isSeen = entry?.isIntersecting ?? false;
      decide();
    });
    observer.observe(element);
    document.addEventListener('visibilitychange', decide);
    return () => {
      running.current = null;
      document.removeEventListener('visibilitychange', decide);
      observer.disconnect();
      state.run.stop();
      chart.dispose();
    };
  }, [box, instrument]);
  useEffect(() => {
    wanted.current = isPlaying;
    const state = running.current;
    if (state === null) return;
    if (isPlaying && state.isSeen) state.run.play();
    else state.run.pause();
  }, [isPlaying]);
  return view;
}

function BarFigures({ instrument, bar }: { instrument: Instrument; bar: Bar }): ReactNode {
  const change = bar.closeTicks - bar.openTicks;
  const figures = { O: bar.openTicks, H: bar.highTicks, L: bar.lowTicks, C: bar.closeTicks };
  return (
    <>
      {Object.entries(figures).map(([name, ticks]) => (
        <span key={name + ticks}>
          {name} <b>{formatTicks(instrument, ticks)}</b>
        </span>
      ))}
      <span key={change} className={change === 0 ? '' : change < 0 ? 'down' : 'up'}>
        {formatChange(formatTicks(instrument, change))}
      </span>
    </>
  );
}

const ES = instrumentBySymbol('ES');

/** Fills the product frame. `isPlaying` false lets the market stand still. */
export function LandingChart({ isPlaying }: { readonly isPlaying: boolean }): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const view = useLandingMarket(box, ES, isPlaying);
  // The contract of today: the market ends now.
  const [contract] = useState(() => (ES === undefined ? '' : contractAt(ES, Date.now()).code));
  if (ES === undefined) return null;
  return (
    <>
      <div className="chart-box">
        <div className="frame-text">
          <div className="flex h-5 items-center gap-[9px]">
            <span className="t-14 font-semibold max-md:hidden">{ES.name}</span>
            <span className="font-cond text-text-3 max-md:hidden">
              {contract} · {ES.venue}
            </span>
            <Badge>1m</Badge>
            {view === null ? <span className="font-cond text-text-3">Loading market data...</span> : null}
          </div>
          <div className="frame-line mt-px">
            {view === null || view.bar === null ? null : <BarFigures instrument={ES} bar={view.bar} />}
          </div>
        </div>
        {/* Shown with its first picture: while it is laid out its parts find their places. */}
        <div ref={box} className={view === null ? 'invisible grow' : 'grow'} data-testid="landing-chart" />
      </div>
      <div className="landing-side">
        {view === null ? null : <LandingBookPanel instrument={ES} view={view} />}
      </div>
    </>
  );
}
