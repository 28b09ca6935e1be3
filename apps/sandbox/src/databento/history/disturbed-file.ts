/** The bytes of a historical file, or what a fault leaves of it. */
import type { ServerResponse } from 'node:http';
import type { FaultSettings } from '#databento/session/faults.ts';
import type { RecordBlock } from './record-range.ts';

/** Records that pass before a fault begins. */
const PASSED = 500;

interface Disturbance {
  readonly kind: FaultSettings['downloads'];
  readonly response: ServerResponse;
}

export async function* disturbed(
  header: Uint8Array,
  blocks: AsyncIterable<RecordBlock>,
  { kind, response }: Disturbance,
): AsyncGenerator<Uint8Array> {
  yield header;
  let records = 0;
  for await (const block of blocks) {
    const most = PASSED - records;
    if (kind === 'whole' || block.records < most) {
      records += block.records;
      yield block.bytes;
      continue;
    }
    yield block.bytes.subarray(0, (block.bytes.length / block.records) * most);
    if (kind === 'short') return;
    // What was sent is to arrive first
    await new Promise((later) => setTimeout(later, 50));
    if (kind === 'silent') await new Promise((closed) => response.once('close', closed));
    throw new Error('the connection is cut');
  }
}
