/** What a webhook says of a cause: its topic and subject, the data of the signed form and the words of the others. */
import { alertMarketWords, encodeFlowEvent, instantOfMs, type WebhookDeliveryDto } from '@undertow/contracts';
import {
  EVENT_TYPES,
  epochMsOfNs,
  type FeedSource,
  type FlowEvent,
  type FlowEventType,
  formatPrice,
  type Instrument,
  instrumentById,
} from '@undertow/market';
import { eventText } from '#alerting/alert-text.ts';
import type { WebhookCause, WebhookContent } from '#ports/webhooks/deliveries.ts';

export interface WebhookMessage {
  readonly topic: WebhookDeliveryDto['topic'];
  readonly subject: string;
  readonly label: string;
  /** Whose it is; null for what everybody may see whose plan has it. */
  readonly userId: string | null;
  readonly instrumentId: number | null;
  readonly eventType: FlowEventType | null;
  readonly marketMs: number | null;
  /** Of the newest fact in it. */
  readonly timestamp: string;
  readonly data: object;
  readonly words: string;
}

type Content<Kind extends WebhookContent['kind']> = Extract<WebhookContent, { kind: Kind }>;

const OUTCOMES = {
  ...{ hit: 'came true', miss: 'did not come true', unknown: 'cannot be determined' },
  ...{ none: 'has no declared outcome', pending: 'is open' },
} as const;

function ofEvent(instrument: Instrument, event: FlowEvent, source: FeedSource) {
  const market = alertMarketWords({ market: 'platform', source });
  const price = formatPrice(instrument, event.priceTicks);
  return {
    subject: event.id,
    label: `${instrument.symbol} ${EVENT_TYPES[event.type].title} ${price}`,
    ...{ userId: null, instrumentId: event.instrumentId, eventType: event.type, market },
  };
}

function eventMessage(
  { event, source, isFirst }: Content<'event'>,
  delaySeconds: number,
): WebhookMessage | null {
  const instrument = instrumentById(event.instrumentId);
  if (instrument === undefined) return null;
  const { market, ...facts } = ofEvent(instrument, event, source);
  const { title, message } = eventText(instrument, event);
  const marketMs = epochMsOfNs(event.updatedNs);
  return {
    ...facts,
    topic: isFirst ? 'event.raised' : 'event.updated',
    marketMs,
    timestamp: instantOfMs(marketMs),
    data: { ...encodeFlowEvent(instrument, event), source, delaySeconds },
    words: `${isFirst ? '' : 'Update: '}${title}\n${message} (${market})`,
  };
}

function settledMessage(
  { event, source, outcome }: Content<'settled'>,
  delaySeconds: number,
  settledMs: number,
): WebhookMessage | null {
  const instrument = instrumentById(event.instrumentId);
  if (instrument === undefined) return null;
  const { market, ...facts } = ofEvent(instrument, event, source);
  return {
    ...facts,
    topic: 'event.settled',
    // Its event may have changed since, which is seen as late
    marketMs: Math.max(settledMs, epochMsOfNs(event.updatedNs)),
    timestamp: instantOfMs(settledMs),
    data: { event: encodeFlowEvent(instrument, event), outcome, source, delaySeconds },
    words: `Outcome: ${facts.label} ${OUTCOMES[outcome.state]} (${market})`,
  };
}

function alertMessage({ userId, alert }: Content<'alert'>): WebhookMessage {
  const { isRead: _read, isQuiet: _quiet, isTest: _test, ...data } = alert;
  return {
    ...{ topic: 'alert.fired', subject: alert.eventId ?? alert.id, label: alert.title, userId, data },
    ...{ instrumentId: alert.instrumentId, eventType: alert.eventType },
    marketMs: alert.marketAt === null ? null : Date.parse(alert.marketAt),
    timestamp: alert.createdAt,
    words: `Alert: ${alert.title}\n${alert.message} (${alertMarketWords(alert)})`,
  };
}

function importMessage({ userId, finished }: Content<'import'>): WebhookMessage {
  const { id, fileName, platform, imported, duplicates, rejected, importedAtMs } = finished;
  return {
    ...{ topic: 'import.finished', subject: `import/${id}`, label: fileName, userId },
    ...{ instrumentId: null, eventType: null, marketMs: null, timestamp: instantOfMs(importedAtMs) },
    data: { importId: id, fileName, platform, imported, duplicates, rejected },
    words: `Import finished: ${fileName}\n${imported} trades, ${duplicates} known already, ${rejected} refused`,
  };
}

/** Null where there is nothing to say. */
export function messageOf({ content, entry }: WebhookCause): WebhookMessage | null {
  switch (content?.kind) {
    case 'event':
      return eventMessage(content, entry.delaySeconds);
    case 'settled':
      return settledMessage(content, entry.delaySeconds, entry.stateMs);
    case 'alert':
      return alertMessage(content);
    case 'import':
      return importMessage(content);
    case undefined:
      return null;
  }
}

/** A request of the owner, without market data. */
export function testMessage(atMs: number): WebhookMessage {
  return {
    ...{
      topic: 'webhook.test',
      label: 'Test',
      userId: null,
      instrumentId: null,
      eventType: null,
      marketMs: null,
    },
    ...{ subject: `test/${atMs}`, timestamp: instantOfMs(atMs), data: {} },
    words: 'This is a test of your Undertow webhook.',
  };
}
