/** Prints what the open pages show when a test fails: a timeout alone says only what is missing. */
import { beforeEach } from 'vitest';
import { stateOfOpenPages } from '#tests/drive/open-pages.ts';

beforeEach(({ onTestFailed }) => {
  onTestFailed(async () => {
    process.stderr.write(`${await stateOfOpenPages()}\n`);
  });
});
