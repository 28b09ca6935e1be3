/** Starts the process of the stand-in for Databento from its parent: its exchanges must not starve the issuer. */
import type { Part } from '#processes/part-process.ts';
import { spawnPart } from '#processes/spawn-part.ts';
import type { DatabentoSettings } from './databento-settings.ts';

/** Records are short-lived, and only the type stripper is WebAssembly. */
const FLAGS = ['--liftoff-only', '--max-semi-space-size=2'];

/** Resolves when both ports listen; rejects with `code` `EADDRINUSE` for a port in use. */
export function spawnDatabento(settings: DatabentoSettings): Promise<Part> {
  const script = new URL('./databento-process.ts', import.meta.url);
  return spawnPart(
    { name: 'stand-in for Databento', script, flags: FLAGS, without: 'there is no market data' },
    settings,
  );
}
