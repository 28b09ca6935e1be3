/** Words of the cards about market data: the vendor's session, what was spent, what is recorded. Pure. */
import type { FeedSession, OperationsFacts } from '@undertow/contracts';
import { formatBytes } from '#lib/format/bytes.ts';
import { formatSize } from '#lib/format/formats.ts';
import { formatClock } from '#lib/format/times.ts';

const inMs = (ms: number | null): string => (ms === null ? '–' : `${ms.toFixed(1)} ms`);

function cutText({ lastCut }: FeedSession): string {
  if (lastCut === null) return 'none';
  const [fromMs, toMs] = [Date.parse(lastCut.from), Date.parse(lastCut.to)];
  return `${formatClock(fromMs)}, ${((toMs - fromMs) / 1000).toFixed(1)} s`;
}

export function sessionRows(session: FeedSession) {
  const { recordsPerSecond } = session;
  return [
    ['Exchange to vendor', inMs(session.exchangeToVendorMs)],
    ['Inside the vendor', inMs(session.vendorToGatewayMs)],
    ['Vendor to us', inMs(session.gatewayToUsMs)],
    ['Since the last message', inMs(session.silentMs)],
    ['Records a second', recordsPerSecond === null ? '–' : formatSize(Math.round(recordsPerSecond))],
    ['Backlog', formatBytes(session.backlogBytes)],
    ['Reconnects', formatSize(session.reconnects)],
    ['Gaps', formatSize(session.gaps)],
    ['Last cut', cutText(session)],
    ...(session.reason === null ? [] : [['Last end', session.reason] as const]),
    ...session.unserved.map(({ symbol, reason }) => [`${symbol} not served`, reason] as const),
  ] as const;
}

type Period = NonNullable<OperationsFacts['spending']>[number];

const dollars = (amount: number): string => `$${amount.toFixed(2)}`;

const STATE_WORDS: Readonly<Record<Period['state'], string>> = {
  within: '',
  warned: ', over 80%',
  exhausted: ', nothing more is bought',
  none: '',
};

/** The day and the month with what was spent of their budgets. */
export function spendingRows(spending: readonly Period[]) {
  return spending.map(({ period, name, spentDollars, budgetDollars, state }) => {
    const of = state === 'none' ? 'no budget set' : `of ${dollars(budgetDollars)}${STATE_WORDS[state]}`;
    return [`${period === 'day' ? 'Day' : 'Month'} ${name}, UTC`, `${dollars(spentDollars)} ${of}`] as const;
  });
}

type Recordings = OperationsFacts['recordings'];

/** A row a product and source, a column a trading day, newest day first. */
export function recordingGrid({ days }: Recordings) {
  const tradingDays = [...new Set(days.map(({ tradingDay }) => tradingDay))];
  const names = [...new Set(days.map(({ product, source }) => `${product}, ${source}`))].toSorted();
  const rows = names.map((name) => ({
    name,
    cells: tradingDays.map((tradingDay) => {
      const day = days.find(
        (one) => one.tradingDay === tradingDay && `${one.product}, ${one.source}` === name,
      );
      if (day === undefined) return '–';
      const marks = [day.gaps > 0 ? 'gap' : '', day.isOpen ? 'now' : ''].filter((mark) => mark !== '');
      return [formatBytes(day.bytes), ...marks].join(' · ');
    }),
  }));
  return { tradingDays, rows };
}

export function diskText({ isOn, usedBytes, maxBytes }: Recordings): string {
  const used =
    usedBytes === null ? 'not counted yet' : `${formatBytes(usedBytes)} of ${formatBytes(maxBytes)}`;
  return isOn ? used : `${used}; switched off`;
}
