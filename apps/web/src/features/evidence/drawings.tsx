/** Drawings of what happened: an iceberg's shown size with the trades into it, or the price path with elected stops. */
import type { EventEvidence } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { EVENT_LOOKS } from '#lib/words/event-looks.ts';
import { formatMillis } from './millis.ts';
import { centredSpan, makePlot, PLOT, type Plot, secondLabels, stepPath, within } from './plot.ts';
import { type PricePath, pricePath } from './price-path.ts';
import { type ShownSize, shownSize } from './shown-size.ts';

/** Context drawn on both sides of an iceberg. */
const CONTEXT_MS = 1000;

interface Scale {
  readonly plot: Plot;
  readonly fromMs: number;
  readonly toMs: number;
  /** Seconds below count from here. */
  readonly zeroMs: number;
  readonly marks: readonly { readonly value: number; readonly text: string }[];
}

function Box({
  scale,
  label,
  children,
}: {
  readonly scale: Scale;
  readonly label: string;
  readonly children: ReactNode;
}) {
  const { plot, fromMs, toMs, zeroMs, marks } = scale;
  return (
    <svg className="evidence-plot" viewBox={`0 0 ${PLOT.width} ${PLOT.height}`} role="img" aria-label={label}>
      {marks.map(({ value, text }) => (
        <g key={text}>
          <line
            x1={PLOT.left}
            x2={PLOT.width - PLOT.right}
            y1={plot.y(value)}
            y2={plot.y(value)}
            stroke="var(--grid)"
          />
          <text x={PLOT.left - 6} y={plot.y(value) + 4} textAnchor="end">
            {text}
          </text>
        </g>
      ))}
      {secondLabels(fromMs, toMs, zeroMs).map(({ timeMs, text }, index, all) => (
        <text
          key={timeMs}
          x={plot.x(timeMs)}
          y={PLOT.height - 5}
          textAnchor={index === 0 ? 'start' : index === all.length - 1 ? 'end' : 'middle'}
        >
          {text}
        </text>
      ))}
      {children}
    </svg>
  );
}

function SizeDrawing({
  shown,
  evidence,
}: {
  readonly shown: ShownSize;
  readonly evidence: EventEvidence;
}): ReactNode {
  const { side, startedAt, updatedAt } = evidence.event.metadata;
  const zeroMs = Date.parse(startedAt);
  const span = centredSpan(zeroMs, Date.parse(updatedAt), CONTEXT_MS);
  const { fromMs, toMs } = span;
  const sizes = within(shown.steps, span);
  const trades = shown.trades.filter(({ timeMs }) => timeMs >= fromMs && timeMs <= toMs);
  const most = Math.max(1, ...sizes.map((step) => step.size), ...trades.map((trade) => trade.size));
  const plot = makePlot(fromMs, toMs, 0, most);
  const first = sizes[0];
  const last = sizes.at(-1);
  const steps = stepPath(
    sizes.map((step) => ({ x: plot.x(step.timeMs), y: plot.y(step.size) })),
    plot.x(last?.timeMs ?? toMs),
  );
  const marks = [0, Math.round(most / 2), most].map((value) => ({ value, text: String(value) }));
  const colour = `var(${EVENT_LOOKS.iceberg.colour})`;
  return (
    <Box
      scale={{ plot, fromMs, toMs, zeroMs, marks }}
      label={`Shown size over time, at most ${most} contracts, with ${trades.length} trades`}
    >
      {first === undefined ? null : (
        <path d={`${steps}V${plot.baseY}H${plot.x(first.timeMs)}Z`} fill={colour} fillOpacity="0.18" />
      )}
      <path d={steps} fill="none" stroke={colour} strokeWidth="1.5" />
      {trades.map((trade, index) => (
        <rect
          key={`${trade.timeMs}-${index}`}
          x={plot.x(trade.timeMs) - 1}
          y={plot.y(trade.size)}
          width="2"
          height={Math.max(1, plot.baseY - plot.y(trade.size))}
          fill={side === 'bid' ? 'var(--down)' : 'var(--up)'}
        />
      ))}
    </Box>
  );
}

function PathDrawing({
  path,
  evidence,
}: {
  readonly path: PricePath;
  readonly evidence: EventEvidence;
}): ReactNode {
  const { event } = evidence;
  const zeroMs = Date.parse(event.metadata.startedAt);
  const decimals = event.price.split('.')[1]?.length ?? 0;
  const prices = path.points.map((point) => point.price);
  const own = Number(event.price);
  const low = Math.min(own, ...prices);
  const high = Math.max(own, ...prices);
  const { fromMs, toMs } = path;
  const plot = makePlot(fromMs, toMs, low, high);
  const marks = [...new Set([low, own, high])].map((value) => ({ value, text: value.toFixed(decimals) }));
  const line = stepPath(
    path.points.map((point) => ({ x: plot.x(point.timeMs), y: plot.y(point.price) })),
    plot.x(path.points.at(-1)?.timeMs ?? toMs),
  );
  const colour = `var(${EVENT_LOOKS[event.eventType].colour})`;
  const mostStops = Math.max(1, ...path.elected.map((election) => election.contracts));
  return (
    <Box
      scale={{ plot, fromMs, toMs, zeroMs, marks }}
      label={`Price of ${path.points.length} trades from ${low.toFixed(decimals)} to ${high.toFixed(decimals)}`}
    >
      <line
        x1={PLOT.left}
        x2={PLOT.width - PLOT.right}
        y1={plot.y(own)}
        y2={plot.y(own)}
        stroke={colour}
        strokeDasharray="1 3"
      />
      {path.elected.map((election, index) => (
        <rect
          key={`${election.timeMs}-${index}`}
          x={plot.x(election.timeMs) - 1}
          y={plot.baseY - (election.contracts / mostStops) * 40}
          width="2.5"
          height={(election.contracts / mostStops) * 40}
          fill={colour}
        >
          <title>{`${election.stops} stops, ${election.contracts} contracts at ${formatMillis(election.timeMs)}`}</title>
        </rect>
      ))}
      <path d={line} fill="none" stroke="var(--text-2)" strokeWidth="1.2" />
    </Box>
  );
}

/** Heading and drawing; why there is none where the licence withholds the recorded window; nothing when the recorded window holds too little to draw. */
export function Drawing({ evidence }: { readonly evidence: EventEvidence }): ReactNode {
  const { withheld } = evidence.window;
  if (withheld !== null) return <p className="t-12 text-text-3">{withheld}</p>;
  const shown = evidence.event.eventType === 'iceberg' ? shownSize(evidence) : null;
  const path = shown === null ? pricePath(evidence) : null;
  if (shown === null && path === null) return null;
  return (
    <section>
      <div className="evidence-head">
        <h3>
          {shown === null
            ? path?.elected.length
              ? 'Price and elected stops'
              : 'Trades around it'
            : 'Shown size and trades'}
        </h3>
        <span>{shown === null ? 'price, seconds from its start' : 'contracts, seconds from its start'}</span>
      </div>
      {shown === null ? null : <SizeDrawing shown={shown} evidence={evidence} />}
      {path === null ? null : <PathDrawing path={path} evidence={evidence} />}
      {evidence.window.truncated ? (
        <p className="t-12 text-text-3">The recording does not reach back to the start of this event.</p>
      ) : null}
    </section>
  );
}
