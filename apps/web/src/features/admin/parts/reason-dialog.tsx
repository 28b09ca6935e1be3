/** Requests the reason of an action before it runs. */
import { type ReactNode, useState } from 'react';
import { Button } from '#ui/controls/button.tsx';
import { TextArea } from '#ui/controls/text-field.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { MAX_REASON, reasonFault } from './reason.ts';

export interface ReasonDialogProps {
  readonly title: string;
  readonly description: string;
  readonly confirm: string;
  readonly isDangerous?: boolean;
  readonly busy: boolean;
  readonly onConfirm: (reason: string) => void;
  readonly onClose: () => void;
}

export function ReasonDialog(props: ReasonDialogProps): ReactNode {
  const { title, description, confirm, isDangerous = false, busy, onConfirm, onClose } = props;
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const fault = reasonFault(reason);
  return (
    <Dialog open onClose={onClose} title={title} description={description}>
      <form
        className="mt-4"
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (fault === null) onConfirm(reason.trim());
        }}
      >
        <TextArea
          label="Reason"
          rows={3}
          maxLength={MAX_REASON}
          value={reason}
          error={isTried ? (fault ?? undefined) : undefined}
          onChange={(event) => setReason(event.target.value)}
          data-autofocus
        />
        <div className="dialog-foot">
          <Button onClick={onClose}>Not now</Button>
          <Button type="submit" kind={isDangerous ? 'danger' : 'primary'} busy={busy} busyText="Updating...">
            {confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
