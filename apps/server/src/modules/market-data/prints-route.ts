/** Executions of the past by pages: as far back as the plan has them, up to the instant that the viewer may see. */
import { encodePrints, instantOfMs, listPrints, type OrderPrint, TIER_RULES } from '@undertow/contracts';
import { FLOW_SPAN_MS, HOUR_MS, type Instrument, instrumentById } from '@undertow/market';
import { AppError } from '#failures/app-error.ts';
import type { RouteBinder } from '#http/bind/bind-route.ts';
import { openView, recordedUntilMs } from '#http/bind/view.ts';
import type { LiveViews } from '#ports/live-views.ts';
import { firstWithin, PrintSpans } from './print-spans.ts';

interface WantedPrints {
  readonly fromMs: number;
  readonly toMs: number;
  readonly most: number;
}

/** The first ones, a span after the other, until there are enough. */
async function printsOf(
  instrument: Instrument,
  views: Pick<LiveViews, 'flowSpans'>,
  known: PrintSpans,
  { fromMs, toMs, most }: WantedPrints,
): Promise<readonly OrderPrint[]> {
  const found: OrderPrint[] = [];
  for (let atMs = fromMs; atMs < toMs && found.length < most; ) {
    const endMs = Math.min(toMs, atMs - (atMs % FLOW_SPAN_MS) + FLOW_SPAN_MS);
    for (const { bytes } of await views.flowSpans(instrument.id, atMs, endMs)) {
      const wanted = firstWithin(await known.of(bytes), fromMs, toMs, most - found.length);
      found.push(...encodePrints(instrument, wanted));
    }
    atMs = endMs;
  }
  // One that came late is in a later span
  return found.toSorted(([one], [other]) => (one < other ? -1 : Number(one > other)));
}

function nextOf(prints: readonly OrderPrint[], from: string, skip: number) {
  const last = prints.at(-1)?.[0];
  if (last === undefined) return null;
  const ofInstant = prints.filter(([time]) => time === last).length;
  return { from: last, skip: last === from ? skip + ofInstant : ofInstant };
}

export function bindPrintsRoute(binder: RouteBinder): void {
  const known = new PrintSpans();
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
    const wanted = { fromMs, toMs, most: skip + limit + 1 };
    const found = await printsOf(instrument, call.viewSource.views, known, wanted);
    const prints = found.slice(skip, skip + limit);
    const isMore = found.length > skip + limit;
    return { prints, next: isMore ? nextOf(prints, instantOfMs(fromMs), skip) : null };
  });
}
