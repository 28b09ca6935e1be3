/** The link of a pane: a letter in its colour, and a menu to choose another group or to pin it. */
import { type Layout, LINK_GROUPS, type LinkGroup, type Pane } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { Segmented } from '#ui/controls/segmented.tsx';
import { Switch } from '#ui/controls/switch.tsx';
import { Popover } from '#ui/overlays/popover.tsx';

export function LinkLetter({ group }: { readonly group: LinkGroup | null }): ReactNode {
  return (
    <i className="link-letter not-italic" data-group={group ?? undefined} aria-hidden="true">
      {group ?? '–'}
    </i>
  );
}

export interface LinkMenuProps {
  readonly pane: Pane;
  readonly links: Layout['links'];
  readonly onLink: (group: LinkGroup | null) => void;
  readonly onTimeframe: (group: LinkGroup, isLinked: boolean) => void;
}

const PINNED = 'pinned';
const CHOICES = [
  ...LINK_GROUPS.map((group) => ({ value: group as string, label: group })),
  { value: PINNED, label: 'Pinned' },
];

export function LinkMenu({ pane, links, onLink, onTimeframe }: LinkMenuProps): ReactNode {
  const { link } = pane;
  return (
    <Popover
      label="Link"
      align="start"
      trigger={
        <button
          type="button"
          className="link-chip"
          aria-label={link === null ? 'Link: pinned' : `Link: group ${link}`}
        >
          <LinkLetter group={link} />
        </button>
      }
    >
      <div className="flex max-w-[240px] flex-col gap-2 p-1.5">
        <Segmented
          label="Link group"
          value={link ?? PINNED}
          options={CHOICES}
          onChange={(value) => onLink(LINK_GROUPS.find((group) => group === value) ?? null)}
        />
        <p className="t-12 text-text-3">
          {link === null
            ? 'This pane follows nobody.'
            : 'Panes of one letter follow each other’s instrument, crosshair and chosen event.'}
        </p>
        {link === null ? null : (
          <Switch
            label="Timeframe too"
            checked={links[link].timeframe}
            onChange={(isLinked) => onTimeframe(link, isLinked)}
          />
        )}
      </div>
    </Popover>
  );
}
