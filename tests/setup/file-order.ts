/** Starts the longest files of a project first, also in a fresh clone, where Vitest does not know yet how long each takes. */
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { LONG_FILES } from './long-files.ts';

export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rankOf = ({ moduleId }: TestSpecification): number => {
      const rank = LONG_FILES.indexOf(relative(this.ctx.config.root, moduleId));
      return rank === -1 ? LONG_FILES.length : rank;
    };
    const groupOf = ({ project }: TestSpecification): number => project.config.sequence.groupOrder;
    return sorted.toSorted((one, other) => groupOf(one) - groupOf(other) || rankOf(one) - rankOf(other));
  }
}
