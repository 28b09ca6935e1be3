/** Chooses an instrument of the catalogue that is not in a list yet, and adds it. */
import { type ReactNode, useState } from 'react';
import { useInstruments } from '#api/market/instruments.ts';
import { Button } from '#ui/controls/button.tsx';
import { Combobox } from '#ui/controls/combobox.tsx';
import { toast, toastError } from '#ui/overlays/toast-state.ts';

export interface InstrumentPickerProps {
  readonly label: string;
  readonly taken: readonly number[];
  readonly isPending: boolean;
  /** Resolves when the instrument is in the list. */
  readonly onAdd: (instrumentId: number) => Promise<unknown>;
  readonly added: string;
  readonly onClose: () => void;
}

export function InstrumentPicker({
  label,
  taken,
  isPending,
  onAdd,
  added,
  onClose,
}: InstrumentPickerProps): ReactNode {
  const catalogue = useInstruments();
  const free = (catalogue.data ?? []).filter((one) => !taken.includes(one.id));
  const [chosen, setChosen] = useState('');
  const value = chosen === '' ? String(free[0]?.id ?? '') : chosen;
  // Awaited, because the refetched list may take this picker away before a callback of it would run.
  const submit = async (): Promise<void> => {
    try {
      await onAdd(Number(value));
      onClose();
      toast({ title: 'Success', text: added });
    } catch (error) {
      toastError(error);
    }
  };
  return (
    <div className="mt-1.5 flex flex-col gap-2">
      <Combobox
        label={label}
        hideLabel
        value={value}
        options={free.map((one) => ({ value: String(one.id), label: `${one.symbol}  ${one.name}` }))}
        onChange={setChosen}
      />
      <div className="flex gap-2">
        <Button
          kind="primary"
          size="small"
          busy={isPending}
          disabled={value === ''}
          onClick={() => void submit()}
        >
          Add
        </Button>
        <Button size="small" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
