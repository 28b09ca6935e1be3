/** A new API key: name, scopes, permitted addresses, and its end. */
import { API_KEY_DAYS, API_SCOPE_WORDS, API_SCOPES, type ApiScope } from '@undertow/contracts';
import { DAY_MS, MINUTE_MS } from '@undertow/market';
import { type FormEvent, type ReactNode, useState } from 'react';
import { type CreatedKey, useCreateApiKey } from '#api/account/api-keys.ts';
import { freshLoginAddress } from '#api/account/auth.ts';
import { isRefusal } from '#api/client/api-error.ts';
import { formatDate } from '#lib/format/times.ts';
import { useNow } from '#lib/hooks/use-now.ts';
import { Button } from '#ui/controls/button.tsx';
import { CheckField } from '#ui/controls/check-field.tsx';
import { FieldError } from '#ui/controls/field.tsx';
import { SelectField } from '#ui/controls/select.tsx';
import { TextField } from '#ui/controls/text-field.tsx';
import { Badge } from '#ui/marks/badge.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { toastError } from '#ui/overlays/toast-state.ts';
import { EMPTY_KEY, type KeyFaults, type KeyFields, readKey } from './key-draft.ts';

interface FieldsProps {
  readonly fields: KeyFields;
  readonly faults: KeyFaults;
  readonly onChange: (changes: Partial<KeyFields>) => void;
}

function ScopeFields({ fields, faults, onChange }: FieldsProps): ReactNode {
  const toggle = (scope: ApiScope): void =>
    onChange({
      scopes: fields.scopes.includes(scope)
        ? fields.scopes.filter((one) => one !== scope)
        : [...fields.scopes, scope],
    });
  return (
    <fieldset
      className="mt-3"
      aria-describedby={faults.scopes === undefined ? undefined : 'key-scopes-error'}
    >
      <legend className="field-label">Scopes *</legend>
      <div className="grid gap-3 rounded border border-line p-3">
        {API_SCOPES.map((scope) => {
          const { label, about, writes } = API_SCOPE_WORDS[scope];
          return (
            <CheckField key={scope} checked={fields.scopes.includes(scope)} onChange={() => toggle(scope)}>
              <span className="font-medium">{label}</span> {writes ? <Badge tone="warn">writes</Badge> : null}
              <span className="t-12 block text-text-3">{about}</span>
            </CheckField>
          );
        })}
      </div>
      <FieldError id="key-scopes" error={faults.scopes} />
    </fieldset>
  );
}

function AddressFields({ fields, faults, onChange }: FieldsProps): ReactNode {
  const choice = (label: string, isRestricted: boolean): ReactNode => (
    <label className="flex items-center gap-2">
      <input
        type="radio"
        name="addresses"
        checked={fields.isRestricted === isRestricted}
        onChange={() => onChange({ isRestricted })}
      />
      {label}
    </label>
  );
  return (
    <fieldset className="mt-3">
      <legend className="field-label">Addresses</legend>
      <div className="flex gap-5">
        {choice('Any', false)}
        {choice('Only these', true)}
      </div>
      {fields.isRestricted ? (
        <TextField
          label="Addresses and networks"
          className="field font-mono"
          placeholder="203.0.113.24, 2001:db8::/32"
          value={fields.addresses}
          error={faults.addresses}
          onChange={(event) => onChange({ addresses: event.target.value })}
        />
      ) : null}
    </fieldset>
  );
}

function ExpiryField({ fields, onChange }: Omit<FieldsProps, 'faults'>): ReactNode {
  const now = useNow(MINUTE_MS);
  return (
    <div className="mt-3 flex flex-wrap items-end gap-3">
      <SelectField
        label="Expires"
        options={API_KEY_DAYS.map((days) => ({ value: String(days), label: `In ${days} days` }))}
        value={String(fields.days)}
        onChange={(event) => onChange({ days: Number(event.target.value) })}
      />
      <p className="pb-2 text-text-3">on {formatDate(now + fields.days * DAY_MS)}</p>
    </div>
  );
}

export interface CreateKeyDialogProps {
  readonly requestsPerMinute: number;
  readonly onCreated: (created: CreatedKey) => void;
  readonly onClose: () => void;
}

export function CreateKeyDialog({ requestsPerMinute, onCreated, onClose }: CreateKeyDialogProps): ReactNode {
  const create = useCreateApiKey();
  const [fields, setFields] = useState(EMPTY_KEY);
  const [isSent, setSent] = useState(false);
  const { draft, faults } = readKey(fields);
  const shown = isSent ? faults : {};
  const change = (changes: Partial<KeyFields>): void => setFields({ ...fields, ...changes });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setSent(true);
    if (draft === null) return;
    create.mutate(draft, {
      onSuccess: onCreated,
      onError: (error) => {
        if (isRefusal(error, 'REAUTH_REQUIRED'))
          location.assign(freshLoginAddress('/settings?tab=api&then=key'));
        else toastError(error);
      },
    });
  };
  return (
    <Dialog open onClose={onClose} title="Create API key">
      <form onSubmit={submit} noValidate>
        <div className="mt-3">
          <TextField
            label="Name"
            required
            data-autofocus
            maxLength={60}
            value={fields.name}
            error={shown.name}
            onChange={(event) => change({ name: event.target.value })}
          />
        </div>
        <ScopeFields fields={fields} faults={shown} onChange={change} />
        <AddressFields fields={fields} faults={shown} onChange={change} />
        <ExpiryField fields={fields} onChange={change} />
        <p className="t-12 mt-4 rounded bg-raised p-3 text-text-2">
          A key never exceeds your plan, its delay and {requestsPerMinute} requests a minute over all keys.
          Raw market data leaves only where the venue licenses it for programs.
        </p>
        <div className="dialog-foot">
          <span className="t-12 grow text-text-3">The key is shown once</span>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" busy={create.isPending} busyText="Creating...">
            Create key
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
