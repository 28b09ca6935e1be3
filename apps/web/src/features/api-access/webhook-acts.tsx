/** What can be done with the chosen webhook: edited, given a new secret, deleted. */
import { WEBHOOK_ROTATION_HOURS, type WebhookDto } from '@undertow/contracts';
import { type ReactNode, useState } from 'react';
import { freshLoginAddress } from '#api/account/auth.ts';
import { useDeleteWebhook, useRotateWebhookSecret } from '#api/account/webhooks.ts';
import { isRefusal } from '#api/client/api-error.ts';
import { Button } from '#ui/controls/button.tsx';
import { ConfirmDialog } from '#ui/overlays/dialog.tsx';
import { toast, toastError } from '#ui/overlays/toast-state.ts';
import { API_TAB, EditWebhookDialog } from './webhook-dialog.tsx';

interface WebhookActsProps {
  readonly webhook: WebhookDto;
  readonly onSecret: (secret: string) => void;
}

function onRefusal(error: Error): void {
  if (isRefusal(error, 'REAUTH_REQUIRED')) location.assign(freshLoginAddress(API_TAB));
  else toastError(error);
}

function RotateDialog({
  webhook,
  onSecret,
  onClose,
}: WebhookActsProps & { readonly onClose: () => void }): ReactNode {
  const rotate = useRotateWebhookSecret(webhook.id);
  const confirm = (): void =>
    rotate.mutate(undefined, {
      onSuccess: ({ secret }) => {
        onSecret(secret);
        onClose();
      },
      onError: onRefusal,
    });
  return (
    <ConfirmDialog
      title={`A new secret for ${webhook.name}?`}
      text={`The present secret signs too for another ${WEBHOOK_ROTATION_HOURS} hours, so that the receiver can change over.`}
      keep="Keep the secret"
      confirm="Make a new secret"
      kind="primary"
      busy={rotate.isPending}
      busyText="Replacing..."
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}

function DeleteDialog({
  webhook,
  onClose,
}: {
  readonly webhook: WebhookDto;
  readonly onClose: () => void;
}): ReactNode {
  const remove = useDeleteWebhook(webhook.id);
  const confirm = (): void =>
    remove.mutate(undefined, {
      onSuccess: () => {
        toast({ title: 'Deleted', text: `Nothing more is sent to ${webhook.name}.` });
        onClose();
      },
      onError: (error) => toastError(error),
    });
  return (
    <ConfirmDialog
      title={`Delete ${webhook.name}?`}
      text="Its secret and its deliveries are deleted too. What still waits is not sent."
      keep="Keep the webhook"
      confirm="Delete"
      busy={remove.isPending}
      busyText="Deleting..."
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}

export function WebhookActs({ webhook, onSecret }: WebhookActsProps): ReactNode {
  const [open, setOpen] = useState<'edit' | 'rotate' | 'delete' | null>(null);
  const close = (): void => setOpen(null);
  return (
    <div className="webhook-acts">
      <Button size="small" onClick={() => setOpen('edit')}>
        Edit
      </Button>
      {webhook.format === 'standard' ? (
        <Button size="small" onClick={() => setOpen('rotate')}>
          New secret
        </Button>
      ) : null}
      <Button kind="danger" size="small" onClick={() => setOpen('delete')}>
        Delete
      </Button>
      {open === 'edit' ? <EditWebhookDialog webhook={webhook} onClose={close} /> : null}
      {open === 'rotate' ? <RotateDialog webhook={webhook} onSecret={onSecret} onClose={close} /> : null}
      {open === 'delete' ? <DeleteDialog webhook={webhook} onClose={close} /> : null}
    </div>
  );
}
