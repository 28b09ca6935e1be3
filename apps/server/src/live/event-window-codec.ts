/** Evidence deltas as bytes: a table of columns as JSON, deflated. */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { EvidenceDelta } from '@undertow/contracts';
import type { EventWindowCodec } from '#dependencies.ts';

type Row = [
  at: string,
  offsetMs: number,
  action: EvidenceDelta['action'],
  side: EvidenceDelta['side'],
  price: string | null,
  size: number,
  orderId: string | null,
];

/** Bytes of a stored window are our own; `decode` throws when they are damaged. */
export const eventWindowCodec: EventWindowCodec = {
  encode(deltas) {
    const rows = deltas.map(
      ({ at, offsetMs, action, side, price, size, orderId }): Row => [
        at,
        offsetMs,
        action,
        side,
        price,
        size,
        orderId,
      ],
    );
    return deflateRawSync(JSON.stringify(rows));
  },

  decode(bytes) {
    const rows: readonly Row[] = JSON.parse(inflateRawSync(bytes).toString('utf8'));
    return rows.map(([at, offsetMs, action, side, price, size, orderId]) => ({
      at,
      offsetMs,
      action,
      side,
      price,
      size,
      orderId,
    }));
  },
};
