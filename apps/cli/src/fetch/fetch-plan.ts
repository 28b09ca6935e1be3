/** What a fetch consists of: a file for each day of UTC and its contract, with what it costs. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { contractDays, type DatabentoHistory, type HistoryRange } from '@undertow/feeds';
import { DAY_MS } from '@undertow/market';
import { InputError } from '#terminal/terminal.ts';

export interface FetchRequest {
  /** Product, for example `ES`. */
  readonly product: string;
  readonly schema: string;
  /** Milliseconds since 1970 UTC, the end exclusive. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly folder: string;
}

export interface PlannedFile {
  readonly range: HistoryRange;
  readonly path: string;
  readonly code: string;
  readonly day: string;
  readonly records: number;
  /** Uncompressed. */
  readonly bytes: number;
  readonly microdollars: number;
  /** It is there already and costs nothing. */
  readonly isThere: boolean;
}

/**
 * The files of a request, oldest first; days without records have none. Requests only what is free. Throws
 * `InputError` for dates without history and an unknown product, `HistoryError` as the service fails.
 */
export async function planFetch(
  history: DatabentoHistory,
  request: FetchRequest,
): Promise<readonly PlannedFile[]> {
  const { product, schema, fromMs, toMs, folder } = request;
  requireWithin(await history.datasetRange(), request);
  const days = await contractDays(history, product, { fromMs, toMs });
  if (days.length === 0)
    throw new InputError(`--product ${product}: the vendor has no front contract of it between these dates`);
  const files: PlannedFile[] = [];
  for (const day of days) {
    const { code } = day;
    const range: HistoryRange = {
      ...{ schema, symbols: [code], stypeIn: 'raw_symbol' },
      ...{ fromMs: day.fromMs, toMs: day.toMs },
    };
    const path = join(folder, `${code}-${spanName(day)}.${schema}.dbn.zst`);
    // The service allows twenty of these requests a second: one after the other stays below
    const records = await history.recordCount(range);
    if (records === 0) continue;
    const isThere = existsSync(path);
    const [bytes, microdollars] = isThere
      ? [0, 0]
      : [await history.billableBytes(range), await history.costMicrodollars(range)];
    files.push({ ...{ range, path, code, day: day.day, records }, bytes, microdollars, isThere });
  }
  return files;
}

function requireWithin(
  served: { readonly fromMs: number; readonly toMs: number },
  { fromMs, toMs }: FetchRequest,
): void {
  const text = (ms: number): string => new Date(ms).toISOString().slice(0, 16);
  const reach = `history reaches from ${text(served.fromMs)} to ${text(served.toMs)} UTC`;
  if (toMs > served.toMs)
    throw new InputError(
      `--to ${text(toMs)}: ${reach}; what is newer comes from the live feed, free of charge`,
    );
  if (fromMs < served.fromMs) throw new InputError(`--from ${text(fromMs)}: ${reach}`);
}

/** The day, with the hours where it is not whole. */
function spanName({ day, fromMs, toMs }: { day: string; fromMs: number; toMs: number }): string {
  if (toMs - fromMs === DAY_MS) return day;
  const clock = (ms: number): string => new Date(ms).toISOString().slice(11, 23).replaceAll(/[:.]/g, '');
  return `${day}T${clock(fromMs)}-${clock(toMs)}`;
}
