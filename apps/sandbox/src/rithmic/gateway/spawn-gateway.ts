/** Starts the process of the sandbox's Rithmic gateway from its parent: its exchanges must not starve the issuer. */
import type { Part } from '#processes/part-process.ts';
import { spawnPart } from '#processes/spawn-part.ts';
import type { GatewaySettings } from './gateway-settings.ts';

/** 16 MB less: frames are short-lived, and only the type stripper is WebAssembly. */
const FLAGS = ['--liftoff-only', '--max-semi-space-size=1'];

/**
 * Resolves with its address when it listens and the authority's certificate is written; rejects with `code`
 * `EADDRINUSE` for a port in use.
 */
export function spawnGateway(settings: GatewaySettings): Promise<Part> {
  const script = new URL('./rithmic-process.ts', import.meta.url);
  return spawnPart(
    { name: 'Rithmic gateway', script, flags: FLAGS, without: 'accounts stay without it' },
    settings,
  );
}
