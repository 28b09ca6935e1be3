/** Above every signed-in page while the account waits to be erased. */
import type { ReactNode } from 'react';
import { useErasure, useUndoErasure } from '#api/account.ts';
import { readableError } from '#api/api-error.ts';
import { formatDateTime } from '#lib/times.ts';
import { Banner } from '#ui/banner.tsx';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast-state.ts';

export function ErasureBanner(): ReactNode {
  const { data } = useErasure();
  const undo = useUndoErasure();
  const dueAt = data?.dueAt ?? null;
  if (dueAt === null) return null;
  const keep = (): void =>
    undo.mutate(undefined, {
      onSuccess: () => toast({ title: 'Success', text: 'Your account stays.' }),
      onError: (error) => toast({ title: 'Error', text: readableError(error), destructive: true }),
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
      <b className="font-medium">Your account is erased on {formatDateTime(Date.parse(dueAt))}.</b> You can
      undo it until then.
    </Banner>
  );
}
