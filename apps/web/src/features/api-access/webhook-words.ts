/** Webhooks and their deliveries in words. */
import {
  WEBHOOK_RETRY_HOURS,
  type WebhookDeliveryDto,
  type WebhookDto,
  type WebhookFormat,
  type WebhookTopic,
} from '@undertow/contracts';
import { type FlowEventType, HOUR_MS } from '@undertow/market';
import { countOf, listWords } from '#lib/format/formats.ts';
import { formatClock, formatDayAndTime } from '#lib/format/times.ts';
import { EVENT_LOOKS } from '#lib/words/event-looks.ts';

export const TOPIC_WORDS: Readonly<Record<WebhookTopic, string>> = {
  'event.raised': 'New events',
  'event.updated': 'Changes of events',
  'event.settled': 'Outcomes of events',
  'alert.fired': 'Alerts',
  'import.finished': 'Finished imports',
};

export const FORMAT_WORDS: Readonly<Record<WebhookFormat, string>> = {
  standard: 'Signed JSON (Standard Webhooks)',
  discord: 'Discord message',
  slack: 'Slack message',
  telegram: 'Telegram message',
};

function namesOf(types: readonly FlowEventType[]): string {
  return types.length === 0
    ? ''
    : ` of ${listWords(types.map((type) => EVENT_LOOKS[type].name.toLowerCase()))}`;
}

/** What it is notified of: "New events and alerts of iceberg, on ES". */
export function scopeWords(
  { topics, eventTypes, instrumentIds }: Pick<WebhookDto, 'topics' | 'eventTypes' | 'instrumentIds'>,
  symbolOf: (instrumentId: number) => string,
): string {
  const [first = '', ...others] = topics.map((topic) => TOPIC_WORDS[topic]);
  const what = listWords([first, ...others.map((words) => words.toLowerCase())]);
  const where = instrumentIds.length === 0 ? '' : `, on ${listWords(instrumentIds.map(symbolOf))}`;
  return `${what}${namesOf(eventTypes)}${where}`;
}

/** Why it is paused, and until when what waits is kept. */
export function pausedWords({ paused, failures, lastStatus, waiting }: WebhookDto): string {
  if (paused === null) return '';
  const atMs = Date.parse(paused.at);
  const why =
    paused.reason === 'gone'
      ? 'its receiver answered 410'
      : `${countOf(failures, 'failure')} in a row, last answer ${lastStatus ?? 'none'}`;
  const kept = waiting === 0 ? '' : ` ${waiting} kept for ${WEBHOOK_RETRY_HOURS} hours each.`;
  return `Paused ${formatDayAndTime(atMs)}: ${why}.${kept}`;
}

/** Within a day the time alone. */
export function deliveryTime({ createdAt }: WebhookDeliveryDto, nowMs: number): string {
  const atMs = Date.parse(createdAt);
  return nowMs - atMs < 12 * HOUR_MS ? formatClock(atMs) : formatDayAndTime(atMs);
}

export function shortId(id: string): string {
  return `${id.slice(0, 8)}…${id.slice(-2)}`;
}

export function tookWords(tookMs: number | null): string {
  if (tookMs === null) return '–';
  return tookMs < 1000 ? `${tookMs} ms` : `${(tookMs / 1000).toFixed(1)} s`;
}

/** Beside the answer: what follows, or who sent it again. */
export function afterWords({ state, nextAttemptAt, isResent, attempts }: WebhookDeliveryDto): string {
  switch (state) {
    case 'waiting':
      if (attempts === 0 || nextAttemptAt === null) return 'waiting';
      return `next ${formatClock(Date.parse(nextAttemptAt))}`;
    case 'withheld':
      return 'not in your plan';
    case 'failed':
      return 'given up';
    case 'delivered':
      return isResent ? 'sent again by you' : '';
  }
}
