/** Deletes what a list shows, after a confirmation that says what is kept. */
import { type ReactNode, useState } from 'react';
import { Button } from '#ui/controls/button.tsx';
import { Icon } from '#ui/marks/icon.tsx';
import { ConfirmDialog } from './dialog.tsx';

interface DeleteButtonProps {
  readonly name: string;
  /** What it is, such as `backtest`. */
  readonly what: string;
  /** What goes with it, and what is kept. */
  readonly text: string;
  readonly isBusy: boolean;
  /** `close` ends the dialog. */
  readonly onConfirm: (close: () => void) => void;
}

export function DeleteButton({ name, what, text, isBusy, onConfirm }: DeleteButtonProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  return (
    <>
      <Button
        kind="ghost"
        size="icon"
        aria-label={`Delete ${name}`}
        title="Delete"
        onClick={() => setOpen(true)}
      >
        <Icon name="trash" size={14} />
      </Button>
      {isOpen ? (
        <ConfirmDialog
          title={`Delete this ${what}?`}
          text={text}
          keep={`Keep ${what}`}
          confirm={`Delete ${what}`}
          busy={isBusy}
          busyText="Deleting..."
          onConfirm={() => onConfirm(close)}
          onClose={close}
        />
      ) : null}
    </>
  );
}
