/** Compiled modules are kept between runs: every test process, thread and command that is started loads them instead of compiling. */
import { fileURLToPath } from 'node:url';

export function setup(): void {
  process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(
    new URL('../../node_modules/.cache/undertow-modules', import.meta.url),
  );
}
