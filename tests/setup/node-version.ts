/** Ends a run on an older Node than the product's with one line that says what to do, instead of failures that do not. */
import { readFileSync } from 'node:fs';

const packageFile = new URL('../../package.json', import.meta.url);
const { dependencies }: { dependencies: { node: string } } = JSON.parse(readFileSync(packageFile, 'utf8'));
const majorOf = (version: string): number => Number.parseInt(version, 10);

if (majorOf(process.versions.node) < majorOf(dependencies.node)) {
  process.stderr.write(
    `This is Node ${process.versions.node}, the tests need ${dependencies.node}: start them with npm, which uses the Node of node_modules (npm test, npm exec vitest -- run FILE).\n`,
  );
  process.exit(1);
}
