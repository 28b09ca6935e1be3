/** The switches, grouped, each with its state, who set it and why; and the notice on every page. */
import type { ControlSwitch } from '@undertow/contracts';
import { type ReactNode, useState } from 'react';
import { useControls, useSetSwitch } from '#api/admin/controls.ts';
import { reportRefusal } from '#features/admin/parts/fresh-sign-in.tsx';
import { ReasonDialog } from '#features/admin/parts/reason-dialog.tsx';
import { ADMIN_ZONE } from '#features/admin/parts/user-words.ts';
import { readableError } from '#lib/format/readable-error.ts';
import { formatDateTime } from '#lib/format/times.ts';
import { switchName } from '#lib/words/switch-names.ts';
import { Switch } from '#ui/controls/switch.tsx';
import { QueryState } from '#ui/layout/blocks.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Badge } from '#ui/marks/badge.tsx';
import { toast } from '#ui/overlays/toast-state.ts';
import { GROUPS } from './control-words.ts';
import { NoticeCard } from './notice-card.tsx';

function changedText({ changed }: ControlSwitch): string {
  if (changed === null) return 'never changed';
  return `${formatDateTime(Date.parse(changed.at), ADMIN_ZONE)} by ${changed.by}: ${changed.reason}`;
}

function SwitchDialog({
  control,
  onClose,
}: {
  readonly control: ControlSwitch;
  readonly onClose: () => void;
}): ReactNode {
  const set = useSetSwitch();
  const name = switchName(control);
  const off = !control.off;
  const run = (reason: string): void =>
    set.mutate(
      { kind: control.kind, key: control.key, off, reason },
      {
        onSuccess: () => toast({ title: 'Switch Updated', text: `${name} is ${off ? 'off' : 'on'}.` }),
        onError: (error) => reportRefusal(error, 'Update Failed', readableError(error)),
        onSettled: onClose,
      },
    );
  return (
    <ReasonDialog
      title={`Switch ${name} ${off ? 'off' : 'on'}?`}
      description="It takes effect for everyone within a second. Who did it, when and why is recorded in the audit log."
      confirm={off ? 'Switch off' : 'Switch on'}
      isDangerous={off}
      busy={set.isPending}
      onConfirm={run}
      onClose={onClose}
    />
  );
}

function SwitchRow({
  control,
  onToggle,
}: {
  readonly control: ControlSwitch;
  readonly onToggle: () => void;
}): ReactNode {
  const name = switchName(control);
  return (
    <li className="row-item">
      <Switch label={name} hideLabel checked={!control.off} onChange={onToggle} />
      <div className="min-w-0 grow basis-40">
        <p className="font-medium">{name}</p>
        <p className="t-12 break-words text-text-3">{changedText(control)}</p>
      </div>
      <Badge tone={control.off ? 'bad' : 'ok'}>{control.off ? 'Off' : 'On'}</Badge>
    </li>
  );
}

export function ControlsTab(): ReactNode {
  const query = useControls();
  const { data } = query;
  const [confirming, setConfirming] = useState<ControlSwitch | null>(null);
  if (data === undefined) {
    return (
      <section className="card" aria-label="Controls">
        <QueryState query={query} failed="The switches could not be loaded" rows={8} height={20} />
      </section>
    );
  }
  return (
    <div className="admin-columns">
      <NoticeCard notice={data.notice} />
      {GROUPS.map(({ kind, title, note }) => (
        <Card key={kind} title={title} note={note}>
          <ul>
            {data.switches
              .filter((one) => one.kind === kind)
              .map((one) => (
                <SwitchRow key={one.key} control={one} onToggle={() => setConfirming(one)} />
              ))}
          </ul>
        </Card>
      ))}
      {confirming === null ? null : <SwitchDialog control={confirming} onClose={() => setConfirming(null)} />}
    </div>
  );
}
