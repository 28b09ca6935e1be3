/** Changes of a layout's tree: each returns a new one, and a pane disappears only where it is closed by name. Pure. */
import { type LayoutNode, MAX_SHARE, MIN_SHARE, type Pane, panesOf, withoutPanes } from '@undertow/contracts';

/** The side of a pane at which a new one appears. */
export type Side = 'right' | 'below';

function idsOf(node: LayoutNode): readonly string[] {
  return 'pane' in node ? [node.pane.id] : [node.id, ...idsOf(node.first), ...idsOf(node.second)];
}

/** `p3`: the first id of this letter that the tree does not have. */
export function freeId(root: LayoutNode, letter: 'p' | 's'): string {
  const taken = new Set(idsOf(root));
  let number = 1;
  while (taken.has(`${letter}${number}`)) number += 1;
  return `${letter}${number}`;
}

/** Replaces the node for which `change` returns another one; what is beside it keeps its identity. */
function mapped(node: LayoutNode, change: (node: LayoutNode) => LayoutNode): LayoutNode {
  const changed = change(node);
  if (changed !== node || 'pane' in node) return changed;
  const first = mapped(node.first, change);
  const second = mapped(node.second, change);
  return first === node.first && second === node.second ? node : { ...node, first, second };
}

/** A new pane beside one of the tree, which gives it half of its place. */
export function splitPane(root: LayoutNode, paneId: string, side: Side, added: Omit<Pane, 'id'>): LayoutNode {
  const pane: Pane = { ...added, id: freeId(root, 'p') };
  const id = freeId(root, 's');
  return mapped(root, (node) =>
    'pane' in node && node.pane.id === paneId
      ? { id, split: side === 'right' ? 'row' : 'column', share: 0.5, first: node, second: { pane } }
      : node,
  );
}

/** The tree without a pane; null where it was the last one. */
export function closePane(root: LayoutNode, paneId: string): LayoutNode | null {
  return withoutPanes(root, ({ id }) => id === paneId);
}

/** Moves a separator, within the bounds of the contract. */
export function resizeSplit(root: LayoutNode, splitId: string, share: number): LayoutNode {
  const bounded = Math.round(Math.min(MAX_SHARE, Math.max(MIN_SHARE, share)) * 1000) / 1000;
  return mapped(root, (node) =>
    'split' in node && node.id === splitId && node.share !== bounded ? { ...node, share: bounded } : node,
  );
}

/** Changes panes one by one; those that are returned as they are keep their identity. */
export function changePanes(root: LayoutNode, change: (pane: Pane) => Pane): LayoutNode {
  return mapped(root, (node) => {
    if (!('pane' in node)) return node;
    const pane = change(node.pane);
    return pane === node.pane ? node : { pane };
  });
}

/** A closed pane with the trees around that moment. */
export interface ClosedPane {
  readonly pane: Pane;
  readonly before: LayoutNode;
  readonly after: LayoutNode;
}

/** Which panes are split how, whatever their shares and contents. */
function shapeOf(node: LayoutNode): string {
  return 'pane' in node
    ? node.pane.id
    : `${node.id} ${node.split} (${shapeOf(node.first)}, ${shapeOf(node.second)})`;
}

function splitShare(root: LayoutNode, splitId: string): number | undefined {
  if ('pane' in root) return undefined;
  if (root.id === splitId) return root.share;
  return splitShare(root.first, splitId) ?? splitShare(root.second, splitId);
}

/** Brings a closed pane back: to its place where the panes are split as it left them, else beside the given one. */
export function undoClose(
  root: LayoutNode,
  { pane, before, after }: ClosedPane,
  besideId: string,
): LayoutNode {
  if (shapeOf(root) === shapeOf(after)) {
    // Its neighbours as they are now, resized or with another instrument
    return mapped(
      changePanes(before, (one) => paneById(root, one.id) ?? one),
      (node) => {
        const share = 'split' in node ? splitShare(root, node.id) : undefined;
        return share === undefined || 'pane' in node || share === node.share ? node : { ...node, share };
      },
    );
  }
  const { id: _old, ...content } = pane;
  return splitPane(root, besideId, 'right', content);
}

export function paneById(root: LayoutNode, paneId: string): Pane | undefined {
  return panesOf(root).find(({ id }) => id === paneId);
}

/** The pane after another in reading order, or before it; past the end null. */
export function neighbourPane(root: LayoutNode, paneId: string, step: 1 | -1): Pane | null {
  const panes = panesOf(root);
  const at = panes.findIndex(({ id }) => id === paneId);
  return panes[at + step] ?? null;
}
