/** One rule of the list: its switch, its words, when it fired, why it is paused, and its buttons. */
import type { ALERT_MAIL_STATES, AlertConfiguration } from '@undertow/contracts';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { useDeleteAlertRule, useEnableAlertRule, useTestAlertRule } from '#api/alerts/alert-rules.ts';
import { backtestOfAlertAddress } from '#lib/address/backtest-address.ts';
import { formatSize } from '#lib/format/formats.ts';
import { formatDayAndTime } from '#lib/format/times.ts';
import { ALERT_TYPE_WORDS, conditionWords, instrumentWords, ruleParts } from '#lib/words/alert-words.ts';
import { Button } from '#ui/controls/button.tsx';
import { Switch } from '#ui/controls/switch.tsx';
import { Note } from '#ui/layout/note.tsx';
import { Badge } from '#ui/marks/badge.tsx';
import { Icon, type IconName } from '#ui/marks/icon.tsx';
import { ConfirmDialog } from '#ui/overlays/dialog.tsx';
import { toast, toastError } from '#ui/overlays/toast-state.ts';
import type { EditedRule } from './rule-dialog.tsx';
import { draftOf } from './rule-draft.ts';

interface DeleteRuleDialogProps {
  readonly rule: AlertConfiguration;
  readonly onClose: () => void;
}

/** Confirmation before a rule is deleted. */
function DeleteRuleDialog({ rule, onClose }: DeleteRuleDialogProps): ReactNode {
  const remove = useDeleteAlertRule();
  const start = (): void =>
    remove.mutate(rule.id, {
      onSuccess: () => {
        toast({ title: 'Alert Deleted', text: `${rule.name} was deleted.` });
        onClose();
      },
      onError: () => toastError('Failed to delete alert configuration.'),
    });
  return (
    <ConfirmDialog
      title="Delete this rule?"
      text={`${rule.name} will no longer fire. Its past alerts are kept.`}
      keep="Keep rule"
      confirm="Delete rule"
      busy={remove.isPending}
      busyText="Deleting..."
      onConfirm={start}
      onClose={onClose}
    />
  );
}

const MAIL_WORDS: Readonly<Record<(typeof ALERT_MAIL_STATES)[number], string>> = {
  off: 'This rule does not send email.',
  queued: 'Its email is on the way.',
  quiet: 'No email: quiet hours.',
  limited: 'No email: the email limit has been reached.',
  no_address: 'No email: your account has no email address.',
  stopped: 'No email: alert emails are turned off in Settings.',
};

/** What became of a rule that was fired by hand. */
function testWords(name: string, mail: (typeof ALERT_MAIL_STATES)[number]): string {
  return `${name} fired once. ${MAIL_WORDS[mail]}`;
}

export interface RuleRowProps {
  readonly rule: AlertConfiguration;
  readonly symbolOf: (id: number) => string | null;
  readonly onEdit: (edited: EditedRule) => void;
}

function firedWords({ lastFiredAt, firedToday }: AlertConfiguration): string {
  if (lastFiredAt === null) return 'has not fired yet';
  const today = firedToday === 0 ? 'none in 24 h' : `${formatSize(firedToday)} in 24 h`;
  return `last fired ${formatDayAndTime(Date.parse(lastFiredAt))}, ${today}`;
}

interface ActionProps {
  readonly icon: IconName;
  readonly label: string;
  readonly busy?: boolean;
  readonly onClick: () => void;
}

function Action({ icon, label, busy = false, onClick }: ActionProps): ReactNode {
  return (
    <Button kind="ghost" size="icon" aria-label={label} title={label} disabled={busy} onClick={onClick}>
      <Icon name={icon} size={14} />
    </Button>
  );
}

function Actions({ rule, onEdit }: Omit<RuleRowProps, 'symbolOf'>): ReactNode {
  const [isDeleting, setDeleting] = useState(false);
  const test = useTestAlertRule();
  const { id, name } = rule;
  const fire = (): void =>
    test.mutate(id, {
      onSuccess: ({ mail }) => toast({ title: 'Test Sent', text: testWords(name, mail) }),
      onError: (error) => toastError(error, 'Failed to Send Test'),
    });
  return (
    <div className="rule-actions">
      <Action icon="bell" label={`Send a test of ${name}`} busy={test.isPending} onClick={fire} />
      <Action icon="pencil" label={`Edit ${name}`} onClick={() => onEdit({ id, draft: draftOf(rule) })} />
      <Action
        icon="copy"
        label={`Duplicate ${name}`}
        onClick={() => onEdit({ id: null, draft: { ...draftOf(rule), name: `${name}, copy`.slice(0, 80) } })}
      />
      <Link
        className="btn"
        data-kind="ghost"
        data-size="icon"
        href={backtestOfAlertAddress(id)}
        aria-label={`Backtest ${name}`}
        title={`Backtest ${name}`}
      >
        <Icon name="flask" size={14} />
      </Link>
      <Action icon="trash" label={`Delete ${name}`} onClick={() => setDeleting(true)} />
      {isDeleting ? <DeleteRuleDialog rule={rule} onClose={() => setDeleting(false)} /> : null}
    </div>
  );
}

export function RuleRow({ rule, symbolOf, onEdit }: RuleRowProps): ReactNode {
  const enable = useEnableAlertRule();
  const { id, name, isEnabled, pausedText, warnings, origin } = rule;
  const change = (next: boolean): void =>
    enable.mutate(
      { id, isEnabled: next },
      {
        onSuccess: () => toast({ title: 'Alert Updated', text: `${name} is ${next ? 'on' : 'off'}.` }),
        onError: () => toastError('Failed to update alert configuration.'),
      },
    );
  const shown = enable.isPending ? enable.variables.isEnabled : isEnabled;
  return (
    <li className="rule-row" data-on={shown}>
      <Switch label={`${name} is on`} hideLabel checked={shown} onChange={change} />
      <div className="min-w-0">
        <p className="rule-name">
          <b>{name}</b>
          {rule.paused === null || !isEnabled ? null : <Badge tone="warn">paused</Badge>}
          {origin === null ? null : <Badge>{origin}</Badge>}
        </p>
        <p className="rule-when">
          {[
            ALERT_TYPE_WORDS[rule.alertType],
            instrumentWords(rule.instrumentIds, symbolOf),
            conditionWords(rule),
          ].join(' · ')}
        </p>
        <p className="rule-rest">{[...ruleParts(rule), firedWords(rule)].join(' · ')}</p>
        {pausedText === null ? null : (
          <Note tone="warn" icon="lock">
            {pausedText}
          </Note>
        )}
        {warnings.map((warning) => (
          <Note key={warning} tone="warn" icon="warning">
            {warning}
          </Note>
        ))}
      </div>
      <Actions rule={rule} onEdit={onEdit} />
    </li>
  );
}
