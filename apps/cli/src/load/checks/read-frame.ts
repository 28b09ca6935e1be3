/** A frame read once for every socket that gets the same bytes: its messages, and what the checks of a socket need of them. */
import { type ServerMessage, serverMessage } from '@undertow/contracts';
import { FLOW_EVENT_TYPES, type FlowEventType } from '@undertow/market';

/** What a frame says of one instrument. */
export interface FramePart {
  readonly instrumentId: number;
  /** The view's time in the first and in the last message about it. */
  readonly firstAsOfMs: number;
  lastAsOfMs: number;
  /** The view's time goes back inside of the frame. */
  goesBack: boolean;
  /** The shortest delay of its messages. */
  delaySeconds: number;
  /** The youngest instant in its data. */
  youngestMs: number;
  /** Source and contract, where the frame has the feed's status. */
  source: string | null;
}

export interface ReadFrame {
  readonly messages: readonly ServerMessage[];
  /** Why the frame is unparsable; null where it is not. */
  readonly problem: string | null;
  readonly parts: readonly FramePart[];
  /** Types of its events, a bit each in the order of `FLOW_EVENT_TYPES`. */
  readonly eventTypes: number;
  /** Codes of its errors that no licence explains. */
  readonly refusals: readonly string[];
  /** Messages after which a page reads everything again. */
  readonly resyncs: number;
}

type Stamped = Extract<ServerMessage, { asOf: string }>;

const BITS = new Map<FlowEventType, number>(FLOW_EVENT_TYPES.map((type, place) => [type, 1 << place]));

export function bitsOf(types: readonly FlowEventType[]): number {
  return types.reduce((bits, type) => bits | (BITS.get(type) ?? 0), 0);
}

/** Instants of a message's data that lie in the past of its view: what a viewer with a delay must not have too early. */
function instantsOf(message: Stamped): readonly (string | null | undefined)[] {
  switch (message.type) {
    case 'market_data':
      return [message.data.timestamp];
    case 'order_book':
      return message.data.map(({ timestamp }) => timestamp);
    case 'order_flow_events':
      return message.data.flatMap(instantsOfEvent);
    case 'order_flow_event':
      return instantsOfEvent(message.data);
    case 'prints':
      return message.data.prints.map(([time]) => time);
    case 'feed_status':
      return [message.data.lastMessageAt, message.data.lastGap?.from, message.data.lastGap?.to];
    case 'depth':
      return [];
  }
}

function instantsOfEvent({
  detectedAt,
  metadata: { startedAt, updatedAt },
}: Extract<Stamped, { type: 'order_flow_event' }>['data']): readonly string[] {
  return [detectedAt, startedAt, updatedAt];
}

function youngestOf(message: Stamped): number {
  let youngestMs = 0;
  let known: string | null | undefined = null;
  for (const instant of instantsOf(message)) {
    if (instant === known || instant === null || instant === undefined) continue;
    known = instant;
    youngestMs = Math.max(youngestMs, Date.parse(instant));
  }
  return youngestMs;
}

function eventsOf(message: Stamped): number {
  if (message.type === 'order_flow_event') return bitsOf([message.data.eventType]);
  return message.type === 'order_flow_events' ? bitsOf(message.data.map(({ eventType }) => eventType)) : 0;
}

class Parts {
  readonly all: FramePart[] = [];

  add(message: Stamped): void {
    const { instrumentId, delaySeconds } = message;
    const asOfMs = Date.parse(message.asOf);
    const source = message.type === 'feed_status' ? `${message.data.source} ${message.data.contract}` : null;
    const youngestMs = youngestOf(message);
    const known = this.all.find((part) => part.instrumentId === instrumentId);
    if (known === undefined) {
      const times = { firstAsOfMs: asOfMs, lastAsOfMs: asOfMs, goesBack: false };
      this.all.push({ instrumentId, ...times, delaySeconds, youngestMs, source });
      return;
    }
    if (asOfMs < known.lastAsOfMs) known.goesBack = true;
    known.lastAsOfMs = Math.max(known.lastAsOfMs, asOfMs);
    known.delaySeconds = Math.min(known.delaySeconds, delaySeconds);
    known.youngestMs = Math.max(known.youngestMs, youngestMs);
    known.source = source ?? known.source;
  }
}

function unparsable(problem: string): ReadFrame {
  return { messages: [], problem, parts: [], eventTypes: 0, refusals: [], resyncs: 0 };
}

/** Reads the text of a frame: one message, or an array of them. */
export function readFrame(text: string): ReadFrame {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return unparsable(`expected JSON, got ${text.slice(0, 80)}`);
  }
  const messages: ServerMessage[] = [];
  const parts = new Parts();
  const refusals: string[] = [];
  let [eventTypes, resyncs] = [0, 0];
  for (const item of Array.isArray(value) ? value : [value]) {
    const { data: message, error } = serverMessage.safeParse(item);
    if (message === undefined) {
      const [issue] = error.issues;
      return unparsable(
        `${issue?.path.join('.')}: ${issue?.message}, in ${JSON.stringify(item).slice(0, 80)}`,
      );
    }
    messages.push(message);
    if (message.type === 'error' && message.data.withheld === undefined) refusals.push(message.data.code);
    if (message.type === 'resync') resyncs += 1;
    if (!('asOf' in message)) continue;
    parts.add(message);
    eventTypes |= eventsOf(message);
  }
  return { messages, problem: null, parts: parts.all, eventTypes, refusals, resyncs };
}
