/** Above every signed-in page while the account waits to be erased. */
import type { ReactNode } from 'react';
import { useErasure, useUndoErasure } from '#api/account/account.ts';
import { formatDateTime } from '#lib/format/times.ts';
import { Button } from '#ui/controls/button.tsx';
import { Banner } from '#ui/layout/banner.tsx';
import { toast, toastError } from '#ui/overlays/toast-state.ts';

export function ErasureBanner(): ReactNode {
  const { data } = useErasure();
  const undo = useUndoErasure();
  const dueAt = data?.dueAt ?? null;
  if (dueAt === null) return null;
  const keep = (): void =>
    undo.mutate(undefined, {
      onSuccess: () => toast({ title: 'Success', text: 'Your account is kept.' }),
      onError: (error) => toastError(error),
    });
  return (
    <Banner
      tone="warn"
      icon="warning"
      action={
        <Button size="small" busy={undo.isPending} onClick={keep}>
          Keep the account
        </Button>
      }
    >
      <b className="font-medium">Your account will be erased on {formatDateTime(Date.parse(dueAt))}.</b> You
      can undo this until then.
    </Banner>
  );
}
