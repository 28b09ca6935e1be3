/** A page of the history: stored events, and from the viewer's views those not stored yet or in an earlier state. */
import {
  encodeFlowEvent,
  type OrderFlowEventDto,
  type RouteQuery,
  type searchHistory,
} from '@undertow/contracts';
import { BOOK_SIDES, type BookSide, type FlowEvent, instrumentById } from '@undertow/market';
import type { HistoryPlace, HistorySort, HistorySpan } from '#ports/history.ts';
import { hasWords, historyWords } from '#rules/history-words.ts';
import { type HistoryScope, spansOf } from './history-scope.ts';

/** The query without its page. */
export type HistoryFilter = Omit<RouteQuery<typeof searchHistory>, 'cursor' | 'limit'>;

export interface HistoryPage {
  readonly events: readonly OrderFlowEventDto[];
  /** Position of its last event; null on the last page. */
  readonly end: HistoryPlace | null;
}

/** Views hold thousands of events, which every page compares: the instant of each is read once. */
const instants = new WeakMap<OrderFlowEventDto, number>();

function detectedMsOf(event: OrderFlowEventDto): number {
  const known = instants.get(event);
  if (known !== undefined) return known;
  const detectedMs = Date.parse(event.detectedAt);
  instants.set(event, detectedMs);
  return detectedMs;
}

/** Pages of the store are shared by those who request them within a second: each of their events is encoded once. */
const encoded = new WeakMap<FlowEvent, OrderFlowEventDto>();

function encodedOf(event: FlowEvent): readonly OrderFlowEventDto[] {
  const known = encoded.get(event);
  if (known !== undefined) return [known];
  const instrument = instrumentById(event.instrumentId);
  if (instrument === undefined) return [];
  const dto = encodeFlowEvent(instrument, event);
  encoded.set(event, dto);
  return [dto];
}

function placeOf(event: OrderFlowEventDto, sort: HistorySort): HistoryPlace {
  const figure = sort === 'confidence' ? event.confidence : sort === 'size' ? event.size : 0;
  return { figure, detectedMs: detectedMsOf(event), id: event.id };
}

/** Negative when `a` sorts before `b`. */
function inOrder(sort: HistorySort, a: HistoryPlace, b: HistoryPlace): number {
  const rising =
    a.figure - b.figure || a.detectedMs - b.detectedMs || (a.id < b.id ? -1 : Number(a.id > b.id));
  return sort === 'oldest' ? rising : -rising;
}

interface Wanted {
  readonly scope: HistoryScope;
  readonly spans: readonly HistorySpan[];
  readonly filter: HistoryFilter;
  readonly words: readonly string[] | null;
}

function matches(event: OrderFlowEventDto, span: HistorySpan, { filter, words }: Wanted): boolean {
  const { side, minConfidence = 0, perDay } = filter;
  const { metadata, eventType, confidence } = event;
  const detectedMs = detectedMsOf(event);
  return (
    detectedMs >= span.fromMs &&
    detectedMs <= span.toMs &&
    (side === undefined || metadata.side === side) &&
    confidence >= minConfidence &&
    (perDay === undefined || metadata.perDay <= perDay) &&
    (words === null ||
      (words.length > 0 && hasWords(`${eventType} ${metadata.sub ?? ''} ${metadata.description}`, words)))
  );
}

/** Events of the views that the filter leaves, of those that `isHere` accepts: their words cost most and are compared last. */
function heldOf(wanted: Wanted, isHere: (event: OrderFlowEventDto) => boolean): readonly OrderFlowEventDto[] {
  const { scope, spans } = wanted;
  return scope.views.flatMap((view, at) => {
    const span = spans[at];
    if (span === undefined) return [];
    return view.events(scope.types, false).filter((event) => isHere(event) && matches(event, span, wanted));
  });
}

const sidesOf = (side: BookSide | undefined): readonly BookSide[] =>
  side === undefined ? BOOK_SIDES : [side];

/** Reads the page after a position. An event both stored and in a view appears once, in the state of the view. */
export async function readPage(
  scope: HistoryScope,
  filter: HistoryFilter,
  { after, limit }: { readonly after: HistoryPlace | null; readonly limit: number },
): Promise<HistoryPage> {
  const { sort, text, side, minConfidence = 0, perDay = null } = filter;
  const spans = spansOf(scope, filter);
  const words = text === undefined || text === '' ? null : historyWords(text);
  const wanted = {
    source: scope.source,
    spans,
    types: scope.types,
    sides: sidesOf(side),
    minConfidence,
    perDay,
    words,
  };
  const rows = (await scope.store?.page({ ...wanted, sort, after, limit: limit + 1 })) ?? [];
  const stored = rows.flatMap(encodedOf);
  const last = rows.length > limit ? stored.at(-1) : undefined;
  const isHere = (event: OrderFlowEventDto): boolean => {
    const place = placeOf(event, sort);
    if (after !== null && inOrder(sort, after, place) >= 0) return false;
    return last === undefined || inOrder(sort, place, placeOf(last, sort)) <= 0;
  };
  const held = heldOf({ scope, spans, filter, words }, isHere);
  const ids = new Set(held.map(({ id }) => id));
  const all = [...held, ...stored.filter(({ id }) => !ids.has(id))].toSorted((a, b) =>
    inOrder(sort, placeOf(a, sort), placeOf(b, sort)),
  );
  const events = all.slice(0, limit);
  const end = events.at(-1);
  return { events, end: all.length > limit && end !== undefined ? placeOf(end, sort) : null };
}
