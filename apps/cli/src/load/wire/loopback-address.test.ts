import { expect, test } from 'vitest';
import { addressOfPerson, loopbackAddress, redirectedAddress } from './loopback-address.ts';

test.each([
  ['http://127.0.0.1:3000', '127.0.0.1', 3000],
  ['http://localhost:3000/', '127.0.0.1', 3000],
  ['http://127.4.5.6', '127.4.5.6', 80],
  ['http://[::1]:3000', '::1', 3000],
])('%s is of this machine', (url, host, port) => {
  expect(loopbackAddress(url)).toMatchObject({ host, port });
});

test.each([
  'http://192.168.0.4:3000',
  'http://undertow.example.com',
  'http://127.0.0.1.example.com',
  'http://0.0.0.0:3000',
  'http://[::ffff:10.0.0.1]:3000',
  'https://localhost:3000',
  'localhost:3000',
  'nonsense',
])('%s is refused', (url) => {
  expect(() => loopbackAddress(url)).toThrow(/^expected an address .*, got /);
});

test('a sign-in that leads to another machine is refused', () => {
  expect(() => redirectedAddress('https://id.example.com/auth')).toThrow(/sign-in leads elsewhere/);
});

test.runIf(process.platform === 'linux')('people have addresses of their own', () => {
  const to = loopbackAddress('http://127.0.0.1:3000');
  const addresses = Array.from({ length: 1250 }, (_, number) => addressOfPerson(number, to));
  expect(new Set(addresses).size).toBe(1250);
  expect(addresses.every((address) => /^127\.77\.\d{1,3}\.\d{1,3}$/.test(address ?? ''))).toBe(true);
  expect(addressOfPerson(0, loopbackAddress('http://[::1]:3000'))).toBeUndefined();
});
