/** The name of a device from its user agent. Only words of this file appear in it. */

/** Longer ones are no browser's; every expression below reads at most this much. */
const MAX_CHARACTERS = 512;

/** Browsers whose user agent contains the names of others come before those. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|OPX|OPT|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bDuckDuckGo\//, 'DuckDuckGo'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*\bSafari\//, 'Safari'],
];

/** Android names Linux too, and an iPhone names Mac OS X. */
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b|\biPod\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
];

function firstOf(rules: readonly (readonly [RegExp, string])[], text: string): string | undefined {
  return rules.find(([pattern]) => pattern.test(text))?.[1];
}

/** For example `Chrome on Windows`; `Unknown device` when neither part is recognised. */
export function deviceName(userAgent: string | undefined): string {
  const text = (userAgent ?? '').slice(0, MAX_CHARACTERS);
  const browser = firstOf(BROWSERS, text);
  const system = firstOf(SYSTEMS, text);
  if (browser === undefined && system === undefined) return 'Unknown device';
  if (system === undefined) return `${browser} on an unknown system`;
  return `${browser ?? 'Unknown browser'} on ${system}`;
}
