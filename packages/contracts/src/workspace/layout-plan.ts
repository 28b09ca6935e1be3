/** What a plan shows of a layout: as many panes as it has, in reading order; the others are withheld, never removed. */
import type { WorkspaceRules } from '#plans/plans.ts';
import type { Layout, LayoutNode, Pane } from './layout.ts';
import { panesOf, withoutPanes } from './layout-tree.ts';

export interface ShownLayout {
  /** Null where the plan has no panes of its own. */
  readonly root: LayoutNode | null;
  /** Panes that the layout keeps and the plan does not show. */
  readonly withheld: readonly Pane[];
  /** One sentence; null when everything is shown. */
  readonly text: string | null;
}

/** The panes of a layout that a plan shows, with a sentence about those that it does not. */
export function shownByPlan({ root }: Pick<Layout, 'root'>, rules: WorkspaceRules): ShownLayout {
  const panes = panesOf(root);
  const withheld = panes.slice(rules.panesPerLayout);
  if (withheld.length === 0) return { root, withheld, text: null };
  const ids = new Set(withheld.map(({ id }) => id));
  return {
    root: withoutPanes(root, ({ id }) => ids.has(id)),
    withheld,
    text: `Your plan shows ${rules.panesPerLayout} of the ${panes.length} panes of this layout. The others are kept and return with a larger plan.`,
  };
}
