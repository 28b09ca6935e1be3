/** What a log line never contains. */
import { DrizzleQueryError } from 'drizzle-orm/errors';
import { expect, test } from 'vitest';
import { createLog } from './log.ts';

function logged(write: (log: ReturnType<typeof createLog>) => void): string[] {
  const lines: string[] = [];
  write(createLog('info', { write: (line) => lines.push(line) }));
  return lines;
}

test('T39 a failed statement is logged with its text and cause, without the values bound to it', () => {
  const cause = new Error('relation "users" is gone');
  const failure = new DrizzleQueryError('insert into users values ($1)', ['canary@example.com\nx'], cause);
  const [line = ''] = logged((log) => log.error({ err: failure }, 'request failed'));
  expect(line).not.toContain('canary');
  expect(JSON.parse(line).err.message).toContain('insert into users values ($1)');
  expect(JSON.parse(line).err.stack).toContain('caused by: Error: relation "users" is gone');
});

test('T39 an error that is no statement keeps its message and stack', () => {
  const [line = ''] = logged((log) => log.error({ err: new RangeError('expected a tick') }, 'x'));
  expect(JSON.parse(line).err).toMatchObject({ type: 'RangeError', message: 'expected a tick' });
  expect(JSON.parse(line).err.stack).toContain('log.test.ts');
});

test('T39 secrets and addresses are left out by name, and a line break stays inside its line', () => {
  const lines = logged((log) => {
    log.info(
      { cookie: 'canary', person: { email: 'canary', nested: { token: 'canary' } } },
      'a\nb\r\n{"level":"fatal"}',
    );
  });
  expect(lines).toHaveLength(1);
  expect(lines[0]).not.toContain('canary');
  expect(lines[0]?.trimEnd()).not.toMatch(/[\r\n]/);
});

test.each([
  ['a string', 'too many wait', 'too many wait'],
  ['nothing', undefined, 'round failed'],
  ['null', null, 'null'],
  ['an object without a message', Object.create(null), ''],
  ['an error without a stack', Object.assign(new Error('no stack'), { stack: undefined }), 'no stack'],
  ['something with a message that is no error', { message: 'from elsewhere' }, 'from elsewhere'],
])('%s that was thrown is logged', (_what, thrown, message) => {
  const lines = logged((log) => log.error({ err: thrown }, 'round failed'));
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'error' });
  expect(lines[0]).toContain(message);
});

test('the connection that the pool attaches to an error is not logged', () => {
  const failure = Object.assign(new Error('Connection terminated'), { client: { password: 'canary' } });
  const [line = ''] = logged((log) => log.error({ err: failure }, 'database connection lost'));
  expect(line).not.toContain('client');
});

test('a value that cannot be serialised is replaced by the reason, and the next line is written', () => {
  const hostile = {
    get message(): string {
      throw new RangeError('canary');
    },
  };
  const lines = logged((log) => {
    log.child({ requestId: 'r' }).error({ err: hostile }, 'x');
    log.info('next');
  });
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['a log line could not be written', 'next']);
  expect(lines.join()).not.toContain('canary');
});

test('an output that fails, as on a full disk, affects no caller', () => {
  const log = createLog('info', {
    write() {
      throw Object.assign(new Error('write'), { code: 'ENOSPC' });
    },
  });
  expect(() => log.error({ err: new Error('x') }, 'x')).not.toThrow();
});
