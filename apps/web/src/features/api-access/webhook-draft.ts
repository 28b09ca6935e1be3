/** What the dialog of a webhook holds while it is filled in. */
import type { NewWebhook, WebhookDto, WebhookFormat, WebhookTopic } from '@undertow/contracts';
import type { FlowEventType } from '@undertow/market';

export interface WebhookDraft {
  readonly name: string;
  readonly format: WebhookFormat;
  readonly address: string;
  readonly chat: string;
  readonly topics: readonly WebhookTopic[];
  readonly eventTypes: readonly FlowEventType[];
  readonly instrumentIds: readonly number[];
}

export const NEW_DRAFT: WebhookDraft = {
  ...{ name: '', format: 'standard', address: '', chat: '' },
  ...{ topics: ['event.raised', 'alert.fired'], eventTypes: [], instrumentIds: [] },
};

export function draftOf({
  name,
  format,
  address,
  topics,
  eventTypes,
  instrumentIds,
}: WebhookDto): WebhookDraft {
  return { name, format, address, chat: '', topics, eventTypes, instrumentIds };
}

export function choicesOf({ name, topics, eventTypes, instrumentIds }: WebhookDraft) {
  return {
    name: name.trim(),
    ...{ topics: [...topics], eventTypes: [...eventTypes], instrumentIds: [...instrumentIds] },
  };
}

export function newWebhookOf(draft: WebhookDraft): NewWebhook {
  const { format, address, chat } = draft;
  return {
    ...choicesOf(draft),
    ...{ format, address: address.trim(), chat: format === 'telegram' ? chat.trim() : null },
  };
}

export function toggled<T>(values: readonly T[], value: T): readonly T[] {
  return values.includes(value) ? values.filter((one) => one !== value) : [...values, value];
}
