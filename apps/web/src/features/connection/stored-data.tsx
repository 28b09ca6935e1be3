/** What the server stores of the user's own account, and its deletion while the account stays. */
import type { DeletedOwnData } from '@undertow/contracts';
import { type ReactNode, useState } from 'react';
import { useDeleteOwnData } from '#api/account/connection.ts';
import { Button } from '#ui/controls/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { ConfirmDialog } from '#ui/overlays/dialog.tsx';
import { toast, toastError } from '#ui/overlays/toast-state.ts';
import { deletedWords } from './stored-words.ts';

const STORED =
  'Bars, events, alerts and recorded sessions of this account’s data are stored for you only, encrypted under a key of your own. They are listed in your export, and deleted with your account.';
const NOT_STORED =
  'This server stores nothing of this account’s data: history, alerts and journal context come from Undertow’s feed. What was stored before can be deleted here.';
const CONSEQUENCES =
  'Bars, events with their evidence, outcomes, alerts and recorded sessions of your own account’s data are deleted with their key. Nobody can restore them. Your login, rules and trades stay; while you are connected, recording begins again under a new key.';

function DeleteDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const deletion = useDeleteOwnData({
    onSuccess: (deleted: DeletedOwnData) => {
      toast({ title: 'Stored Data Deleted', text: deletedWords(deleted) });
      onClose();
    },
    onError: (error) => toastError(error, 'Deletion Failed'),
  });
  return (
    <ConfirmDialog
      title="Delete stored data?"
      text={CONSEQUENCES}
      keep="Keep data"
      confirm="Delete data"
      busy={deletion.isPending}
      busyText="Deleting..."
      onConfirm={() => deletion.mutate()}
      onClose={onClose}
    />
  );
}

export function StoredData({ isStored }: { readonly isStored: boolean }): ReactNode {
  const [isAsking, setAsking] = useState(false);
  return (
    <Card title="Stored data">
      <p className="p-4 text-text-2">{isStored ? STORED : NOT_STORED}</p>
      <div className="flex border-line border-t px-4 py-3">
        <Button kind="danger" className="ml-auto" onClick={() => setAsking(true)}>
          Delete stored data
        </Button>
      </div>
      {isAsking ? <DeleteDialog onClose={() => setAsking(false)} /> : null}
    </Card>
  );
}
