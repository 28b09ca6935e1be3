/** A log that keeps its messages for a test. */
import type { Log } from '#ports/log.ts';

export interface RecordedLog extends Log {
  readonly messages: string[];
}

export function recordLog(): RecordedLog {
  const messages: string[] = [];
  const keep = (_fields: object, message: string): void => {
    messages.push(message);
  };
  return { messages, info: keep, warn: keep, error: keep };
}
