/** The fields of a webhook: where it goes and in which form, and what it is notified of. */
import { WEBHOOK_FORMATS, WEBHOOK_TOPICS, type WebhookFormat } from '@undertow/contracts';
import { FLOW_EVENT_TYPES } from '@undertow/market';
import type { ReactNode } from 'react';
import { useUserInstruments } from '#api/market/instruments.ts';
import { EVENT_LOOKS } from '#lib/words/event-looks.ts';
import { Select } from '#ui/controls/select.tsx';
import { TextField } from '#ui/controls/text-field.tsx';
import { toggled, type WebhookDraft } from './webhook-draft.ts';
import { FORMAT_WORDS, TOPIC_WORDS } from './webhook-words.ts';

export interface WebhookFieldsProps {
  readonly draft: WebhookDraft;
  readonly onChange: (draft: WebhookDraft) => void;
}

interface ChoicesProps<T> {
  readonly legend: string;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly chosen: readonly T[];
  readonly onChange: (chosen: readonly T[]) => void;
}

function Choices<T extends string | number>({
  legend,
  options,
  chosen,
  onChange,
}: ChoicesProps<T>): ReactNode {
  return (
    <fieldset className="toggle-set">
      <legend className="field-label">{legend}</legend>
      <div>
        {options.map(({ value, label }) => (
          <label key={value} className="toggle" data-on={chosen.includes(value)}>
            <input
              type="checkbox"
              checked={chosen.includes(value)}
              onChange={() => onChange(toggled(chosen, value))}
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** An address cannot be changed: it would be another receiver with the same secret. */
export function ReceiverFields({ draft, onChange }: WebhookFieldsProps): ReactNode {
  return (
    <>
      <Select
        label="Form"
        value={draft.format}
        options={WEBHOOK_FORMATS.map((value) => ({ value, label: FORMAT_WORDS[value] }))}
        onChange={(format) => onChange({ ...draft, format: format as WebhookFormat })}
      />
      <TextField
        label="Address"
        type="url"
        required
        placeholder="https://hooks.example.com/undertow"
        value={draft.address}
        onChange={(event) => onChange({ ...draft, address: event.target.value })}
      />
      {draft.format === 'telegram' ? (
        <TextField
          label="Chat id, or @channel"
          required
          value={draft.chat}
          onChange={(event) => onChange({ ...draft, chat: event.target.value })}
        />
      ) : null}
    </>
  );
}

export function ScopeFields({ draft, onChange }: WebhookFieldsProps): ReactNode {
  const own = useUserInstruments().data ?? [];
  return (
    <>
      <TextField
        label="Name"
        required
        maxLength={60}
        value={draft.name}
        onChange={(event) => onChange({ ...draft, name: event.target.value })}
      />
      <Choices
        legend="Notified of"
        options={WEBHOOK_TOPICS.map((value) => ({ value, label: TOPIC_WORDS[value] }))}
        chosen={draft.topics}
        onChange={(topics) => onChange({ ...draft, topics })}
      />
      <Choices
        legend="Only these events (none chosen: all)"
        options={FLOW_EVENT_TYPES.map((value) => ({ value, label: EVENT_LOOKS[value].name }))}
        chosen={draft.eventTypes}
        onChange={(eventTypes) => onChange({ ...draft, eventTypes })}
      />
      <Choices
        legend="Only these instruments (none chosen: all of yours)"
        options={own.map((row) => ({ value: row.instrumentId, label: row.instrument.symbol }))}
        chosen={draft.instrumentIds}
        onChange={(instrumentIds) => onChange({ ...draft, instrumentIds })}
      />
    </>
  );
}
