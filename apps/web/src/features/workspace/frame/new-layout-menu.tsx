/** A new layout: one of the templates that the plan has room for. */
import { TIER_RULES, type Tier } from '@undertow/contracts';
import { type ReactNode, useState } from 'react';
import { paneEntry } from '#features/workspace/panes/pane-registry.ts';
import { Button } from '#ui/controls/button.tsx';
import { Icon } from '#ui/marks/icon.tsx';
import { Popover } from '#ui/overlays/popover.tsx';
import { offeredTemplates } from './offered-templates.ts';
import { useLayoutList } from './use-layout-list.ts';

export interface NewLayoutMenuProps {
  readonly tier: Tier;
  readonly instrumentId: number;
}

export function NewLayoutMenu({ tier, instrumentId }: NewLayoutMenuProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const { createOf, isBusy } = useLayoutList();
  const { panesPerLayout } = TIER_RULES[tier].workspace;
  const templates = offeredTemplates((kind) => paneEntry(kind) !== undefined, panesPerLayout);
  return (
    <Popover
      label="New layout"
      align="start"
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button kind="ghost" size="icon" aria-label="New layout" busy={isBusy}>
          <Icon name="plus" size={14} />
        </Button>
      }
    >
      <p className="cap px-2 py-1">New layout</p>
      <div className="menu-list" style={{ minWidth: '320px' }}>
        {templates.map(({ id, name, description, needs }) => (
          <button
            key={id}
            type="button"
            disabled={needs !== null}
            onClick={() => {
              setOpen(false);
              createOf(id, instrumentId);
            }}
          >
            <span className="font-medium">{name}</span>
            <span>{needs ?? description}</span>
          </button>
        ))}
      </div>
    </Popover>
  );
}
