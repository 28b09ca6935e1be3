/** Size filter, blocks and sound of a tape. */
import type { ReactNode } from 'react';
import { Select } from '#ui/controls/select.tsx';
import type { PaneSettingsProps } from './pane-props.ts';
import { TAPE_SIZES, tapeChoices } from './tape-choices.ts';

const sizes = (words: string) =>
  TAPE_SIZES.map((size) => ({ value: String(size), label: `${words} ${size}` }));

export function TapeSettings({ settings, onSettings }: PaneSettingsProps): ReactNode {
  const { minSize, blockSize, soundFrom } = tapeChoices(settings);
  return (
    <div className="flex flex-col gap-3 p-2">
      <Select
        label="Orders shown, contracts"
        value={String(minSize)}
        options={[{ value: '1', label: 'All' }, ...sizes('From').slice(1)]}
        onChange={(value) => onSettings({ minSize: Number(value) })}
      />
      <Select
        label="Marked as a block, contracts"
        value={String(blockSize)}
        options={sizes('From').slice(1)}
        onChange={(value) => onSettings({ blockSize: Number(value) })}
      />
      <Select
        label="Sound"
        value={String(soundFrom)}
        options={[{ value: '0', label: 'Off' }, ...sizes('Orders from')]}
        onChange={(value) => onSettings({ soundFrom: Number(value) })}
      />
    </div>
  );
}
