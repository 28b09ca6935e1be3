/** Property tests try the same cases in every run, so that green stays green; PROPERTY_SEED tries others. */
import fc from 'fast-check';

const FIRST_SEED = 20_260_101;

fc.configureGlobal({ seed: Number(process.env['PROPERTY_SEED'] ?? FIRST_SEED) });
