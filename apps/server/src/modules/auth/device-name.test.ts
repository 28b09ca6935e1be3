/** Devices are named after the user agent, of which no text is passed through unchanged. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deviceName } from './device-name.ts';

const MOZILLA = 'Mozilla/5.0';
const KHTML = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const WEBKIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const WINDOWS = '(Windows NT 10.0; Win64; x64)';
const MAC = '(Macintosh; Intel Mac OS X 10_15_7)';
const LINUX = '(X11; Linux x86_64)';
const PIXEL = '(Linux; Android 10; K)';
const IPHONE = '(iPhone; CPU iPhone OS 18_1 like Mac OS X)';
const IPAD = '(iPad; CPU OS 17_6 like Mac OS X)';

test.each([
  ['Chrome on Windows', `${MOZILLA} ${WINDOWS} ${KHTML} Chrome/142.0.0.0 Safari/537.36`],
  ['Chrome on macOS', `${MOZILLA} ${MAC} ${KHTML} Chrome/141.0.0.0 Safari/537.36`],
  ['Chrome on Linux', `${MOZILLA} ${LINUX} ${KHTML} Chrome/142.0.0.0 Safari/537.36`],
  ['Chrome on Android', `${MOZILLA} ${PIXEL} ${KHTML} Chrome/142.0.0.0 Mobile Safari/537.36`],
  ['Chrome on iPhone', `${MOZILLA} ${IPHONE} ${WEBKIT} CriOS/142.0.7444.77 Mobile/15E148 Safari/604.1`],
  ['Chrome on ChromeOS', `${MOZILLA} (X11; CrOS x86_64 14541.0.0) ${KHTML} Chrome/141.0.0.0 Safari/537.36`],
  ['Chrome on Linux', `${MOZILLA} ${LINUX} ${KHTML} HeadlessChrome/142.0.0.0 Safari/537.36`],
  ['Edge on Windows', `${MOZILLA} ${WINDOWS} ${KHTML} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`],
  ['Edge on Windows', `${MOZILLA} ${WINDOWS} ${KHTML} Chrome/64.0.3282.140 Safari/537.36 Edge/18.17763`],
  ['Edge on Android', `${MOZILLA} ${PIXEL} ${KHTML} Chrome/141.0.0.0 Mobile Safari/537.36 EdgA/141.0.0.0`],
  ['Edge on iPhone', `${MOZILLA} ${IPHONE} ${WEBKIT} Version/18.0 EdgiOS/141.0 Mobile/15E148 Safari/604.1`],
  ['Firefox on Windows', `${MOZILLA} (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0`],
  ['Firefox on macOS', `${MOZILLA} (Macintosh; Intel Mac OS X 10.15; rv:145.0) Gecko/20100101 Firefox/145.0`],
  ['Firefox on Linux', `${MOZILLA} (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0`],
  ['Firefox on Android', `${MOZILLA} (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0`],
  ['Firefox on iPhone', `${MOZILLA} ${IPHONE} ${WEBKIT} FxiOS/145.0 Mobile/15E148 Safari/605.1.15`],
  ['Safari on macOS', `${MOZILLA} ${MAC} ${WEBKIT} Version/18.1 Safari/605.1.15`],
  ['Safari on iPhone', `${MOZILLA} ${IPHONE} ${WEBKIT} Version/18.1 Mobile/15E148 Safari/604.1`],
  ['Safari on iPad', `${MOZILLA} ${IPAD} ${WEBKIT} Version/17.6 Mobile/15E148 Safari/604.1`],
  ['Opera on Windows', `${MOZILLA} ${WINDOWS} ${KHTML} Chrome/140.0.0.0 Safari/537.36 OPR/124.0.0.0`],
  [
    'Samsung Internet on Android',
    `${MOZILLA} ${PIXEL} ${KHTML} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
  ],
  ['Vivaldi on Linux', `${MOZILLA} ${LINUX} ${KHTML} Chrome/140.0.0.0 Safari/537.36 Vivaldi/7.6.3797.63`],
  ['Unknown browser on Windows', 'Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 6.0)'],
  ['Firefox on an unknown system', 'Firefox/1.0'],
])('%s: %s', (name, agent) => {
  expect(deviceName(agent)).toBe(name);
});

test.each([
  undefined,
  '',
  'curl/8.5.0',
  '<script>alert(1)</script>',
  "'; DROP TABLE sessions; --",
  '\r\nSet-Cookie: sid=x',
  '\u202eemorhC',
  '=HYPERLINK("https://evil.example")',
  '\u0000'.repeat(2000),
  `${' '.repeat(600)}Chrome/1 Windows`,
])('%j is an unknown device', (agent) => {
  expect(deviceName(agent)).toBe('Unknown device');
});

test('T24 T36 any user agent gives a fixed name, without delay', () => {
  const piece = fc.constantFrom(
    'Chrome/',
    'Version/1 ',
    'Safari/',
    'Windows',
    '<b>',
    '\n',
    'iPad',
    ' ',
    'Edg',
  );
  const agent = fc.oneof(
    fc.string({ maxLength: 20_000 }),
    fc.array(piece, { maxLength: 500 }).map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(agent, (text) => {
      expect(deviceName(text)).toMatch(/^[A-Z][A-Za-z]+( [A-Za-z]+){1,4}$/);
    }),
    { numRuns: 1000 },
  );
});
