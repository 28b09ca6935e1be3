/** Routes of uploads: DBN files of a user, sent in pieces, whose sessions only their owner tests rules on. */
import { z } from 'zod';
import { instant, labelText, okResponse } from '#shapes/primitives.ts';
import { route } from '#shapes/route.ts';

/** Of a piece: the largest body that is held in memory. */
export const UPLOAD_PIECE_BYTES = 8 * 1024 * 1024;

const byteCount = z.number().int().nonnegative();
const params = z.strictObject({ id: z.uuid() });

/**
 * `receiving`: not all pieces are there. `ready`: its sessions were read by the present detectors; `outdated`: by earlier ones, and a
 * backtest has them read again. `refused`: it is no file of order flow. `failed`: it could not be read, which is not its fault.
 */
export const UPLOAD_STATES = [
  'receiving',
  'waiting',
  'reading',
  'ready',
  'outdated',
  'refused',
  'failed',
] as const;

export const upload = z.object({
  id: z.uuid(),
  fileName: z.string(),
  bytes: byteCount,
  /** The next piece begins here. */
  received: byteCount,
  createdAt: instant,
  /** It is removed then, with its sessions. */
  expiresAt: instant,
  state: z.enum(UPLOAD_STATES),
  /** While it is read. */
  progress: z
    .object({ fraction: z.number().min(0).max(1), remainingSeconds: byteCount.nullable() })
    .nullable(),
  /** Why it was refused, or failed. */
  error: z.string().nullable(),
  /** Oldest first. */
  sessions: z.array(z.object({ product: z.string(), tradingDay: z.iso.date(), contract: z.string() })),
});
export type UploadDto = z.infer<typeof upload>;

export const listUploads = route({
  id: 'listUploads',
  method: 'GET',
  path: '/api/backtests/uploads',
  access: 'user',
  viewable: true,
  summary: "The user's uploads, newest first, and what the plan has room for",
  response: z.object({
    uploads: z.array(upload),
    /** Of the plan; 0 without backtesting. */
    most: byteCount,
    mostBytes: byteCount,
    /** From the last piece on. */
    keptDays: byteCount,
  }),
});

export const beginUpload = route({
  id: 'beginUpload',
  method: 'POST',
  path: '/api/backtests/uploads',
  access: 'user',
  summary: 'Announces a DBN file, plain or zstd; its pieces are sent one after the other',
  body: z.strictObject({
    fileName: labelText.min(1).max(255),
    bytes: z
      .number()
      .int()
      .min(1)
      .max(2 ** 40),
  }),
  response: upload,
  status: 201,
});

/** Body: bytes of the file from `offset` on, as application/octet-stream. After the last piece the file is read in the background. */
export const sendUploadPiece = route({
  id: 'sendUploadPiece',
  method: 'PUT',
  path: '/api/backtests/uploads/:id/content',
  access: 'user',
  summary: 'Sends the next piece of an announced file',
  params,
  query: z.strictObject({
    offset: z.coerce
      .number<number>()
      .int()
      .min(0)
      .max(2 ** 40),
  }),
  mostBytes: UPLOAD_PIECE_BYTES,
  response: upload,
});

export const removeUpload = route({
  id: 'removeUpload',
  method: 'DELETE',
  path: '/api/backtests/uploads/:id',
  access: 'user',
  summary: 'Removes an upload and its sessions; results of backtests on them are kept',
  params,
  response: okResponse,
});

export const UPLOAD_ROUTES = [listUploads, beginUpload, sendUploadPiece, removeUpload] as const;
