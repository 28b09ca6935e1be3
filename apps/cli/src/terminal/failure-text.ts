/** What a failure is reported as: wrong input in its own words, the file system's codes in plain ones. */
import { InputError } from './terminal.ts';

/** Messages for Node's error codes of the file system. */
const FILE_FAILURES: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'no such file or folder'],
  ['EISDIR', 'is a folder, expected a file'],
  ['ENOTDIR', 'part of the path is not a folder'],
  ['EACCES', 'permission denied'],
  ['EEXIST', 'already exists'],
  ['ENOSPC', 'no space left'],
]);

export function failureText(error: Error): string {
  if (error instanceof InputError) return error.message;
  const { code, path } = error as NodeJS.ErrnoException;
  const known = code === undefined ? undefined : FILE_FAILURES.get(code);
  return known === undefined ? error.message : `${path ?? 'the file'}: ${known}`;
}
