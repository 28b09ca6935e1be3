/** What the product printed: a warning or an error in it fails the soak. */

const MAX_LENGTH = 400;

/** Lines of the log of at least a warning, and any other line that reads like one. */
export function faultsOfLog(output: string): readonly string[] {
  return output
    .split('\n')
    .filter((line) =>
      line.startsWith('{') ? isWarning(line) : /\b(?:warning|error|exception|rejection)\b/i.test(line),
    )
    .map((line) => line.slice(0, MAX_LENGTH));
}

/** Levels of pino: 40 is a warning. */
function isWarning(line: string): boolean {
  try {
    const { level }: { level?: unknown } = JSON.parse(line);
    return typeof level === 'number' ? level >= 40 : ['warn', 'error', 'fatal'].includes(String(level));
  } catch {
    return true;
  }
}
