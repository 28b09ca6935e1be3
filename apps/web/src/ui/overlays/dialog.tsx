/** A dialog over the page: focus inside, Esc closes, focus returns. */
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { Button } from '#ui/controls/button.tsx';
import { Icon } from '#ui/marks/icon.tsx';
import { closeOnEscape } from './close-on-escape.ts';

export interface DialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly description?: ReactNode;
  readonly wide?: boolean;
  readonly children?: ReactNode;
}

/** The safe button is marked where the first one is not it. */
function focusMarked(event: Event): void {
  const marked = event.target instanceof HTMLElement && event.target.querySelector('[data-autofocus]');
  if (!(marked instanceof HTMLElement)) return;
  event.preventDefault();
  marked.focus();
}

export function Dialog({
  open,
  onClose,
  title,
  description,
  wide = false,
  children,
}: DialogProps): ReactNode {
  return (
    <Radix.Root open={open} onOpenChange={(next) => (next ? undefined : onClose())}>
      <Radix.Portal>
        {/* Not Radix's overlay: its scroll lock adds a style element, which the content security policy refuses. */}
        <div className="scrim" aria-hidden="true" />
        <Radix.Content
          className="dialog"
          data-wide={wide}
          onOpenAutoFocus={focusMarked}
          onKeyDown={closeOnEscape(onClose)}
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
        >
          <div className="flex items-start gap-3">
            <Radix.Title className="t-20 grow">{title}</Radix.Title>
            <Radix.Close asChild>
              <Button kind="ghost" size="icon" aria-label="Close">
                <Icon name="close" size={15} />
              </Button>
            </Radix.Close>
          </div>
          {description === undefined ? null : (
            <Radix.Description asChild>
              <p className="mt-1 t-14 text-text-2">{description}</p>
            </Radix.Description>
          )}
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

export interface ConfirmDialogProps {
  readonly title: string;
  readonly text: string;
  readonly keep: string;
  readonly confirm: string;
  readonly kind?: 'danger' | 'primary';
  readonly busy: boolean;
  readonly busyText: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** A question before something that cannot be undone easily; the focus is on what keeps all as it is. */
export function ConfirmDialog(props: ConfirmDialogProps): ReactNode {
  const { title, text, keep, confirm, kind = 'danger', busy, busyText, onConfirm, onClose } = props;
  return (
    <Dialog open onClose={onClose} title={title} description={text}>
      <div className="dialog-foot">
        <Button data-autofocus onClick={onClose}>
          {keep}
        </Button>
        <Button kind={kind} busy={busy} busyText={busyText} onClick={onConfirm}>
          {confirm}
        </Button>
      </div>
    </Dialog>
  );
}
