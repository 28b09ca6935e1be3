/** When and of which commit a figure is. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

export interface Provenance {
  /** `YYYY-MM-DD`, UTC. */
  readonly date: string;
  readonly commit: string;
}

export async function provenance(): Promise<Provenance> {
  const { stdout } = await promisify(execFile)('git', ['rev-parse', '--short', 'HEAD']);
  return { date: new Date().toISOString().slice(0, 10), commit: stdout.trim() };
}
