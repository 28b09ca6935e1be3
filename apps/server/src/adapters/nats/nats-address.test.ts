/** What an address of NATS means. */
import { expect, test } from 'vitest';
import { readNatsAddress } from './nats-address.ts';

test('an address names one server or several, and the user of all of them', () => {
  expect(readNatsAddress('nats://localhost')).toEqual({ servers: ['localhost:4222'], isEncrypted: false });
  expect(readNatsAddress('one:4223, nats://web:p%40ss@two, tls://[::1]:4224')).toEqual({
    servers: ['one:4223', 'two:4222', '[::1]:4224'],
    isEncrypted: true,
    user: 'web',
    password: 'p@ss',
  });
});

test.each(['', 'http://localhost', 'nats://', 'nats://web:secret@:x'])(
  '%j is refused without being repeated',
  (value) => {
    expect(() => readNatsAddress(value)).toThrow(/^expected nats:\/\/\[user:password@\]host:port/);
  },
);
