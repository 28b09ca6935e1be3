/** Property tests run the same cases every time, so that a pass is reproducible; PROPERTY_SEED selects others. */
import fc from 'fast-check';

const FIRST_SEED = 20_260_101;

fc.configureGlobal({ seed: Number(process.env['PROPERTY_SEED'] ?? FIRST_SEED) });
