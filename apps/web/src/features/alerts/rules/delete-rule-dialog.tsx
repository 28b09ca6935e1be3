/** Asks before a rule is deleted. */
import type { AlertConfiguration } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { useDeleteAlertRule } from '#api/alerts/alert-rules.ts';
import { Button } from '#ui/controls/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { toast } from '#ui/overlays/toast-state.ts';

export interface DeleteRuleDialogProps {
  readonly rule: AlertConfiguration;
  readonly onClose: () => void;
}

export function DeleteRuleDialog({ rule, onClose }: DeleteRuleDialogProps): ReactNode {
  const remove = useDeleteAlertRule();
  const start = (): void =>
    remove.mutate(rule.id, {
      onSuccess: () => {
        toast({ title: 'Alert Deleted', text: `${rule.name} was deleted.` });
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
      description={`${rule.name} will no longer fire. Its past alerts are kept.`}
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
