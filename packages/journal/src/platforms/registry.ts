/** Every platform that files are read of, and every layout that is refused with better advice. */
import type { PlatformRegistry } from '#choose-layout.ts';
import { PLATFORMS_A, REFUSED_A } from './desktop-platforms.ts';
import { PLATFORMS_B, REFUSED_B } from './futures-platforms.ts';
import type { PlatformReader } from './platform.ts';

const READERS: readonly PlatformReader[] = [...PLATFORMS_A, ...PLATFORMS_B];

/** The two layouts of our own come last and in their own way: they would take any table. */
export const REGISTRY: PlatformRegistry = {
  platforms: READERS.filter(({ id }) => id !== 'template' && id !== 'mapped'),
  refused: [...REFUSED_A, ...REFUSED_B],
  template: READERS.find(({ id }) => id === 'template') ?? null,
  mapped: READERS.find(({ id }) => id === 'mapped') ?? null,
};
