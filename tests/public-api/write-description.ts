/** `npm run openapi`: writes the description that is served; `-- --release` also makes it the one that later ones are compared with. */
import { writeFileSync } from 'node:fs';
import { DESCRIPTION, describe, RELEASED } from './described.ts';

const text = describe();
writeFileSync(DESCRIPTION, text);
if (process.argv.includes('--release')) writeFileSync(RELEASED, text);
