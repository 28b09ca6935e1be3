/** The filters of the history: time, event type and instrument first, the finer ones behind them. */
import { FLOW_EVENT_TYPES } from '@undertow/market';
import type { ReactNode } from 'react';
import { useUserInstruments } from '#api/market/instruments.ts';
import type { HistoryFilterState } from '#lib/address/history-filter.ts';
import { PHONE, useMedia } from '#lib/hooks/use-media.ts';
import { EVENT_LOOKS } from '#lib/words/event-looks.ts';
import { DayRange, FilterBar, FilterFold } from '#ui/controls/filters.tsx';
import { SearchField } from '#ui/controls/search-field.tsx';
import { Select } from '#ui/controls/select.tsx';
import { SmallerChip } from '#ui/controls/smaller-chip.tsx';

interface HistoryFiltersProps {
  readonly state: HistoryFilterState;
}

const TIMEFRAMES = [
  { value: '1d', label: 'Last day' },
  { value: '7d', label: 'Last 7 days' },
  { value: '30d', label: 'Last 30 days' },
  { value: '90d', label: 'Last 90 days' },
];
const TYPES = [
  { value: '', label: 'All events' },
  ...FLOW_EVENT_TYPES.map((type) => ({ value: type, label: EVENT_LOOKS[type].title })),
];
const SIDES = [
  { value: '', label: 'Bid and ask' },
  { value: 'bid', label: 'Bid' },
  { value: 'ask', label: 'Ask' },
];
const CONFIDENCES = [
  { value: '', label: 'Any confidence' },
  { value: '0.6', label: '60% or more' },
  { value: '0.8', label: '80% or more' },
  { value: '0.9', label: '90% or more' },
  { value: '0.95', label: '95% or more' },
];
const SORTS = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'confidence', label: 'Highest confidence' },
  { value: 'size', label: 'Largest size' },
];

function MainChoices({ state: { filter, change } }: HistoryFiltersProps): ReactNode {
  const active = useUserInstruments().data?.filter((one) => one.active) ?? [];
  const isFree = filter.from !== undefined || filter.to !== undefined;
  return (
    <>
      <Select
        label="Timeframe"
        value={isFree ? '' : filter.timeframe}
        options={isFree ? [{ value: '', label: 'Custom range' }, ...TIMEFRAMES] : TIMEFRAMES}
        onChange={(timeframe) => change({ timeframe, from: undefined, to: undefined })}
      />
      <Select
        label="Event type"
        value={filter.eventType ?? ''}
        options={TYPES}
        onChange={(eventType) => change({ eventType })}
      />
      <Select
        label="Instrument"
        value={String(filter.instrumentId ?? '')}
        options={[
          { value: '', label: 'All instruments' },
          ...active.map(({ instrumentId, instrument }) => ({
            value: String(instrumentId),
            label: instrument.symbol,
          })),
        ]}
        onChange={(instrumentId) => change({ instrumentId })}
      />
    </>
  );
}

function FinerChoices({ state }: HistoryFiltersProps): ReactNode {
  const { filter, change } = state;
  const chosen = filter.minConfidence === undefined ? '' : String(filter.minConfidence);
  const known = CONFIDENCES.some(({ value }) => value === chosen);
  const other = { value: chosen, label: `${Math.round(Number(chosen) * 100)}% or more` };
  return (
    <>
      <SearchField
        value={filter.text ?? ''}
        placeholder="refilled, 4567.25"
        onSearch={(text) => change({ text })}
      />
      <Select label="Side" value={filter.side ?? ''} options={SIDES} onChange={(side) => change({ side })} />
      <Select
        label="Confidence"
        value={chosen}
        options={known ? CONFIDENCES : [...CONFIDENCES, other]}
        onChange={(minConfidence) => change({ minConfidence })}
      />
      <DayRange day="exchange day" from={filter.from} to={filter.to} onChange={change} />
      <Select label="Order" value={state.view.sort} options={SORTS} onChange={(sort) => change({ sort })} />
    </>
  );
}

export function HistoryFilters({ state }: HistoryFiltersProps): ReactNode {
  const isPhone = useMedia(PHONE);
  const withSmaller = state.view.smaller !== undefined;
  return (
    <FilterBar label="Filter events" isFiltered={state.isFiltered} onClear={state.clear}>
      <MainChoices state={state} />
      <FilterFold summary={isPhone ? 'More filters and order' : null}>
        <FinerChoices state={state} />
      </FilterFold>
      {state.requested.perDay === undefined && !withSmaller ? null : (
        <SmallerChip
          hidden={null}
          areShown={withSmaller}
          keyName={null}
          onToggle={() => state.change({ smaller: withSmaller ? undefined : 'shown' })}
        />
      )}
    </FilterBar>
  );
}
