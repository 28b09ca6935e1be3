/** Templates of which every pane is built, and what each needs of the plan. Pure. */
import {
  LAYOUT_TEMPLATES,
  type LayoutTemplate,
  layoutOfTemplate,
  type PaneKind,
  panesOf,
} from '@undertow/contracts';

export interface OfferedTemplate extends LayoutTemplate {
  readonly panes: number;
  /** Null: the plan has room for it. */
  readonly needs: string | null;
}

export function offeredTemplates(
  isBuilt: (kind: PaneKind) => boolean,
  panesPerLayout: number,
): readonly OfferedTemplate[] {
  return LAYOUT_TEMPLATES.flatMap((template) => {
    const panes = panesOf(layoutOfTemplate(template.id, 1).root);
    if (!panes.every(({ kind }) => isBuilt(kind))) return [];
    const needs =
      panes.length <= panesPerLayout ? null : `${panes.length} panes, your plan has ${panesPerLayout}`;
    return [{ ...template, panes: panes.length, needs }];
  });
}
