/** Files on their way to the server. */
import { UPLOAD_PIECE_BYTES, type UploadDto } from '@undertow/contracts';
import { expect, test } from 'vitest';
import { type UploadPorts, UploadQueue } from './upload-queue.ts';

const SIZE = 2 * UPLOAD_PIECE_BYTES + 5;
const file = (name: string, size = SIZE) => new File([new Uint8Array(size)], name);

function uploadOf(fileName: string, bytes: number, received: number): UploadDto {
  const instant = '2026-11-20T15:00:00.000Z';
  return {
    ...{ id: `id of ${fileName}`, fileName, bytes, received, createdAt: instant, expiresAt: instant },
    ...{ state: 'receiving', progress: null, error: null, sessions: [] },
  };
}

/** A server that keeps what it receives, and refuses the pieces that `refuse` names. */
function server(refuse: (sent: number) => string | null = () => null) {
  const uploads: UploadDto[] = [];
  const pieces: string[] = [];
  const waits: number[] = [];
  let sent = 0;
  const ports: UploadPorts = {
    list: async () => ({ uploads }),
    begin: async (fileName, bytes) => {
      uploads.push(uploadOf(fileName, bytes, 0));
      return uploadOf(fileName, bytes, 0);
    },
    send: async (id, offset, bytes, onProgress) => {
      sent += 1;
      const refusal = refuse(sent);
      if (refusal !== null) throw new Error(refusal);
      onProgress(0.5);
      const at = uploads.findIndex((one) => one.id === id);
      const held = uploads[at];
      if (held === undefined || held.received !== offset) throw new Error('another offset');
      pieces.push(`${held.fileName} ${offset}`);
      uploads[at] = { ...held, received: offset + bytes.size };
      return uploads[at];
    },
    retryAfterMs: (error) => (error instanceof Error && error.message === 'too many' ? 700 : null),
    wait: async (ms) => {
      waits.push(ms);
    },
    wordsOf: (error) => (error instanceof Error ? error.message : ''),
  };
  return { queue: new UploadQueue(ports), uploads, pieces, waits };
}

const P = UPLOAD_PIECE_BYTES;

test('files are sent one after the other, each in pieces, and leave the list', async () => {
  const { queue, pieces } = server();
  queue.add([file('a'), file('b', 3)], () => undefined);
  expect(queue.files.get().map(({ fileName, sent }) => [fileName, sent])).toEqual([
    ['a', 0],
    ['b', 0],
  ]);
  await expect.poll(() => queue.files.get()).toEqual([]);
  expect(pieces).toEqual(['a 0', `a ${P}`, `a ${2 * P}`, 'b 0']);
});

test('one that was left unfinished goes on where it was', async () => {
  const { queue, uploads, pieces } = server();
  uploads.push(uploadOf('a', SIZE, P), uploadOf('a', SIZE + 1, 2 * P));
  uploads[1] = { ...uploadOf('a', SIZE + 1, 2 * P), id: 'another' };
  queue.add([file('a')], () => undefined);
  await expect.poll(() => queue.files.get()).toEqual([]);
  expect(pieces).toEqual([`a ${P}`, `a ${2 * P}`]);
});

test('too many pieces within a minute wait, and another refusal is shown until it is dismissed', async () => {
  const { queue, waits, pieces } = server((sent) =>
    sent === 2 ? 'too many' : sent === 4 ? 'no room' : null,
  );
  queue.add([file('a'), file('b', 3)], () => undefined);
  await expect.poll(() => queue.files.get().map(({ failure }) => failure)).toEqual(['no room']);
  await expect.poll(() => pieces).toContain('b 0');
  expect(waits).toEqual([700]);
  const [failed] = queue.files.get();
  expect(failed).toMatchObject({ fileName: 'a', sent: 2 * P });
  queue.dismiss(failed?.key ?? 0);
  expect(queue.files.get()).toEqual([]);
});

test('an empty file is not sent', () => {
  const { queue, uploads } = server();
  queue.add([file('a', 0)], () => undefined);
  expect(queue.files.get()).toMatchObject([{ fileName: 'a', failure: 'The file is empty.' }]);
  expect(uploads).toEqual([]);
});
