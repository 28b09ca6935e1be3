/** Trees of panes: the panes of one in reading order, and a tree without one of them. Pure. */
import type { LayoutNode, Pane } from './layout.ts';

/** Left to right and top to bottom, as Tab moves through them. */
export function panesOf(node: LayoutNode): readonly Pane[] {
  return 'pane' in node ? [node.pane] : [...panesOf(node.first), ...panesOf(node.second)];
}

function idsOf(node: LayoutNode): readonly string[] {
  return 'pane' in node ? [node.pane.id] : [node.id, ...idsOf(node.first), ...idsOf(node.second)];
}

export function hasDistinctIds(node: LayoutNode): boolean {
  const ids = idsOf(node);
  return new Set(ids).size === ids.length;
}

/** The tree without the panes, whose neighbours take their place; null when nothing would be left. */
export function withoutPanes(node: LayoutNode, isRemoved: (pane: Pane) => boolean): LayoutNode | null {
  if ('pane' in node) return isRemoved(node.pane) ? null : node;
  const first = withoutPanes(node.first, isRemoved);
  const second = withoutPanes(node.second, isRemoved);
  if (first === null || second === null) return first ?? second;
  return first === node.first && second === node.second ? node : { ...node, first, second };
}
