/** A measurement in a fresh process of this program: no other one has trained its compiler or filled its heap. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** `run` is one of `undertow bench --run`; `more` are further options, `program` another command line than this one. */
export async function runApart<T>(
  run: string,
  more: readonly string[] = [],
  program = process.argv[1]!,
): Promise<T> {
  const words = [program, 'bench', '--run', run, ...more];
  const { stdout } = await promisify(execFile)(process.execPath, words);
  return JSON.parse(stdout) as T;
}
