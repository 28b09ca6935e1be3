/** Personal data: its export, and erasure of the account, which can be undone for seven days. */
import { ERASURE_UNDO_DAYS, RECORD_YEARS } from '@undertow/contracts';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useErasure, useExportAccount, useUndoErasure } from '#api/account/account.ts';
import { freshLoginAddress } from '#api/account/auth.ts';
import { isRefusal } from '#api/client/api-error.ts';
import { saveFile } from '#lib/browser/save-file.ts';
import { formatDateTime } from '#lib/format/times.ts';
import { Button } from '#ui/controls/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { toast, toastError } from '#ui/overlays/toast-state.ts';
import { EraseDialog } from './erase-dialog.tsx';

const FILE_NAME = 'undertow-account.zip';

/** `resume`: the user returned from the fresh sign-in that this export requires. */
function ExportRow({ resume }: { readonly resume: boolean }): ReactNode {
  const { mutate, isPending } = useExportAccount();
  const start = (mayAsk: boolean): void =>
    mutate(undefined, {
      onSuccess: (content) => {
        saveFile(FILE_NAME, content);
        toast({ title: 'Success', text: `${FILE_NAME} is in your downloads.` });
      },
      onError: (error) => {
        if (mayAsk && isRefusal(error, 'REAUTH_REQUIRED')) {
          location.assign(freshLoginAddress('/settings?tab=account&then=export'));
          return;
        }
        toastError(error);
      },
    });
  const resumed = useRef(false);
  useEffect(() => {
    if (!resume || resumed.current) return;
    resumed.current = true;
    // Requested before the sign-in: it continues by itself and requires no further sign-in.
    start(false);
  });
  return (
    <div className="row-item">
      <div className="min-w-0 basis-48 grow">
        <p className="font-medium">Export everything</p>
        <p className="text-text-2">
          All the data we hold about you, as JSON and CSV in one zip file. You need to sign in again if you
          signed in more than ten minutes ago.
        </p>
      </div>
      <Button size="small" busy={isPending} busyText="Exporting..." onClick={() => start(true)}>
        Export
      </Button>
    </div>
  );
}

function EraseRow({ resume }: { readonly resume: boolean }): ReactNode {
  const { data: erasure } = useErasure();
  const undo = useUndoErasure();
  const [isOpen, setOpen] = useState(resume);
  const dueAt = erasure?.dueAt ?? null;
  const takeBack = (): void =>
    undo.mutate(undefined, {
      onSuccess: () => toast({ title: 'Success', text: 'Your account is kept.' }),
      onError: (error) => toastError(error),
    });
  return (
    <div className="row-item">
      <div className="min-w-0 basis-48 grow">
        <p className="font-medium">Erase the account</p>
        <p className="text-text-2">
          {dueAt === null
            ? `You can undo this for ${ERASURE_UNDO_DAYS} days. Invoices are kept for ${RECORD_YEARS} years because the law requires it.`
            : `Your account will be erased on ${formatDateTime(Date.parse(dueAt))}. You can undo this until then.`}
        </p>
      </div>
      {dueAt === null ? (
        <Button size="small" kind="danger" disabled={erasure === undefined} onClick={() => setOpen(true)}>
          Erase
        </Button>
      ) : (
        <Button size="small" busy={undo.isPending} onClick={takeBack}>
          Keep the account
        </Button>
      )}
      <EraseDialog open={isOpen && dueAt === null} onClose={() => setOpen(false)} />
    </div>
  );
}

export interface DataCardProps {
  /** What continues after a fresh sign-in. */
  readonly then: string | null;
}

export function DataCard({ then }: DataCardProps): ReactNode {
  return (
    <Card title="Your data">
      <ExportRow resume={then === 'export'} />
      <EraseRow resume={then === 'erase'} />
    </Card>
  );
}
