/** One layout of a platform, and the reader that combines several of them. */
import type { ImportAnswers, PlatformId } from '#model/import-model.ts';
import { ImportRefusal } from '#model/import-refusal.ts';
import type { SourceFile } from '#model/source-file.ts';
import type { PlatformReader, PlatformRows, Recognition } from './platform.ts';

export interface PlatformLayout {
  /** Display name, unique on the platform: `TradingView, list of trades`. */
  readonly layout: string;
  readonly kind: Recognition['kind'];
  recognise(file: SourceFile): readonly Pick<Recognition, 'confidence' | 'grid' | 'headerRow'>[];
  read(file: SourceFile, found: Recognition, answers: ImportAnswers): PlatformRows;
}

/** Surest layout first; the layout that recognised a file is the one that reads it. */
export function readerOfLayouts(platform: PlatformId, layouts: readonly PlatformLayout[]): PlatformReader {
  return {
    id: platform,
    recognise(file) {
      return layouts
        .flatMap((one) =>
          one.recognise(file).map((found) => ({ platform, layout: one.layout, kind: one.kind, ...found })),
        )
        .sort((one, other) => other.confidence - one.confidence);
    },
    read(file, found, answers) {
      const layout = layouts.find((one) => one.layout === found.layout);
      if (layout === undefined)
        throw new ImportRefusal('UNKNOWN_LAYOUT', `No layout of this platform is called ${found.layout}.`);
      return layout.read(file, found, answers);
    },
  };
}
