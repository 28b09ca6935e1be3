/** The process of the sandbox's stand-in for Databento. */
import { servePart } from '#processes/part-process.ts';
import type { DatabentoSettings } from './databento-settings.ts';
import { startDatabento } from './start-databento.ts';

servePart(async (settings: DatabentoSettings) => {
  const { address, close } = await startDatabento(settings);
  return { address, close };
});
