/** Changes what a venue licenses of one kind of data. */
import {
  LICENCE_CHANNELS,
  LICENCE_DELAYS,
  type LicenceTerm,
  PLANS,
  type ShownLicenceTerm,
} from '@undertow/contracts';
import { type ReactNode, useState } from 'react';
import { useSetLicence } from '#api/admin/licences.ts';
import { reportRefusal } from '#features/admin/parts/fresh-sign-in.tsx';
import { MAX_REASON, reasonFault } from '#features/admin/parts/reason.ts';
import { readableError } from '#lib/format/readable-error.ts';
import { Button } from '#ui/controls/button.tsx';
import { CheckField } from '#ui/controls/check-field.tsx';
import { Select } from '#ui/controls/select.tsx';
import { TextArea } from '#ui/controls/text-field.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { toast } from '#ui/overlays/toast-state.ts';
import { CHANNEL_NAMES, delayName, KIND_NAMES, withChoice } from './licence-words.ts';

interface ChoicesProps<T extends string> {
  readonly legend: string;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly chosen: readonly T[];
  readonly onChange: (chosen: readonly T[]) => void;
}

function Choices<T extends string>({ legend, options, chosen, onChange }: ChoicesProps<T>): ReactNode {
  return (
    <fieldset className="min-w-0">
      <legend className="field-label">{legend}</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-1">
        {options.map(({ value, label }) => (
          <CheckField
            key={value}
            checked={chosen.includes(value)}
            onChange={(event) => onChange(withChoice(chosen, value, event.target.checked))}
          >
            {label}
          </CheckField>
        ))}
      </div>
    </fieldset>
  );
}

function TermFields({
  term,
  onChange,
}: {
  readonly term: LicenceTerm;
  readonly onChange: (term: LicenceTerm) => void;
}): ReactNode {
  // Delayed data without a delay would be real-time data
  const delays = LICENCE_DELAYS.filter((seconds) => seconds > 0 || term.kind !== 'delayed');
  return (
    <>
      <Choices
        legend="Plans that may have it"
        options={PLANS.map(({ id, name }) => ({ value: id, label: name }))}
        chosen={term.plans}
        onChange={(plans) => onChange({ ...term, plans })}
      />
      <Choices
        legend="Channels"
        options={LICENCE_CHANNELS.map((one) => ({ value: one, label: CHANNEL_NAMES[one] }))}
        chosen={term.channels}
        onChange={(channels) => onChange({ ...term, channels })}
      />
      <Select
        label="Least delay"
        value={String(term.delaySeconds)}
        options={delays.map((seconds) => ({ value: String(seconds), label: delayName(seconds) }))}
        onChange={(value) => onChange({ ...term, delaySeconds: Number(value) })}
      />
    </>
  );
}

export interface LicenceDialogProps {
  readonly term: ShownLicenceTerm;
  readonly onClose: () => void;
}

export function LicenceDialog({
  term: { changed: _changed, ...given },
  onClose,
}: LicenceDialogProps): ReactNode {
  const set = useSetLicence();
  const [term, setTerm] = useState<LicenceTerm>(given);
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const fault = reasonFault(reason);
  const title = `${term.venue}: ${KIND_NAMES[term.kind].toLowerCase()}`;
  const save = (): void => {
    setTried(true);
    if (fault !== null) return;
    set.mutate(
      { ...term, reason: reason.trim() },
      {
        onSuccess: () => toast({ title: 'Licence Updated', text: `${title} updated.` }),
        onError: (error) => reportRefusal(error, 'Update Failed', readableError(error)),
        onSettled: onClose,
      },
    );
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description="It takes effect for everyone within a second. A longer delay than that of a plan wins. Who did it, when and why is recorded in the audit log."
    >
      <form
        className="card-form mt-2 px-0"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <TermFields term={term} onChange={setTerm} />
        <TextArea
          label="Reason"
          rows={2}
          maxLength={MAX_REASON}
          value={reason}
          error={isTried ? (fault ?? undefined) : undefined}
          onChange={(event) => setReason(event.target.value)}
        />
        <div className="dialog-foot">
          <Button onClick={onClose}>Not now</Button>
          <Button type="submit" kind="primary" busy={set.isPending} busyText="Updating...">
            Update licence
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
