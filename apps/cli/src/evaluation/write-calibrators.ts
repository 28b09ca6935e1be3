/** Writes calibrators as files, and the static index of the committed ones. */
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Calibrator } from '@undertow/detection';
import type { TrainedModel } from './training.ts';

/** Where the product finds them. */
export const COMMITTED_CALIBRATORS = fileURLToPath(
  new URL('../../../../packages/detection/src/calibration/calibrators', import.meta.url),
);

/**
 * Writes each as `model.tier.json` and takes away what is not true any more: files of models that are not in `known`, and
 * of those that found too little to learn from this time. The index follows when the folder is the product's.
 */
export async function writeCalibrators(
  folder: string,
  trained: readonly Pick<TrainedModel, 'model' | 'tier' | 'calibrator'>[],
  known: readonly string[],
): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const file of await calibratorFiles(folder))
    if (!known.includes(file.split('.')[0]!)) await rm(join(folder, file));
  for (const { model, tier, calibrator } of trained) {
    const path = join(folder, `${model}.${tier}.json`);
    if (calibrator === null) await rm(path, { force: true });
    else await writeFile(path, compactJson(calibrator));
  }
  if (folder === COMMITTED_CALIBRATORS) await writeIndex(folder);
}

/** One line for each list of numbers and each step: trees are long. */
function compactJson(calibrator: Calibrator): string {
  const spread = JSON.stringify(calibrator, null, 1);
  return `${spread.replace(/[[{][^[\]{}]*[\]}]/g, (inner) => inner.replace(/\n\s*/g, ' '))}\n`;
}

async function calibratorFiles(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
}

async function writeIndex(folder: string): Promise<void> {
  const files = await calibratorFiles(folder);
  const imports = files.map((file, at) => `import file${at} from './${file}' with { type: 'json' };\n`);
  const entries = files.map((file, at) => `  '${file.slice(0, -'.json'.length)}': file${at},\n`);
  await writeFile(
    join(folder, 'index.ts'),
    `/** Every committed calibrator; \`undertow train\` writes this folder. */\n${imports.join('')}\n` +
      `export const CALIBRATOR_FILES: Readonly<Record<string, unknown>> = {\n${entries.join('')}};\n`,
  );
}
