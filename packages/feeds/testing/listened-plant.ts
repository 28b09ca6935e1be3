/** A login on a plant in memory whose reports are kept. */

import { type PlantListener, PlantSession } from '#rithmic/session/plant-session.ts';
import type { RithmicError } from '#rithmic/wire/rithmic-error.ts';
import type { Received } from '#rithmic/wire/rithmic-wire.ts';
import { type MemoryGateway, settle } from './memory-gateway.ts';

/** Keeps what a plant reports. */
export class PlantReports implements PlantListener {
  readonly pushed: Received[] = [];
  readonly ends: RithmicError[] = [];
  alive = 0;

  onPush(message: Received): void {
    this.pushed.push(message);
  }

  onAlive(): void {
    this.alive += 1;
  }

  onDown(error: RithmicError): void {
    this.ends.push(error);
  }
}

export interface ListenedPlant {
  readonly plant: PlantSession;
  readonly listener: PlantReports;
}

/** A login of alice on the plant, with the heartbeat that follows it. */
export async function openListened(gateway: MemoryGateway, infraType = 1): Promise<ListenedPlant> {
  const plant = await PlantSession.open({
    gateway: gateway.address,
    infraType,
    credentials: async () => ({ user: 'alice', password: Buffer.from('a password') }),
  });
  const listener = new PlantReports();
  plant.listen(listener);
  await settle();
  return { plant, listener };
}
