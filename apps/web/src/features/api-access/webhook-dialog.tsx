/** Adds a webhook, or changes what one is notified of. */
import type { WebhookDto } from '@undertow/contracts';
import { type FormEvent, type ReactNode, useState } from 'react';
import { freshLoginAddress } from '#api/account/auth.ts';
import { type AddedWebhook, useChangeWebhook, useCreateWebhook } from '#api/account/webhooks.ts';
import { isRefusal } from '#api/client/api-error.ts';
import { readableError } from '#lib/format/readable-error.ts';
import { Button } from '#ui/controls/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { choicesOf, draftOf, NEW_DRAFT, newWebhookOf, type WebhookDraft } from './webhook-draft.ts';
import { ReceiverFields, ScopeFields } from './webhook-fields.tsx';

/** Where a sign-in returns to. */
export const API_TAB = '/settings?tab=api';

interface FormProps {
  readonly first: WebhookDraft;
  readonly isNew: boolean;
  readonly confirm: string;
  readonly busy: boolean;
  readonly error: Error | null;
  readonly onSave: (draft: WebhookDraft) => void;
  readonly onClose: () => void;
}

function WebhookForm({ first, isNew, confirm, busy, error, onSave, onClose }: FormProps): ReactNode {
  const [draft, setDraft] = useState(first);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onSave(draft);
  };
  return (
    <form className="mt-4 flex flex-col gap-3" onSubmit={submit}>
      {isNew ? <ReceiverFields draft={draft} onChange={setDraft} /> : null}
      <ScopeFields draft={draft} onChange={setDraft} />
      {error === null || isRefusal(error, 'REAUTH_REQUIRED') ? null : (
        <p className="text-bad" role="alert">
          {readableError(error)}
        </p>
      )}
      <div className="dialog-foot">
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="primary" type="submit" busy={busy} disabled={draft.topics.length === 0}>
          {confirm}
        </Button>
      </div>
    </form>
  );
}

interface AddProps {
  readonly onAdded: (added: AddedWebhook) => void;
  readonly onClose: () => void;
}

export function AddWebhookDialog({ onAdded, onClose }: AddProps): ReactNode {
  const create = useCreateWebhook();
  const save = (draft: WebhookDraft): void =>
    create.mutate(newWebhookOf(draft), {
      onSuccess: onAdded,
      onError: (error) => {
        if (isRefusal(error, 'REAUTH_REQUIRED')) location.assign(freshLoginAddress(API_TAB));
      },
    });
  return (
    <Dialog
      open
      onClose={onClose}
      title="Add webhook"
      description="Sent over https to a public address, retried for a day, in order per subject."
    >
      <WebhookForm
        {...{ first: NEW_DRAFT, isNew: true, confirm: 'Add webhook' }}
        {...{ busy: create.isPending, error: create.error, onSave: save, onClose }}
      />
    </Dialog>
  );
}

export interface EditProps {
  readonly webhook: WebhookDto;
  readonly onClose: () => void;
}

export function EditWebhookDialog({ webhook, onClose }: EditProps): ReactNode {
  const change = useChangeWebhook(webhook.id);
  const save = (draft: WebhookDraft): void => change.mutate(choicesOf(draft), { onSuccess: onClose });
  return (
    <Dialog open onClose={onClose} title="Edit webhook" description={webhook.address}>
      <WebhookForm
        {...{ first: draftOf(webhook), isNew: false, confirm: 'Save' }}
        {...{ busy: change.isPending, error: change.error, onSave: save, onClose }}
      />
    </Dialog>
  );
}
