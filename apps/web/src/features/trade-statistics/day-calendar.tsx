/** The days of a month with their results: colour, sign and number; the arrow keys walk through them. */
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { formatDay, formatMonth, laterMonth, monthOf, weeksOf } from '#lib/format/exchange-days.ts';
import { countOf, formatAmount } from '#lib/format/formats.ts';
import { Button } from '#ui/controls/button.tsx';
import { type CalendarDay, dayWords, shortAmount, stepOf, strengthOf, sumOf } from './calendar-words.ts';

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

export interface DayCalendarProps {
  readonly days: readonly CalendarDay[];
  readonly currency: string | null;
  readonly onShowDay: (day: string) => void;
}

interface MonthProps extends DayCalendarProps {
  readonly month: string;
}

/** Moves the focus to the next day that has trades. */
function walk(event: KeyboardEvent<HTMLTableElement>): void {
  const step = stepOf(event.key);
  if (step === null) return;
  const cells = [...event.currentTarget.querySelectorAll('button')];
  const at = cells.findIndex((cell) => cell.contains(event.target as Node));
  if (at === -1) return;
  event.preventDefault();
  cells[Math.min(cells.length - 1, Math.max(0, at + step))]?.focus();
}

function DayCell({
  day,
  found,
  most,
  currency,
  onShowDay,
}: Pick<DayCalendarProps, 'currency' | 'onShowDay'> & {
  readonly day: string | null;
  readonly found: CalendarDay | undefined;
  readonly most: number;
}): ReactNode {
  if (day === null) return <td className="day-cell" data-out="true" />;
  const number = <span className="day-number">{Number(day.slice(8))}</span>;
  if (found === undefined) return <td className="day-cell">{number}</td>;
  const net = Number(found.net);
  return (
    <td className="day-cell">
      <button
        type="button"
        data-sign={Math.sign(net)}
        data-strength={strengthOf(net, most)}
        aria-label={dayWords(found, currency)}
        onClick={() => onShowDay(day)}
      >
        {number}
        <b>{shortAmount(found.net)}</b>
        <span className="day-trades">{found.trades}</span>
      </button>
    </td>
  );
}

function Month({ month, days, currency, onShowDay }: MonthProps): ReactNode {
  const byDay = new Map(days.map((one) => [one.day, one]));
  const most = Math.max(0, ...days.map(({ net }) => Math.abs(Number(net))));
  const weeks = weeksOf(month);
  const hasWeekend = weeks.some((week) => week.slice(5).some((day) => day !== null && byDay.has(day)));
  const columns = hasWeekend ? 7 : 5;
  const shown = weeks.filter((week) => week.slice(0, columns).some((day) => day !== null));
  return (
    <table className="day-calendar" onKeyDown={walk}>
      <caption className="sr-only">Results by day, {formatMonth(month)}</caption>
      <thead>
        <tr>
          {WEEKDAYS.slice(0, columns).map((name) => (
            <th key={name} scope="col" abbr={name}>
              {name.slice(0, 3)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {shown.map((week) => (
          <tr key={week.find((day) => day !== null)}>
            {week.slice(0, columns).map((day, at) => (
              <DayCell
                key={WEEKDAYS[at]}
                day={day}
                found={day === null ? undefined : byDay.get(day)}
                most={most}
                currency={currency}
                onShowDay={onShowDay}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function DayCalendar(props: DayCalendarProps): ReactNode {
  const { days, currency } = props;
  const first = monthOf(days[0]?.day ?? '');
  const last = monthOf(days.at(-1)?.day ?? '');
  const [chosen, setChosen] = useState<string | null>(null);
  if (days.length === 0) return null;
  // Another filter may have left the month that was looked at
  const month = chosen === null || chosen < first || chosen > last ? last : chosen;
  const inMonth = days.filter(({ day }) => monthOf(day) === month);
  const turn = (by: number): void => setChosen(laterMonth(month, by));
  return (
    <section className="plot-figure" aria-label="Calendar of days">
      <div className="calendar-head">
        <Button
          kind="ghost"
          size="small"
          disabled={month <= first}
          aria-label="Previous month"
          onClick={() => turn(-1)}
        >
          ‹
        </Button>
        <span role="status">
          <b>{formatMonth(month)}</b>{' '}
          <span className="t-12 text-text-3">
            {inMonth.length === 0
              ? 'no trades'
              : `${formatAmount(sumOf(inMonth), currency, { signed: true, whole: true })} on ${countOf(inMonth.length, 'day')}`}
          </span>
        </span>
        <Button
          kind="ghost"
          size="small"
          disabled={month >= last}
          aria-label="Next month"
          onClick={() => turn(1)}
        >
          ›
        </Button>
      </div>
      <Month {...props} month={month} />
      <p className="plot-note">
        Exchange days, {formatDay(days[0]?.day ?? '')} to {formatDay(days.at(-1)?.day ?? '')}. The small
        number is the number of trades.
      </p>
    </section>
  );
}
