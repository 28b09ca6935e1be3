/** A workspace layout: a tree of splits with panes as leaves, its bounds, and what is refused of one. */
import { z } from 'zod';
import { labelText, timeframeName } from '#shapes/primitives.ts';
import { hasDistinctIds, panesOf } from './layout-tree.ts';

/** Raised when an earlier release could not read what a newer one stores. */
export const LAYOUT_VERSION = 1;
/** On every plan; `panesPerLayout` of the plans is at most this. */
export const MAX_PANES = 6;
/** Layouts of a user, without the copies that conflicts keep. */
export const MAX_LAYOUTS = 20;
/** Versions that conflicts kept, of a user; the oldest gives way. */
export const MAX_LAYOUT_COPIES = 10;
/** Longest body of a request that brings a layout. */
export const MAX_LAYOUT_BYTES = 16 * 1024;
export const MAX_LAYOUT_NAME = 40;
export const MAX_PANE_SETTINGS = 32;
/** Share of a split that its first side takes. */
export const MIN_SHARE = 0.1;
export const MAX_SHARE = 0.9;

export const PANE_KINDS = [
  'chart',
  'footprint',
  'depth',
  'ladder',
  'tape',
  'profile',
  'evidence',
  'alerts',
] as const;
export const paneKind = z.enum(PANE_KINDS);
export type PaneKind = z.infer<typeof paneKind>;

/** Panes of one group follow each other's instrument and instant. */
export const LINK_GROUPS = ['A', 'B', 'C'] as const;
export const linkGroup = z.enum(LINK_GROUPS);
export type LinkGroup = z.infer<typeof linkGroup>;

/** What a pane keeps of its own: a few plain values by name. */
export const paneSettings = z
  .record(
    z.string().regex(/^[a-z][A-Za-z0-9]{0,31}$/, 'expected a name of at most 32 letters and digits'),
    z.union([z.boolean(), z.number(), z.string().max(64)]),
  )
  .refine(
    (settings) => Object.keys(settings).length <= MAX_PANE_SETTINGS,
    `expected at most ${MAX_PANE_SETTINGS} settings of a pane`,
  );
export type PaneSettings = Readonly<z.infer<typeof paneSettings>>;

const nodeId = z.string().regex(/^[a-z0-9]{1,16}$/, 'expected an id of at most 16 letters and digits');

export const pane = z.strictObject({
  id: nodeId,
  kind: paneKind,
  instrumentId: z.number().int().min(1).max(1_000_000),
  timeframe: timeframeName,
  /** Null: pinned, it follows nobody. */
  link: linkGroup.nullable(),
  settings: paneSettings,
});
export type Pane = Readonly<z.infer<typeof pane>>;

/** A pane, or two nodes side by side (`row`) or one above the other (`column`). */
export type LayoutNode = PaneNode | SplitNode;
export interface PaneNode {
  readonly pane: Pane;
}
export interface SplitNode {
  readonly id: string;
  readonly split: 'row' | 'column';
  /** Of the first node, `MIN_SHARE` to `MAX_SHARE`. */
  readonly share: number;
  readonly first: LayoutNode;
  readonly second: LayoutNode;
}

const splitNode = z.strictObject({
  id: nodeId,
  split: z.enum(['row', 'column']),
  share: z.number().min(MIN_SHARE).max(MAX_SHARE),
  get first(): z.ZodType<LayoutNode> {
    return layoutNode;
  },
  get second(): z.ZodType<LayoutNode> {
    return layoutNode;
  },
});
const layoutNode: z.ZodType<LayoutNode> = z.union(
  [z.strictObject({ pane }), splitNode],
  'expected a split of two, or a pane of a known kind, instrument and timeframe',
);

const groupLink = z.strictObject({
  /** The timeframe is linked too; instrument and instant always are. */
  timeframe: z.boolean(),
});

export const TEMPLATE_IDS = ['charts', 'evidence', 'profile', 'flow'] as const;
export const templateId = z.enum(TEMPLATE_IDS);
export type TemplateId = z.infer<typeof templateId>;

export const layout = z
  .strictObject({
    version: z.literal(
      LAYOUT_VERSION,
      `expected a layout of version ${LAYOUT_VERSION}: another one needs a newer release`,
    ),
    name: labelText.pipe(z.string().trim().min(1).max(MAX_LAYOUT_NAME)),
    /** What it began as and can be reset to; null for one made from scratch. */
    template: templateId.nullable(),
    links: z.strictObject({ A: groupLink, B: groupLink, C: groupLink }),
    root: layoutNode,
  })
  .superRefine(({ root }, context) => {
    const count = panesOf(root).length;
    if (count > MAX_PANES) {
      const message = `expected at most ${MAX_PANES} panes, not ${count}`;
      context.addIssue({ code: 'custom', path: ['root'], message });
    }
    if (!hasDistinctIds(root)) {
      const message = 'expected panes and splits with an id of their own each';
      context.addIssue({ code: 'custom', path: ['root'], message });
    }
  });
export type Layout = Readonly<z.infer<typeof layout>>;

export type ReadLayout =
  | { readonly layout: Layout; readonly refused: null }
  /** One sentence for the user. */
  | { readonly layout: null; readonly refused: string };

/** A version above ours, where that is what the value says. */
function futureVersion(value: unknown): number | null {
  if (typeof value !== 'object' || value === null || !('version' in value)) return null;
  const { version } = value;
  return typeof version === 'number' && version > LAYOUT_VERSION ? version : null;
}

/** Reads what is stored, or says in a sentence why it cannot be shown; never throws. */
export function readLayout(value: unknown): ReadLayout {
  const version = futureVersion(value);
  if (version !== null) {
    const refused = `This layout was saved by a newer release (version ${version}, this page reads ${LAYOUT_VERSION}). Reload the page to open it; nothing of it was changed.`;
    return { layout: null, refused };
  }
  const read = layout.safeParse(value);
  if (read.success) return { layout: read.data, refused: null };
  const [issue] = read.error.issues;
  const place = issue === undefined || issue.path.length === 0 ? '' : ` at ${issue.path.join('.')}`;
  return {
    layout: null,
    refused: `This layout cannot be read: ${issue?.message ?? 'unknown fault'}${place}.`,
  };
}
