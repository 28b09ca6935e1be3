/** Prints the closing line `N passed, N failed, N skipped` with the true totals of the whole run. */
import type { Reporter, TestModule } from 'vitest/node';

export default class TotalsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    let passed = 0;
    let failed = 0;
    let skipped = 0;
    for (const module of modules) {
      const states = [...module.children.allTests()].map((test) => test.result().state);
      const failedTests = states.filter((state) => state === 'failed').length;
      // What fails outside its tests, in an import or a hook, is a failure too
      failed += module.state() === 'failed' ? Math.max(1, failedTests) : failedTests;
      passed += states.filter((state) => state === 'passed').length;
      skipped += states.filter((state) => state === 'skipped' || state === 'pending').length;
    }
    const tail = skipped > 0 ? `, ${skipped} skipped` : '';
    process.stdout.write(`\n${passed} passed, ${failed} failed${tail}\n`);
  }
}
