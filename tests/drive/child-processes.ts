/** The processes that a process of a test has started. */
import { execFileSync } from 'node:child_process';

export interface ChildProcessRow {
  readonly pid: number;
  /** Program and arguments. */
  readonly command: string;
}

/** Processes whose parent is `pid`. */
export function childProcesses(pid: number): readonly ChildProcessRow[] {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' });
  return table.split('\n').flatMap((line) => {
    const [, child, parent, command = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return Number(parent) === pid ? [{ pid: Number(child), command }] : [];
  });
}
