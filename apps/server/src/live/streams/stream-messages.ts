/** What streams say of a change of a view: the kinds that are numbered and kept, and the book, which is a state. */
import { encodeBar, encodePrints, type StreamKind, tapeEntryOf } from '@undertow/contracts';
import type { FlowEventType } from '@undertow/market';
import { encodeEventOnce, type InstrumentView } from '#live/views/instrument-view.ts';
import type { InstrumentUpdate } from '#ports/bus.ts';
import { SentText } from './sent-text.ts';

/** A message before it has a number: its fields without braces. */
export interface UnnumberedMessage {
  readonly kind: StreamKind;
  /** Of an event. */
  readonly type: FlowEventType | null;
  readonly fields: string;
}

function headOf(view: InstrumentView): string {
  const { instrument, delaySeconds } = view;
  return `"instrument":"${instrument.symbol}","delaySeconds":${delaySeconds},"source":"${view.status().source}"`;
}

/** `withTape`: executions too, which are many. */
export function numberedMessages(
  view: InstrumentView,
  { closedBars, contract, events, prints }: InstrumentUpdate,
  withTape: boolean,
): readonly UnnumberedMessage[] {
  const { instrument } = view;
  const isTape = withTape && prints !== null;
  if (closedBars.length === 0 && events.length === 0 && !isTape) return [];
  const head = headOf(view);
  const messageOf = (kind: StreamKind, type: FlowEventType | null, data: unknown): UnnumberedMessage => ({
    ...{ kind, type, fields: `${head},"data":${JSON.stringify(data)}` },
  });
  return [
    ...(isTape ? [messageOf('tape', null, encodePrints(instrument, prints).map(tapeEntryOf))] : []),
    ...closedBars.map((bar) =>
      messageOf('bar_1m', null, encodeBar(instrument, { ...bar, contract }, '1m', true)),
    ),
    ...events.map(({ event }) => messageOf('event', event.type, encodeEventOnce(instrument, event))),
  ];
}

/** The book as it is now: whoever has it needs none of the earlier ones, so that it has no number. */
export function bookMessage(view: InstrumentView): SentText {
  return new SentText(`{"kind":"book",${headOf(view)},"data":${JSON.stringify(view.orderBook())}}`);
}
