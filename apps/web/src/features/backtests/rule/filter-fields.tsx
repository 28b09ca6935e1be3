/** Filters of a rule: those that are on, each with its choice and the way to drop it, and the list of the others. */
import { type BacktestRule, NO_FILTERS, type RuleFilters, VOLATILITIES, WEEKDAYS } from '@undertow/backtest';
import { TRENDS } from '@undertow/market';
import type { ReactNode } from 'react';
import { TREND_WORDS } from '#lib/words/words.ts';
import { Select } from '#ui/controls/select.tsx';
import { Icon } from '#ui/marks/icon.tsx';
import { Choice } from './choice.tsx';
import { TextBox } from './value-box.tsx';

type FilterName = keyof RuleFilters;

/** What a filter begins with. */
const FIRST: RuleFilters = {
  session: 'regular',
  hours: { from: '08:30', to: '15:00' },
  weekdays: ['mon', 'tue', 'wed', 'thu', 'fri'],
  trend: ['bullish'],
  volatility: ['high'],
  quality: 'complete',
  news: 'outside',
};

const FILTER_WORDS: Readonly<Record<FilterName, string>> = {
  session: 'Session',
  hours: 'Time of day, Chicago',
  weekdays: 'Weekdays',
  trend: 'Daily trend',
  volatility: 'Volatility',
  quality: 'Feed quality',
  news: 'News window',
};
const NAMES = Object.keys(FILTER_WORDS) as FilterName[];

const SESSIONS = [
  { value: 'regular', label: 'Regular hours' },
  { value: 'overnight', label: 'Overnight' },
] as const;
const NEWS_WORDS = { inside: 'In news windows', outside: 'Outside news windows' } as const;
const VOLATILITY_WORDS = { low: 'Low volatility', mid: 'Mid volatility', high: 'High volatility' } as const;
const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/;

interface FilterProps {
  readonly filters: RuleFilters;
  readonly onChange: (filters: RuleFilters) => void;
}

function HoursField({ filters, onChange }: FilterProps): ReactNode {
  const hours = filters.hours ?? { from: '08:30', to: '15:00' };
  const box = (end: 'from' | 'to', label: string): ReactNode => (
    <TextBox
      label={label}
      path="filters.hours"
      value={hours[end]}
      width={5}
      isRight={(text) => CLOCK.test(text)}
      onTake={(text) => onChange({ ...filters, hours: { ...hours, [end]: text } })}
      expected="Expected a time such as 08:30."
    />
  );
  return (
    <>
      {box('from', 'From, Chicago time')} to {box('to', 'To, Chicago time')} Chicago
    </>
  );
}

function WeekdaysField({ filters, onChange }: FilterProps): ReactNode {
  const on = filters.weekdays ?? [];
  return WEEKDAYS.filter((day) => day !== 'sat' && day !== 'sun').map((day) => (
    <label key={day} className="bt-check" data-path="filters.weekdays">
      <input
        type="checkbox"
        checked={on.includes(day)}
        onChange={({ target }) =>
          onChange({
            ...filters,
            weekdays: WEEKDAYS.filter((one) => (one === day ? target.checked : on.includes(one))),
          })
        }
      />
      {day.charAt(0).toUpperCase() + day.slice(1)}
    </label>
  ));
}

function FilterField({ name, ...props }: FilterProps & { readonly name: FilterName }): ReactNode {
  const { filters, onChange } = props;
  const path = `filters.${name}`;
  const label = FILTER_WORDS[name];
  switch (name) {
    case 'session':
      return (
        <Choice
          {...{ label, path, options: SESSIONS }}
          value={filters.session === 'overnight' ? 'overnight' : 'regular'}
          onTake={(session) => onChange({ ...filters, session })}
        />
      );
    case 'hours':
      return <HoursField {...props} />;
    case 'weekdays':
      return <WeekdaysField {...props} />;
    case 'trend':
      return (
        <Choice
          {...{ label, path }}
          value={filters.trend?.[0] ?? 'bullish'}
          options={TRENDS.map((value) => ({ value, label: TREND_WORDS[value] }))}
          onTake={(trend) => onChange({ ...filters, trend: [trend] })}
        />
      );
    case 'volatility':
      return (
        <Choice
          {...{ label, path }}
          value={filters.volatility?.[0] ?? 'high'}
          options={VOLATILITIES.map((value) => ({ value, label: VOLATILITY_WORDS[value] }))}
          onTake={(volatility) => onChange({ ...filters, volatility: [volatility] })}
        />
      );
    case 'quality':
      return <span>Feed complete</span>;
    case 'news':
      return (
        <Choice
          {...{ label, path }}
          value={filters.news}
          options={(['inside', 'outside'] as const).map((value) => ({
            value,
            label: NEWS_WORDS[value],
          }))}
          onTake={(news) => onChange({ ...filters, news })}
        />
      );
  }
}

export function FilterFields({
  rule,
  onChange,
}: {
  readonly rule: BacktestRule;
  readonly onChange: (rule: BacktestRule) => void;
}): ReactNode {
  const { filters } = rule;
  const change = (next: RuleFilters): void => onChange({ ...rule, filters: next });
  const on = NAMES.filter((name) => filters[name] !== NO_FILTERS[name]);
  const off = NAMES.filter((name) => !on.includes(name));
  return (
    <>
      {on.map((name) => (
        <span key={name} className="bt-chip">
          <FilterField name={name} filters={filters} onChange={change} />
          <button
            type="button"
            aria-label={`Remove filter: ${FILTER_WORDS[name]}`}
            data-path={`filters.${name}`}
            onClick={() => change({ ...filters, [name]: NO_FILTERS[name] })}
          >
            <Icon name="close" size={11} />
          </button>
        </span>
      ))}
      {off.length === 0 ? null : (
        <Select
          label="Add filter"
          hideLabel
          size="small"
          value=""
          options={[
            { value: '', label: 'Add filter' },
            ...off.map((name) => ({ value: name, label: FILTER_WORDS[name] })),
          ]}
          onChange={(name) => {
            const found = off.find((one) => one === name);
            if (found !== undefined) change({ ...filters, [found]: FIRST[found] });
          }}
        />
      )}
    </>
  );
}
