/** Routes of a user's layouts. A change names the version that it is based on; the last one wins, and what it replaced is kept. */
import { z } from 'zod';
import { instant, okResponse, rowId } from '#shapes/primitives.ts';
import { route } from '#shapes/route.ts';
import { layout, MAX_LAYOUT_BYTES } from './layout.ts';

export const storedLayout = z.object({
  id: rowId,
  /** Rises by one with each change. */
  version: z.number().int().min(1),
  savedAt: instant,
  /** The layout whose overwritten version this is; null for one that the user made. */
  copyOf: rowId.nullable(),
  /** Null: it cannot be read by this release, and `refused` says why. */
  layout: layout.nullable(),
  refused: z.string().nullable(),
});
export type StoredLayout = z.infer<typeof storedLayout>;

export const listLayouts = route({
  id: 'listLayouts',
  method: 'GET',
  path: '/api/workspace/layouts',
  access: 'user',
  viewable: true,
  summary: "The user's layouts, oldest first",
  response: z.array(storedLayout),
});

export const createLayout = route({
  id: 'createLayout',
  method: 'POST',
  path: '/api/workspace/layouts',
  access: 'user',
  summary: 'Stores a new layout, such as one of a template',
  body: z.strictObject({ layout }),
  mostBytes: MAX_LAYOUT_BYTES,
  response: storedLayout,
  status: 201,
});

export const saveLayout = route({
  id: 'saveLayout',
  method: 'PUT',
  path: '/api/workspace/layouts/:id',
  access: 'user',
  summary: 'Changes a layout; another change since the version it is based on is kept as a copy',
  params: z.object({ id: rowId }),
  body: z.strictObject({ basedOn: z.number().int().min(1), layout }),
  mostBytes: MAX_LAYOUT_BYTES,
  response: z.object({
    saved: storedLayout,
    /** The version that this change replaced without having seen it; null where there was none. */
    replaced: storedLayout.nullable(),
  }),
});

export const removeLayout = route({
  id: 'removeLayout',
  method: 'DELETE',
  path: '/api/workspace/layouts/:id',
  access: 'user',
  summary: 'Deletes a layout',
  params: z.object({ id: rowId }),
  response: okResponse,
});

export const LAYOUT_ROUTES = [listLayouts, createLayout, saveLayout, removeLayout] as const;
