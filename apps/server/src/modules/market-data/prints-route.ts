/** Executions of the past by pages: as far back as the plan has them, up to the instant that the viewer may see. */
import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import { encodePrints, instantOfMs, listPrints, type OrderPrint, TIER_RULES } from '@undertow/contracts';
import { decodeFlowSpan, HOUR_MS, type Instrument, instrumentById, printsWithin } from '@undertow/market';
import { AppError } from '#failures/app-error.ts';
import type { RouteBinder } from '#http/bind/bind-route.ts';
import { openView, recordedUntilMs } from '#http/bind/view.ts';
import type { LiveViews } from '#ports/live-views.ts';

const inflate = promisify(inflateRaw);

type Spans = Awaited<ReturnType<LiveViews['flowSpans']>>;

/** In the order of their times: the exchange's clock may step back within an event. */
async function printsOf(
  instrument: Instrument,
  spans: Spans,
  fromMs: number,
  toMs: number,
  most: number,
): Promise<readonly OrderPrint[]> {
  const found: OrderPrint[] = [];
  for (const { bytes } of spans) {
    const { prints } = decodeFlowSpan(await inflate(bytes));
    found.push(...encodePrints(instrument, printsWithin(prints, fromMs, toMs)));
    if (found.length > most) break;
  }
  return found.toSorted(([one], [other]) => (one < other ? -1 : Number(one > other)));
}

function nextOf(prints: readonly OrderPrint[], from: string, skip: number) {
  const last = prints.at(-1)?.[0];
  if (last === undefined) return null;
  const ofInstant = prints.filter(([time]) => time === last).length;
  return { from: last, skip: last === from ? skip + ofInstant : ofInstant };
}

export function bindPrintsRoute(binder: RouteBinder): void {
  binder.bindInstrument(listPrints, 'recordings', async (call) => {
    const instrument = instrumentById(call.instrumentId);
    if (instrument === undefined) throw new AppError('INSTRUMENT_NOT_FED');
    const view = openView(call);
    const { from, to, skip, limit } = call.query;
    const untilMs = recordedUntilMs(view, call.viewSource.access(call.instrumentId));
    const planFromMs = untilMs - TIER_RULES[call.entitlement.tier].workspace.depthHistoryHours * HOUR_MS;
    const fromMs = Math.max(Date.parse(from), planFromMs);
    const toMs = Math.min(Date.parse(to), untilMs, Date.parse(from) + HOUR_MS);
    if (fromMs >= toMs) return { prints: [], next: null };
    const spans = await call.viewSource.views.flowSpans(call.instrumentId, fromMs, toMs);
    const found = await printsOf(instrument, spans, fromMs, toMs, skip + limit);
    const prints = found.slice(skip, skip + limit);
    const isMore = found.length > skip + limit;
    return { prints, next: isMore ? nextOf(prints, instantOfMs(fromMs), skip) : null };
  });
}
