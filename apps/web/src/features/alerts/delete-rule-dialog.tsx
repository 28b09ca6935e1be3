/** Asks before a rule is deleted. */
import type { AlertConfiguration } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { useDeleteAlertRule } from '#api/alert-rules.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { toast } from '#ui/toast-state.ts';

export interface DeleteRuleDialogProps {
  readonly rule: AlertConfiguration;
  readonly onClose: () => void;
}

export function DeleteRuleDialog({ rule, onClose }: DeleteRuleDialogProps): ReactNode {
  const remove = useDeleteAlertRule();
  const start = (): void =>
    remove.mutate(rule.id, {
      onSuccess: () => {
        toast({ title: 'Alert Deleted', text: `${rule.name} is gone.` });
        onClose();
      },
      onError: () =>
        toast({ title: 'Error', text: 'Failed to delete alert configuration.', destructive: true }),
    });
  return (
    <Dialog
      open
      onClose={onClose}
      title="Delete this rule?"
      description={`${rule.name} never fires again. The alerts that it raised stay.`}
    >
      <div className="dialog-foot">
        <Button data-autofocus onClick={onClose}>
          Keep rule
        </Button>
        <Button kind="danger" busy={remove.isPending} busyText="Deleting..." onClick={start}>
          Delete rule
        </Button>
      </div>
    </Dialog>
  );
}
