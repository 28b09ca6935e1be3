/** Confirmation before the account is erased: what is erased, what is kept, until when it can be undone. */
import { ERASURE_UNDO_DAYS, RECORD_YEARS } from '@undertow/contracts';
import { type ReactNode, useState } from 'react';
import { useRequestErasure } from '#api/account/account.ts';
import { freshLoginAddress } from '#api/account/auth.ts';
import { isRefusal } from '#api/client/api-error.ts';
import { readableError } from '#lib/format/readable-error.ts';
import { formatDateTime } from '#lib/format/times.ts';
import { Button } from '#ui/controls/button.tsx';
import { CheckField } from '#ui/controls/check-field.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { toast } from '#ui/overlays/toast-state.ts';

function Question({ onClose }: { readonly onClose: () => void }): ReactNode {
  const [isSure, setSure] = useState(false);
  const erase = useRequestErasure();
  const confirm = async (): Promise<void> => {
    try {
      const { dueAt } = await erase.mutateAsync();
      onClose();
      const when =
        dueAt === null ? `in ${ERASURE_UNDO_DAYS} days` : `on ${formatDateTime(Date.parse(dueAt))}`;
      toast({
        title: 'Erasure requested',
        text: `Your account will be erased ${when}. You can undo this until then.`,
      });
    } catch (error) {
      if (isRefusal(error, 'REAUTH_REQUIRED')) {
        location.assign(freshLoginAddress('/settings?tab=account&then=erase'));
      }
    }
  };
  return (
    <>
      <ul className="mt-4 flex list-disc flex-col gap-1 pl-4 text-text-2">
        <li>Instruments, alerts, settings, devices and your registration are permanently deleted.</li>
        <li>Your subscription ends then, and the unused days are refunded to your card.</li>
        <li>Invoices and consents are kept for {RECORD_YEARS} years, because the law requires it.</li>
      </ul>
      <div className="mt-4">
        <CheckField checked={isSure} onChange={(event) => setSure(event.target.checked)}>
          Erase all my data in {ERASURE_UNDO_DAYS} days
        </CheckField>
      </div>
      {erase.error === null || isRefusal(erase.error, 'REAUTH_REQUIRED') ? null : (
        <p className="mt-3 text-bad" role="alert">
          {readableError(erase.error)} Nothing was erased.
        </p>
      )}
      <div className="dialog-foot">
        <Button data-autofocus onClick={onClose}>
          Keep the account
        </Button>
        <Button
          kind="danger"
          disabled={!isSure}
          busy={erase.isPending}
          busyText="Updating..."
          onClick={() => void confirm()}
        >
          Erase in {ERASURE_UNDO_DAYS} days
        </Button>
      </div>
    </>
  );
}

export interface EraseDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

export function EraseDialog({ open, onClose }: EraseDialogProps): ReactNode {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Erase the account?"
      description={`You have ${ERASURE_UNDO_DAYS} days to undo it. After that it cannot be restored.`}
    >
      <Question onClose={onClose} />
    </Dialog>
  );
}
