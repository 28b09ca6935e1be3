/**
 * Everything that the journal can say about the filtered trades: curve, calendar, groups, distribution, figures,
 * remarks.
 */
import { type ReactNode, useState } from 'react';
import { type TradeStatistics, type TradesView, useTradeStatistics } from '#api/journal/trade-statistics.ts';
import { type TradeFilter, useTradeFilter } from '#lib/address/trade-filter.ts';
import { formatDay } from '#lib/format/exchange-days.ts';
import { countOf } from '#lib/format/formats.ts';
import { EmptyBlock, QueryState } from '#ui/layout/blocks.tsx';
import { Card } from '#ui/layout/card.tsx';
import { DayCalendar } from './day-calendar.tsx';
import { DistributionChart } from './distribution-chart.tsx';
import { EquityChart } from './equity-chart.tsx';
import { FiguresTable } from './figures-table.tsx';
import { GroupPlots } from './group-plots.tsx';
import { StatisticsFilters, VIEW_WORDS } from './statistics-filters.tsx';

export interface StatisticsCardProps {
  /** Trades of one exchange day, among those that are counted. */
  readonly onShowDay: (day: string, filter: TradeFilter) => void;
}

/** `118 positions on 40 days, 1 Oct 2026 to 20 Nov 2026, in USD`. */
function sampleWords({ closed, view, days, firstDay, lastDay, currency }: TradeStatistics): string {
  if (closed === 0 || firstDay === null || lastDay === null) return '';
  const counted = countOf(closed, view === 'positions' ? 'closed position' : 'closed row');
  const span = firstDay === lastDay ? formatDay(firstDay) : `${formatDay(firstDay)} to ${formatDay(lastDay)}`;
  return `${counted} on ${countOf(days, 'day')}, ${span}${currency === null ? '' : `, in ${currency}`}`;
}

function Remarks({ remarks }: Pick<TradeStatistics, 'remarks'>): ReactNode {
  if (remarks.length === 0) return null;
  return (
    <section className="plot-figure" aria-label="Remarks">
      <h3 className="cap">What these figures count</h3>
      <ul className="remarks">
        {remarks.map((remark) => (
          <li key={remark}>{remark}</li>
        ))}
      </ul>
    </section>
  );
}

function Body({
  data,
  onShowDay,
}: {
  readonly data: TradeStatistics;
  readonly onShowDay: (day: string) => void;
}): ReactNode {
  const { currency, equity, calendar, groups, distribution, figures, remarks } = data;
  return (
    <>
      <div className="plots">
        <EquityChart days={equity} currency={currency} />
        <DayCalendar days={calendar} currency={currency} onShowDay={onShowDay} />
        <GroupPlots groups={groups} currency={currency} />
        <DistributionChart edges={distribution.edges} counts={distribution.counts} currency={currency} />
        <Remarks remarks={remarks} />
      </div>
      <FiguresTable figures={figures} currency={currency} />
    </>
  );
}

function Nothing({ data, isFiltered }: { readonly data: TradeStatistics; readonly isFiltered: boolean }) {
  if (data.currency === null && data.currencies.length > 1) {
    return (
      <EmptyBlock
        title="Several currencies"
        text={data.remarks[0] ?? 'Amounts of different currencies are never added up: choose one.'}
      />
    );
  }
  const open = data.open > 0 ? ` ${countOf(data.open, 'open trade')} will count once closed.` : '';
  return (
    <EmptyBlock
      title={isFiltered ? 'No matching closed trades' : 'No closed trades yet'}
      text={`${isFiltered ? 'Change the filters, or count all trades.' : 'Figures, curve and calendar appear here once there are some.'}${open}`}
    />
  );
}

export function StatisticsCard({ onShowDay }: StatisticsCardProps): ReactNode {
  const state = useTradeFilter();
  const [view, setView] = useState<TradesView>('positions');
  const [currency, setCurrency] = useState<string | null>(null);
  const { filter, isFiltered } = state;
  const query = useTradeStatistics(filter, { currency, view });
  const { data, error, isPlaceholderData } = query;
  // A journal without a trade has nothing to filter
  const isEmpty = !isFiltered && data !== undefined && data.closed + data.open === 0;
  return (
    <Card title="Statistics" note={data === undefined ? undefined : sampleWords(data)}>
      {isEmpty ? null : (
        <>
          <StatisticsFilters
            state={state}
            view={view}
            currency={data?.currency ?? currency}
            currencies={data?.currencies ?? []}
            onView={setView}
            onCurrency={setCurrency}
          />
          <p className="view-words">{VIEW_WORDS[view]}</p>
        </>
      )}
      {error !== null || data === undefined ? (
        <QueryState
          query={query}
          failed="The statistics could not be loaded"
          note="Your trades and filters are kept."
          rows={8}
          height={14}
        />
      ) : (
        <div aria-busy={isPlaceholderData}>
          {data.closed === 0 || data.equity.length === 0 ? (
            <Nothing data={data} isFiltered={isFiltered} />
          ) : (
            <Body
              data={data}
              onShowDay={(day) => onShowDay(day, { ...filter, status: 'closed', from: day, to: day })}
            />
          )}
        </div>
      )}
    </Card>
  );
}
