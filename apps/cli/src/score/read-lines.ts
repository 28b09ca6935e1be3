/** The lines of a JSON-lines file, each with its place; empty lines are passed over. */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { ScoreLine } from './score-line.ts';

export async function* readLines(path: string): AsyncIterableIterator<ScoreLine> {
  const lines = createInterface({
    input: createReadStream(path, 'utf8'),
    crlfDelay: Number.POSITIVE_INFINITY,
  });
  let number = 0;
  for await (const text of lines) {
    number += 1;
    if (text.trim() !== '') yield new ScoreLine(`${path}:${number}`, text);
  }
}
