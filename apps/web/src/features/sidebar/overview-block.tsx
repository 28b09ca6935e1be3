/** Market overview of the instrument on screen: price, status, daily trend, events of the day. */
import type { ReactNode } from 'react';
import { useInstrument } from '#api/market/instruments.ts';
import { useEventCounts, useSessionFacts } from '#api/market/market-data.ts';
import { formatPrice, formatSize } from '#lib/format/formats.ts';
import { livePrice } from '#lib/format/live-price.ts';
import { formatClock } from '#lib/format/times.ts';
import { STATUS_COLOURS } from '#lib/words/status-colours.ts';
import { TREND_WORDS } from '#lib/words/words.ts';
import { useFeedView } from '#live/live-context.tsx';

export function OverviewBlock({ instrumentId }: { readonly instrumentId: number | null }): ReactNode {
  const instrument = useInstrument(instrumentId);
  const facts = useSessionFacts(instrumentId).data?.data ?? null;
  const counts = useEventCounts(instrumentId).data?.data ?? null;
  const { line, state } = useFeedView(instrumentId);
  const price = livePrice(state.liveBars, facts, instrument?.decimals ?? 2).last;
  // Simulated and replayed prices are named where they stand; here only the present market is green
  const tone = STATUS_COLOURS[line.word === 'Live' ? 'ok' : line.tone];
  const shade = line.isOld ? 'old' : '';
  const time = line.isOld && line.dataAtMs !== null ? ` at ${formatClock(line.dataAtMs)}` : '';
  return (
    <section className="side-block border-b-0" aria-label="Market overview">
      <div className="block-head cap">
        <h2>Market overview</h2>
        <span>{instrument?.symbol}</span>
      </div>
      <dl className="facts">
        <dt>Price</dt>
        <dd className={shade}>{price === null ? '–' : `${formatPrice(instrumentId, price)}${time}`}</dd>
        <dt>Status</dt>
        <dd className={`flex items-center justify-end gap-1.5 ${tone}`}>
          <span className="size-1.5 rounded-full bg-current" aria-hidden="true" />
          {line.word}
        </dd>
        <dt>Daily Trend</dt>
        <dd className={shade}>{facts === null ? '–' : TREND_WORDS[facts.dailyTrend]}</dd>
        <dt>Events</dt>
        <dd className={shade}>{counts === null ? '–' : formatSize(counts.total)}</dd>
      </dl>
    </section>
  );
}
