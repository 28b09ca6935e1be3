/** Calibrators by `model.tier`, as they travel between threads and lie in folders. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Calibrator, type CalibratorSource, calibratorFor, readCalibrator } from '@undertow/detection';
import { InputError } from '#terminal/terminal.ts';

/** Null: this model is not calibrated, whatever is committed. */
export type CalibratorTable = Readonly<Record<string, Calibrator | null>>;

/** The table's calibrator where it names the model and tier, else the committed one. */
export function sourceOf(table: CalibratorTable): CalibratorSource {
  return (model, tier) => {
    const own = table[`${model.name}.${tier}`];
    return own === undefined ? calibratorFor(model, tier) : own;
  };
}

/** Every calibrator of a folder that `undertow train` wrote. */
export async function readCalibrators(folder: string): Promise<CalibratorTable> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
  const table: Record<string, Calibrator> = {};
  for (const file of files) {
    const path = join(folder, file);
    const text = await readFile(path, 'utf8');
    try {
      const calibrator = readCalibrator(JSON.parse(text), file);
      table[`${calibrator.model}.${calibrator.tier}`] = calibrator;
    } catch (error) {
      throw new InputError(`${path}: ${error instanceof Error ? error.message : 'not a calibrator'}`);
    }
  }
  return table;
}
