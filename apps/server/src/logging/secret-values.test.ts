/** Secrets in use by this process do not reach the log, from any code path. */
import { expect, test } from 'vitest';
import { createLog } from './log.ts';
import { leaveOutOfLog, withoutOpenSecrets } from './secret-values.ts';

function logged(write: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = [];
  write(createLog('info', { write: (line) => lines.push(line) }));
  return lines.join('');
}

test('T32 a password in use is redacted from every line by its value, also in its JSON encoding', () => {
  const secret = Buffer.from('corr"ect\\hörse', 'utf8');
  leaveOutOfLog(secret);
  const line = logged((log) => {
    log.info({ facts: { list: [`user=corr"ect\\hörse`] } }, 'login as corr"ect\\hörse');
    log.error({ err: new Error('refused: corr"ect\\hörse') }, 'x');
  });
  expect(line).not.toContain('hörse');
  expect(line).toContain('[redacted]');
  expect(() =>
    line
      .trimEnd()
      .split('\n')
      .map((one) => JSON.parse(one)),
  ).not.toThrow();
  secret.fill(0);
});

test('once it is overwritten it is no longer redacted', () => {
  const secret = Buffer.from('opensesame');
  leaveOutOfLog(secret);
  expect(withoutOpenSecrets('opensesame')).toBe('[redacted]');
  secret.fill(0);
  expect(withoutOpenSecrets('opensesame')).toBe('opensesame');
});

test('a password of three letters redacts no words', () => {
  const secret = Buffer.from('the');
  leaveOutOfLog(secret);
  expect(withoutOpenSecrets('the quick fox')).toBe('the quick fox');
});
