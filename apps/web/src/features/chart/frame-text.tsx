/** The text inside the chart's frame: instrument, contract, timeframe, Live Data; and the figures of a bar. */
import { formatPrice, type Instrument, offsetAt } from '@undertow/market';
import type { ReactNode } from 'react';
import { useInstrument } from '#api/market/instruments.ts';
import { useSessionFacts } from '#api/market/market-data.ts';
import type { ChartBar, ChartInput } from '#chart/data/chart-input.ts';
import { formatChange, formatChangePercent, formatPrice as wirePrice } from '#lib/format/formats.ts';
import { changeFromWords, livePrice } from '#lib/format/live-price.ts';
import {
  formatClock,
  formatDayAndTime,
  formatTenths,
  formatWait,
  USER_ZONE,
  zoneCity,
} from '#lib/format/times.ts';
import { viewNowMs } from '#live/freshness.ts';
import { type FeedView, useFeedView } from '#live/live-context.tsx';
import { Badge } from '#ui/marks/badge.tsx';
import { tickWords } from './tick-words.ts';

function Figure({ name, value }: { readonly name: string; readonly value: string }): ReactNode {
  return (
    <span>
      {name} <b>{value}</b>
    </span>
  );
}

/** Colour of a change; none for no change. */
function toneOf(change: number): string {
  if (change === 0) return '';
  return change < 0 ? 'down' : 'up';
}

function BarFigures({
  instrument,
  bar,
}: {
  readonly instrument: Instrument;
  readonly bar: ChartBar;
}): ReactNode {
  const change = formatPrice(instrument, bar.closeTicks - bar.openTicks);
  return (
    <>
      <Figure name="O" value={formatPrice(instrument, bar.openTicks)} />
      <Figure name="H" value={formatPrice(instrument, bar.highTicks)} />
      <Figure name="L" value={formatPrice(instrument, bar.lowTicks)} />
      <Figure name="C" value={formatPrice(instrument, bar.closeTicks)} />
      <span className={`font-medium ${toneOf(bar.closeTicks - bar.openTicks)}`}>{formatChange(change)}</span>
    </>
  );
}

function DayChange({
  instrumentId,
  feed,
}: {
  readonly instrumentId: number;
  readonly feed: FeedView;
}): ReactNode {
  const decimals = useInstrument(instrumentId)?.decimals ?? 2;
  const facts = useSessionFacts(instrumentId).data?.data ?? null;
  const { change, changePercent } = livePrice(feed.state.liveBars, facts, decimals);
  if (change === null || changePercent === null) return null;
  return (
    <span className="max-md:hidden">
      Day{' '}
      <span className={`font-medium ${changePercent < 0 ? 'down' : 'up'}`}>
        {formatChange(wirePrice(instrumentId, change))} ({formatChangePercent(changePercent)})
      </span>{' '}
      {changeFromWords(facts)}
    </span>
  );
}

interface SecondLineProps {
  readonly feed: FeedView;
  readonly lastPrice: string | null;
}

/** The last trade, and when the next one may come. */
function ClosedLine({ feed, lastPrice }: SecondLineProps): ReactNode {
  const { status, lastDataMs } = feed.state;
  const opensMs = status?.opensAt === null || status === null ? null : Date.parse(status.opensAt);
  const now = viewNowMs(feed.state, performance.now());
  return (
    <span>
      {lastDataMs === null || lastPrice === null
        ? 'No trade yet.'
        : `Last trade ${lastPrice} at ${formatClock(lastDataMs)}.`}
      {hasEnded(feed) ? ' The recording has ended.' : ''}
      {opensMs === null || now === null
        ? ''
        : ` Opens ${formatDayAndTime(opensMs)} ${zoneCity(USER_ZONE)}, in ${formatWait(opensMs - now)}.`}
    </span>
  );
}

/** What the second line says when the venue is closed or data was missed. */
function SecondLine({ feed, lastPrice }: SecondLineProps): ReactNode {
  const { line, state } = feed;
  if (line.condition === 'closed') return <ClosedLine feed={feed} lastPrice={lastPrice} />;
  const gap = state.status?.lastGap;
  if (line.condition === 'gap' && gap !== null && gap !== undefined) {
    const from = formatTenths(Date.parse(gap.from));
    return (
      <span>
        {gap.to === null
          ? `Data missing since ${from}. Book being rebuilt.`
          : `Data missing ${from} to ${formatTenths(Date.parse(gap.to))}. Book rebuilt from a snapshot.`}
      </span>
    );
  }
  return null;
}

export interface FrameTextProps {
  readonly instrumentId: number;
  readonly input: ChartInput;
  readonly feed: FeedView;
  /** The bar under the crosshair; the newest one otherwise. */
  readonly bar: ChartBar | null;
  /** The head of the pane has the first line. */
  readonly isPane?: boolean;
}

/** Nothing follows: the tape is played to its end. */
function hasEnded({ line, state }: FeedView): boolean {
  return line.condition === 'closed' && state.status?.source === 'replay' && state.status.opensAt === null;
}

/** Seen as it happens: neither a recording nor the market of a while ago. */
function isPresent({ state }: FeedView): boolean {
  return state.delaySeconds === 0 && state.status?.source !== 'replay' && state.status?.isReplay !== true;
}

/** That the chart joins contracts, and by how much the first price on it is shifted. */
function ContractsBadge({ instrument, bars, rolls, isAdjusted }: ChartInput): ReactNode {
  const first = bars[0];
  if (instrument === null || first === undefined || rolls.length === 0) return null;
  const shift = formatPrice(instrument, offsetAt(rolls, first.startMs));
  return <Badge>{isAdjusted ? `Back-adjusted ${formatChange(shift)}` : 'Continuous'}</Badge>;
}

/** A narrow frame has no room for all of it. */
function WarmingBadge(): ReactNode {
  return (
    <Badge>
      <span className="max-md:hidden">Detectors warming up</span>
      <span className="md:hidden">Warming up</span>
    </Badge>
  );
}

/** Title, contract, timeframe and state of the feed. */
function FirstLine({ instrumentId, input, feed }: Omit<FrameTextProps, 'bar'>): ReactNode {
  const catalogue = useInstrument(instrumentId);
  const { instrument } = input;
  const { line } = feed;
  const isLive = line.condition === 'live';
  const isPlainLive = isLive && line.tone === 'ok';
  return (
    <div className="flex h-5 items-center gap-[9px]">
      <h2 className="t-14 max-md:hidden">{instrument?.name}</h2>
      <span
        className="font-cond text-text-3 max-md:hidden"
        title={instrument === null ? undefined : tickWords(instrument)}
      >
        {feed.state.status?.contract ?? catalogue?.contract} · {instrument?.venue}
      </span>
      {instrument === null ? null : (
        <span className="font-cond text-text-3 max-2xl:hidden">{tickWords(instrument)}</span>
      )}
      <Badge className={line.isWarming ? 'max-md:hidden' : ''}>
        {input.timeframeMinutes === 60 ? '1h' : `${input.timeframeMinutes}m`}
      </Badge>
      <ContractsBadge {...input} />
      {isLive && isPresent(feed) ? (
        <span className="t-12 flex items-center gap-1.5 pl-1 font-cond font-medium text-ok">
          <span className="dot pulse" /> Live Data
        </span>
      ) : null}
      {input.bars.length === 0 ? <span className="font-cond text-text-3">Loading market data...</span> : null}
      {input.bars.length === 0 || isPlainLive ? null : <Badge tone={line.tone}>{line.badge}</Badge>}
      {input.bars.length > 0 && line.isWarming ? <WarmingBadge /> : null}
      {line.condition === 'closed' && !hasEnded(feed) ? <Badge>Waiting for data</Badge> : null}
    </div>
  );
}

/** Figures of the bar, or what happened in their place. */
function ValueLine({ instrumentId, input, feed, bar, isPane = false }: FrameTextProps): ReactNode {
  const { instrument } = input;
  const shown = bar ?? input.bars.at(-1) ?? null;
  const { condition, isOld, dataAtMs } = feed.line;
  if (instrument === null || shown === null) return null;
  if (condition === 'closed' || condition === 'gap') {
    const last = input.lastPriceTicks;
    return <SecondLine feed={feed} lastPrice={last === null ? null : formatPrice(instrument, last)} />;
  }
  return (
    <>
      <BarFigures instrument={instrument} bar={shown} />
      {isOld && dataAtMs !== null ? <span>as of {formatClock(dataAtMs)}</span> : null}
      {isOld || isPane ? null : <DayChange instrumentId={instrumentId} feed={feed} />}
    </>
  );
}

/** What the head of a chart's pane says: contract, venue, change of the day. */
export function ChartHeadFacts({ instrumentId }: { readonly instrumentId: number }): ReactNode {
  const instrument = useInstrument(instrumentId);
  const feed = useFeedView(instrumentId);
  return (
    <>
      <span>
        {feed.state.status?.contract ?? instrument?.contract} · {instrument?.venue}
      </span>
      {feed.line.isOld ? null : <DayChange instrumentId={instrumentId} feed={feed} />}
    </>
  );
}

export function FrameText(props: FrameTextProps): ReactNode {
  return (
    <div className="frame-text">
      {props.isPane === true ? null : <FirstLine {...props} />}
      <div className={`frame-line mt-px ${props.feed.line.isOld ? 'old' : ''}`}>
        <ValueLine {...props} />
      </div>
    </div>
  );
}
