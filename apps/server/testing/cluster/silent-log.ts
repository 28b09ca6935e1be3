/** For tests: a log that keeps nothing. */
import type { Log } from '#ports/log.ts';

export const silentLog: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };
