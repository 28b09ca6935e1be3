/** A folder of uploads that is there when the first file is, for tests of everything else. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openUploadFiles } from '#adapters/backtests/upload-files.ts';
import type { UploadFiles } from '#ports/backtests/uploads.ts';

export function uploadFolder(): UploadFiles {
  return openUploadFiles(join(tmpdir(), `undertow-uploads-${process.pid}`));
}
