/** States of uploads as their owner reads them. */
import type { UploadDto } from '@undertow/contracts';
import { expect, test } from 'vitest';
import { percentText, uploadText } from './upload-words.ts';

const UPLOAD: UploadDto = {
  ...{ id: 'a', fileName: 'a.dbn', bytes: 1.4e9, received: 1.4e9, state: 'ready', error: null },
  ...{ createdAt: '2026-11-20T15:00:00.000Z', expiresAt: '2027-02-18T15:00:00.000Z', progress: null },
  sessions: [{ product: 'ES', tradingDay: '2026-11-12', contract: 'ESZ6' }],
};

test('a ready file names its session, and how many more there are', () => {
  expect(uploadText(UPLOAD)).toBe('1.4 GB, ES 12 Nov 2026');
  const [session] = UPLOAD.sessions;
  const sessions = session === undefined ? [] : [session, session, session];
  expect(uploadText({ ...UPLOAD, sessions })).toBe('1.4 GB, ES 12 Nov 2026 and 2 more sessions');
});

test('a file on its way says how far it is', () => {
  expect(uploadText({ ...UPLOAD, state: 'receiving', received: 0.21e9 })).toContain('15% sent');
  const progress = { fraction: 0.386, remainingSeconds: 130 };
  expect(uploadText({ ...UPLOAD, state: 'reading', progress })).toMatch(
    /^1\.4 GB, 38% read, about 3 min left$/,
  );
  expect(uploadText({ ...UPLOAD, state: 'reading' })).toBe('1.4 GB, 0% read');
  expect([percentText(999, 1000), percentText(0, 0)]).toEqual(['99%', '0%']);
});

test('a refused file says why', () => {
  const error = 'byte 0 of the file: expected a DBN header';
  expect(uploadText({ ...UPLOAD, state: 'refused', error })).toBe(error);
});
