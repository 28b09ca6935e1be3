/** Makes an alert of a rule, after it says what is converted and what is not. */
import type { BacktestRule } from '@undertow/backtest';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { useSaveAlertRule } from '#api/alerts/alert-rules.ts';
import { detailedError } from '#api/client/api-error.ts';
import { conditionWords } from '#lib/words/alert-words.ts';
import { Button, type ButtonKind } from '#ui/controls/button.tsx';
import { Note } from '#ui/layout/note.tsx';
import { Icon } from '#ui/marks/icon.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { toast } from '#ui/overlays/toast-state.ts';
import { type AlertOfRule, alertOfRule } from './alert-of-rule.ts';
import { readText } from './use-rule-editor.ts';

interface DialogProps {
  readonly converted: AlertOfRule;
  readonly onClose: () => void;
}

function AlertDialog({ converted, onClose }: DialogProps): ReactNode {
  const save = useSaveAlertRule();
  const [, navigate] = useLocation();
  if ('refusal' in converted)
    return (
      <Dialog open onClose={onClose} title="This rule cannot be an alert" description={converted.refusal}>
        <div className="dialog-foot">
          <Button onClick={onClose}>Close</Button>
        </div>
      </Dialog>
    );
  const { input, leftOut } = converted;
  const create = (): void =>
    save.mutate(
      { id: null, rule: input },
      {
        onSuccess: ({ name }) => {
          toast({ title: 'Alert Created', text: `${name} is saved.` });
          navigate('/alerts?tab=rules');
        },
      },
    );
  return (
    <Dialog
      open
      onClose={onClose}
      title="Make an alert of this rule?"
      description={`${conditionWords(input)}. Exits, size and costs are the backtest’s alone.`}
    >
      {leftOut === null ? null : (
        <Note tone="warn" icon="warning">
          {leftOut}
        </Note>
      )}
      {save.error === null ? null : (
        <p className="field-error" role="alert">
          {detailedError(save.error)}
        </p>
      )}
      <div className="dialog-foot">
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="primary" busy={save.isPending} busyText="Creating..." onClick={create}>
          Create alert
        </Button>
      </div>
    </Dialog>
  );
}

export interface AlertButtonProps {
  /** Null: there is no rule that could be read. */
  readonly rule: BacktestRule | null;
  readonly kind?: ButtonKind;
}

export function AlertButton({ rule, kind = 'normal' }: AlertButtonProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button kind={kind} disabled={rule === null} onClick={() => setOpen(true)}>
        <Icon name="bell" size={14} /> Turn into alert
      </Button>
      {isOpen && rule !== null ? (
        <AlertDialog converted={alertOfRule(rule)} onClose={() => setOpen(false)} />
      ) : null}
    </>
  );
}

/** The same for the text of a rule that was tested. */
export function AlertOfText({ text }: { readonly text: string }): ReactNode {
  return <AlertButton rule={readText(text).rule} kind="primary" />;
}
