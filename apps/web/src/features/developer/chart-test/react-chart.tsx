/** Render mode `react`: the same bars as elements of React, drawn again at each update. */
import { type ReactNode, useEffect, useState } from 'react';
import { formatClock } from '#lib/format/times.ts';
import { EVENT_LOOKS } from '#lib/words/event-looks.ts';
import { Glyph } from '#ui/marks/glyph.tsx';
import type { TestChartProps } from './canvas-chart.tsx';
import type { ChartSettings } from './chart-settings.ts';
import {
  type Candle,
  type PlacedEvent,
  type ReactChartLayout,
  reactChartLayout,
} from './react-chart-layout.ts';

const GLYPH = 14;
const LAST_HEIGHT = 18;

/** Width of an element, followed. */
function useWidth(): readonly [(element: HTMLElement | null) => void, number] {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (element === null) return;
    const sizes = new ResizeObserver(() => setWidth(element.clientWidth));
    sizes.observe(element);
    return () => sizes.disconnect();
  }, [element]);
  return [setElement, width];
}

function Grid({ layout }: { readonly layout: ReactChartLayout }): ReactNode {
  return (
    <g className="plot-grid">
      {layout.prices.map(({ text, y }) => (
        <line key={text} x1={0} x2={layout.plotWidth} y1={y} y2={y} />
      ))}
      {layout.times.map(({ startMs, x }) => (
        <line key={startMs} x1={x} x2={x} y1={0} y2={layout.height} />
      ))}
    </g>
  );
}

function Axes({ layout }: { readonly layout: ReactChartLayout }): ReactNode {
  const { last, plotWidth, axisWidth, height } = layout;
  return (
    <g className="react-chart-axes">
      {layout.prices
        .filter(({ y }) => last === null || Math.abs(y - last.y) > LAST_HEIGHT)
        .map(({ text, y }) => (
          <text key={text} x={plotWidth + 8} y={y + 4}>
            {text}
          </text>
        ))}
      {layout.times.map(({ startMs, x }) => (
        <text key={startMs} x={x} y={height + 15} textAnchor="middle">
          {formatClock(startMs).slice(0, 5)}
        </text>
      ))}
      {last === null ? null : (
        <g className="react-chart-last">
          <rect x={plotWidth} y={last.y - LAST_HEIGHT / 2} width={axisWidth} height={LAST_HEIGHT} />
          <text x={plotWidth + 8} y={last.y + 4}>
            {last.text}
          </text>
        </g>
      )}
    </g>
  );
}

function CandleShape({ candle, settings }: { candle: Candle; settings: ChartSettings }): ReactNode {
  const { x, width, highY, lowY, bodyY, bodyHeight } = candle;
  return (
    <g fill={candle.isUp ? settings.upColor : settings.downColor} data-bar={candle.startMs}>
      <rect x={x} y={highY} width={1} height={Math.max(1, lowY - highY)} />
      <rect x={x - (width - 1) / 2} y={bodyY} width={width} height={bodyHeight} />
    </g>
  );
}

function Volumes({ candles }: { readonly candles: readonly Candle[] }): ReactNode {
  return (
    <g fill="var(--volume)">
      {candles.map(({ startMs, x, width, volumeY, volumeHeight }) => (
        <rect key={startMs} x={x - (width - 1) / 2} y={volumeY} width={width} height={volumeHeight} />
      ))}
    </g>
  );
}

interface MarkProps {
  readonly placed: PlacedEvent;
  readonly onHover: TestChartProps['onHover'];
}

function Mark({ placed: { event, x, y }, onHover }: MarkProps): ReactNode {
  if (event.drawnAs === null) return null;
  return (
    <g
      transform={`translate(${x - GLYPH / 2} ${y - GLYPH / 2})`}
      data-event={event.id}
      onPointerEnter={() => onHover({ eventId: event.id, eventIds: [event.id], x, y })}
      onPointerLeave={() => onHover(null)}
    >
      <Glyph look={EVENT_LOOKS[event.drawnAs]} size={GLYPH} decorative />
    </g>
  );
}

export function ReactChart({ state, settings, onHover }: TestChartProps): ReactNode {
  const [box, width] = useWidth();
  const { instrument, ticks, events } = state;
  const layout = reactChartLayout({ width, instrument, ticks, events, settings });
  return (
    <div ref={box} className="absolute inset-0" data-testid="react-chart">
      <svg
        className="react-chart"
        width={width}
        height={settings.heightPx}
        role="img"
        aria-label={`${instrument.name}, ${ticks.length} bars of one minute, drawn by React. SIMULATED`}
      >
        {settings.grid ? <Grid layout={layout} /> : null}
        {settings.volume ? <Volumes candles={layout.candles} /> : null}
        {settings.candlesticks
          ? layout.candles.map((candle) => (
              <CandleShape key={candle.startMs} candle={candle} settings={settings} />
            ))
          : null}
        {settings.orderFlow
          ? layout.events.map((placed) => <Mark key={placed.event.id} placed={placed} onHover={onHover} />)
          : null}
        <Axes layout={layout} />
        <text
          className="react-chart-mark"
          x={layout.plotWidth / 2}
          y={layout.mainHeight - 14}
          textAnchor="middle"
        >
          SIMULATED
        </text>
      </svg>
    </div>
  );
}
