/** Routes of a user's drawings on an instrument. A change names what it changes: changes of two devices meet in one list. */
import { z } from 'zod';
import { instrumentId, okResponse } from '#shapes/primitives.ts';
import { route } from '#shapes/route.ts';
import { drawing, drawingId, MAX_DRAWING_BYTES, MAX_DRAWINGS } from './drawings.ts';

const params = z.object({ instrumentId });

export const storedDrawings = z.object({
  /** Rises by one with each change; 0: there was none yet. */
  version: z.number().int().min(0),
  /** Oldest first, the last one is on top. */
  drawings: z.array(drawing),
  /** Stored by a newer release: kept, and not shown by this one. */
  unreadable: z.number().int().min(0),
});
export type StoredDrawings = z.infer<typeof storedDrawings>;

export const getDrawings = route({
  id: 'getDrawings',
  method: 'GET',
  path: '/api/workspace/drawings/:instrumentId',
  access: 'user',
  viewable: true,
  summary: "The user's drawings on an instrument",
  params,
  response: storedDrawings,
});

export const drawingChange = z.strictObject({
  /** The version that the change was made on. */
  basedOn: z.number().int().min(0),
  /** New ones, and those that changed. */
  put: z.array(drawing).max(MAX_DRAWINGS),
  removed: z.array(drawingId).max(MAX_DRAWINGS),
});
export type DrawingChange = z.infer<typeof drawingChange>;

export const saveDrawings = route({
  id: 'saveDrawings',
  method: 'PUT',
  path: '/api/workspace/drawings/:instrumentId',
  access: 'user',
  summary:
    'Stores and removes drawings; of one that another device changed in between, the version of that device is kept as a second drawing',
  params,
  body: drawingChange,
  mostBytes: MAX_DRAWING_BYTES,
  response: storedDrawings.extend({
    /** Ids of the versions of another device that were kept, and of drawings that it changed and that therefore were not removed. */
    kept: z.array(drawingId),
    /** Alert rules that ended with their drawing. */
    endedRules: z.number().int().min(0),
  }),
});

export const removeDrawings = route({
  id: 'removeDrawings',
  method: 'DELETE',
  path: '/api/workspace/drawings/:instrumentId',
  access: 'user',
  summary: 'Deletes every drawing on an instrument, and ends the alerts on them',
  params,
  response: okResponse,
});

export const DRAWING_ROUTES = [getDrawings, saveDrawings, removeDrawings] as const;
