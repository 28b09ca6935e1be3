/** Where the fields of a definition record are: they moved between the versions. */
import type { DbnVersion } from './dbn-layout.ts';

export interface DefinitionLayout {
  readonly bytes: number;
  /** Contract size, and value of a tick, in units of 1e-9. */
  readonly unit: number;
  readonly tickValue: number;
  readonly strike: number;
  readonly maturityYear: number;
  readonly maturityMonth: number;
  readonly channel: number;
  readonly currency: number;
  readonly symbol: number;
  readonly symbolBytes: number;
  readonly group: number;
  readonly exchange: number;
  readonly asset: number;
  readonly assetBytes: number;
  readonly cfi: number;
  readonly securityType: number;
  readonly class: number;
  readonly match: number;
  readonly updateAction: number;
}

const V1: DefinitionLayout = {
  bytes: 360,
  unit: 88,
  tickValue: 96,
  strike: 328,
  maturityYear: 180,
  maturityMonth: 350,
  channel: 184,
  currency: 186,
  symbol: 200,
  symbolBytes: 22,
  group: 222,
  exchange: 243,
  asset: 248,
  assetBytes: 7,
  cfi: 255,
  securityType: 262,
  class: 325,
  match: 342,
  updateAction: 349,
};

const V2: DefinitionLayout = {
  ...V1,
  bytes: 400,
  strike: 112,
  maturityMonth: 383,
  symbolBytes: 71,
  group: 271,
  exchange: 292,
  asset: 297,
  cfi: 304,
  securityType: 311,
  class: 374,
  match: 375,
  updateAction: 382,
};

const V3: DefinitionLayout = {
  bytes: 520,
  unit: 80,
  tickValue: 88,
  strike: 104,
  maturityYear: 214,
  maturityMonth: 494,
  channel: 218,
  currency: 224,
  symbol: 238,
  symbolBytes: 71,
  group: 309,
  exchange: 330,
  asset: 335,
  assetBytes: 11,
  cfi: 346,
  securityType: 353,
  class: 487,
  match: 488,
  updateAction: 493,
};

const LAYOUTS = [V1, V2, V3] as const;

export function definitionLayout(version: DbnVersion): DefinitionLayout {
  return LAYOUTS[version - 1]!;
}

/** The layout of a definition of so many bytes, with or without `ts_out`. */
export function definitionLayoutOf(bytes: number): DefinitionLayout {
  if (bytes >= V3.bytes) return V3;
  return bytes >= V2.bytes ? V2 : V1;
}
