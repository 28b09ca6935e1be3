/** The monthly report of a data contract: who was shown which market data, day by day in London. */
import { Readable } from 'node:stream';
import { exportEntitlementReport, getRealTimeUsers, instantOfMs } from '@undertow/contracts';
import { instrumentById } from '@undertow/market';
import type { RouteBinder } from '#http/bind/bind-route.ts';
import { CSV_START, csvLine } from '#http/bind/csv.ts';
import type { Clock } from '#ports/clock.ts';
import type { DataUsage, DataUsageStore, UsageOfDay } from '#ports/people.ts';
import { dayAfter, londonDayOf } from '#rules/london-day.ts';
import { RealTimeCount } from './real-time-users.ts';

export interface EntitlementReportParts {
  readonly dataUsage: DataUsageStore;
  readonly usage: DataUsage;
  readonly clock: Clock;
}

const COLUMNS: readonly (readonly [name: string, value: (usage: UsageOfDay) => unknown])[] = [
  ['day', ({ day }) => day],
  ['user', ({ person }) => person],
  ['status', ({ marketDataStatus }) => marketDataStatus ?? 'unknown'],
  ['source', ({ source }) => source],
  ['data', ({ delaySeconds }) => (delaySeconds === 0 ? 'real-time' : 'delayed')],
  ['delayMinutes', ({ delaySeconds }) => delaySeconds / 60],
  ['exchanges', ({ instrumentIds }) => listed(instrumentIds, 'venue')],
  ['instruments', ({ instrumentIds }) => listed(instrumentIds, 'symbol')],
  ['devices', ({ devices }) => devices],
  ['firstShownAt', ({ firstAtMs }) => instantOfMs(firstAtMs)],
  ['lastShownAt', ({ lastAtMs }) => instantOfMs(lastAtMs)],
];

function listed(instrumentIds: readonly number[], fact: 'venue' | 'symbol'): string {
  const names = instrumentIds.map((id) => instrumentById(id)?.[fact] ?? `instrument ${id}`);
  return [...new Set(names)].toSorted().join(' ');
}

/** Days of the month up to today. */
function daysOf(month: string, today: string): string[] {
  const days: string[] = [];
  for (let day = `${month}-01`; day.startsWith(month) && day <= today; day = dayAfter(day, 1)) days.push(day);
  return days;
}

async function* reportOf(parts: EntitlementReportParts, month: string): AsyncGenerator<string> {
  yield CSV_START + csvLine(COLUMNS.map(([name]) => name));
  for (const day of daysOf(month, londonDayOf(parts.clock.nowMs()))) {
    const rows = await parts.dataUsage.ofDay(day);
    if (rows.length === 0) continue;
    yield rows.map((usage) => csvLine(COLUMNS.map(([, value]) => value(usage)))).join('');
  }
}

async function usersOf(parts: EntitlementReportParts, month: string) {
  const count = new RealTimeCount();
  for (const day of daysOf(month, londonDayOf(parts.clock.nowMs())))
    for (const usage of await parts.dataUsage.ofDay(day)) count.add(usage);
  return count.rows();
}

export function bindEntitlementReport(binder: RouteBinder, parts: EntitlementReportParts): void {
  binder.bindAdmin(exportEntitlementReport, async ({ query, reply }) => {
    // So that the report includes this minute too
    await parts.usage.store();
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="undertow-market-data-${query.month}.csv"`)
      .send(Readable.from(reportOf(parts, query.month)));
  });

  binder.bindAdmin(getRealTimeUsers, async ({ query }) => {
    await parts.usage.store();
    return usersOf(parts, query.month);
  });
}
