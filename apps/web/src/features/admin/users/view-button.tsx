/** View as this user: asks for the reason, then the application begins anew as that user sees it. */
import { type AdminUser, VIEW_MINUTES } from '@undertow/contracts';
import { type ReactNode, useState } from 'react';
import { useStartView } from '#api/admin/user.ts';
import { sayRefused } from '#features/admin/parts/fresh-sign-in.tsx';
import { ReasonDialog } from '#features/admin/parts/reason-dialog.tsx';
import { personName } from '#features/admin/parts/user-words.ts';
import { readableError } from '#lib/format/readable-error.ts';
import { Button } from '#ui/controls/button.tsx';
import { Icon } from '#ui/marks/icon.tsx';

export function ViewButton({ user }: { readonly user: AdminUser }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const start = useStartView(user.id);
  const run = (reason: string): void =>
    start.mutate(reason, {
      // A whole load: nothing of the administrator's own data may stay on the screen
      onSuccess: () => location.assign('/'),
      onError: (error) => {
        setOpen(false);
        sayRefused(error, 'Error', readableError(error));
      },
    });
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Icon name="person" size={14} /> View as this user
      </Button>
      {isOpen ? (
        <ReasonDialog
          title={`View as ${personName(user)}?`}
          description={`You see the product as this user for ${VIEW_MINUTES} minutes, read-only. Their settings show them that you viewed their account, when, and the reason you enter here.`}
          confirm="Start view"
          busy={start.isPending}
          onConfirm={run}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}
