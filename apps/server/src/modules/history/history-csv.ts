/** The history as CSV for spreadsheets, a page at a time. */
import type { OrderFlowEventDto } from '@undertow/contracts';
import { CSV_START, csvLine } from '#http/bind/csv.ts';

/** Decimal prices are numbers to a spreadsheet; everything else that is not a number is text. */
const COLUMNS: readonly (readonly [name: string, value: (event: OrderFlowEventDto) => unknown])[] = [
  ['id', ({ id }) => id],
  ['detectedAt', ({ detectedAt }) => detectedAt],
  ['instrumentSymbol', ({ instrumentSymbol }) => instrumentSymbol],
  ['eventType', ({ eventType }) => eventType],
  ['kind', ({ metadata }) => metadata.sub],
  ['side', ({ metadata }) => metadata.side],
  ['price', ({ price }) => Number(price)],
  ['priceLow', ({ metadata }) => Number(metadata.priceLow)],
  ['priceHigh', ({ metadata }) => Number(metadata.priceHigh)],
  ['size', ({ size }) => size],
  ['confidence', ({ confidence }) => confidence],
  ['confidenceLow', ({ metadata }) => metadata.confidenceLow],
  ['confidenceHigh', ({ metadata }) => metadata.confidenceHigh],
  ['exact', ({ metadata }) => metadata.exact],
  ['calibrator', ({ metadata }) => metadata.calibrator],
  ['severity', ({ metadata }) => metadata.severity],
  ['status', ({ metadata }) => metadata.status],
  ['degraded', ({ metadata }) => metadata.degraded],
  ['description', ({ metadata }) => metadata.description],
  ['startedAt', ({ metadata }) => metadata.startedAt],
  ['updatedAt', ({ metadata }) => metadata.updatedAt],
  ['expiresAt', ({ expiresAt }) => expiresAt],
];

/** The line of an event, with its end. */
export function historyLine(event: OrderFlowEventDto): string {
  return csvLine(COLUMNS.map(([, value]) => value(event)));
}

export async function* historyCsv(
  pages: AsyncIterable<readonly OrderFlowEventDto[]>,
): AsyncGenerator<string> {
  yield CSV_START + csvLine(COLUMNS.map(([name]) => name));
  for await (const events of pages) yield events.map(historyLine).join('');
}
