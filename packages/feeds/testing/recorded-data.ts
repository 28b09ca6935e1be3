/** Where recorded data lies beside the checkout, for tests only. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Ends with a slash. */
export const RECORDED_DATA = fileURLToPath(new URL('../../../../shared/data/', import.meta.url));

/** False where the folder is absent: tests that need it are reported as skipped. */
export const HAS_RECORDED_DATA = existsSync(`${RECORDED_DATA}README.md`);

export const ES_RECORDING = `${RECORDED_DATA}es-mbo-esh4-20231225-dev/esh4-glbx-mdp3-20231225-to-2330.mbo.dbn.zst`;

if (!HAS_RECORDED_DATA)
  process.stderr.write(`recorded data is not at ${RECORDED_DATA}: its tests are skipped\n`);
