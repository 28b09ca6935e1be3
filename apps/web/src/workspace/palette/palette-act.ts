/** What a line of the palette does. */
import type { PaneKind, Preferences, TemplateId } from '@undertow/contracts';

export type PaletteAct =
  | { readonly kind: 'pane'; readonly pane: PaneKind; readonly instrumentId: number }
  | { readonly kind: 'instrument'; readonly instrumentId: number }
  | { readonly kind: 'add-instrument'; readonly instrumentId: number }
  | { readonly kind: 'swap-instrument'; readonly activate: number; readonly pause: number }
  | { readonly kind: 'event'; readonly eventId: string; readonly instrumentId: number }
  | { readonly kind: 'page'; readonly path: string }
  | { readonly kind: 'layer'; readonly layer: keyof Preferences['layers'] }
  | { readonly kind: 'template'; readonly template: TemplateId }
  | { readonly kind: 'window'; readonly surface: 'plans' | 'keys' | 'event-settings' | 'replay' }
  | { readonly kind: 'theme' };
