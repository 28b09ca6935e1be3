/**
 * Gives each finding its label: a matching of greatest total confidence, between findings and labels of one session.
 */
import type { Finding } from './finding.ts';
import { type Claim, fits, isOfRow, msOf, type Relevance, rowsOf, type ScoreRow } from './match-rules.ts';
import type { TruthLabel } from './truth-label.ts';

export interface Match {
  readonly finding: Finding;
  readonly label: TruthLabel;
  readonly relevance: Relevance;
}

/** How the findings of a row fared in one session. */
export interface RowMatching {
  readonly matches: readonly Match[];
  /** Findings that fit no label. */
  readonly wrong: readonly Finding[];
  /** Findings that fit only labels that others found. */
  readonly duplicates: readonly Finding[];
  /** Labels that were counted and not found; weak ones apart. */
  readonly missed: readonly TruthLabel[];
  readonly missedWeak: readonly TruthLabel[];
}

interface Node {
  readonly label: TruthLabel;
  readonly relevance: Relevance;
  /** Index of the finding that holds it, -1 while free. */
  holder: number;
}

export function claimOf(finding: Finding): Claim {
  return {
    side: finding.side,
    timeMs: msOf(finding.detectedNs),
    priceLowTicks: finding.priceLowTicks,
    priceHighTicks: finding.priceHighTicks,
  };
}

/**
 * Matches the findings of one row and one symbol. The weight of a match is the finding's confidence, so the sets of
 * findings that can be matched together form a matroid: taking findings by falling confidence (the earlier first among
 * equals) and keeping each that an augmenting path can still place gives the greatest total weight. Of the labels that the
 * same findings can hold, those that count are held first.
 */
export function matchRow(
  row: ScoreRow,
  findings: readonly Finding[],
  labels: readonly TruthLabel[],
): RowMatching {
  const ordered = findings
    .filter((finding) => rowsOf(finding.type, finding.sub).includes(row))
    .sort(byConfidence);
  const nodes = nodesOf(row, labels);
  const edges = ordered.map((finding) => {
    const claim = claimOf(finding);
    return nodes.flatMap(({ label }, at) => (fits(row, label, claim) ? [at] : []));
  });
  const placed = ordered.map((_, at) => place(at, edges, nodes, new Set()));
  nodes.forEach(({ relevance, holder }, index) => {
    if (holder < 0) exchange(index, RANK[relevance], edges, nodes, new Set());
  });
  const matches: Match[] = [];
  for (const { label, relevance, holder } of nodes)
    if (holder >= 0) matches.push({ finding: ordered[holder]!, label, relevance });
  const free = (wanted: Relevance): TruthLabel[] =>
    nodes.filter(({ relevance, holder }) => relevance === wanted && holder < 0).map(({ label }) => label);
  return {
    matches,
    wrong: ordered.filter((_, at) => edges[at]!.length === 0),
    duplicates: ordered.filter((_, at) => !placed[at] && edges[at]!.length > 0),
    missed: free('counted'),
    missedWeak: free('weak'),
  };
}

const RANK: Readonly<Record<Relevance, number>> = { counted: 0, weak: 1, neutral: 2, absent: 3 };

/** Labels that may be found, those that count first, then the earlier. */
function nodesOf(row: ScoreRow, labels: readonly TruthLabel[]): Node[] {
  return labels
    .filter((label) => isOfRow(label, row))
    .map((label) => ({ label, relevance: row.relevance(label), holder: -1 }))
    .filter(({ relevance }) => relevance !== 'absent')
    .sort((a, b) => RANK[a.relevance] - RANK[b.relevance] || compareNs(a.label.t0Ns, b.label.t0Ns));
}

function byConfidence(a: Finding, b: Finding): number {
  return b.confidence - a.confidence || compareNs(a.detectedNs, b.detectedNs);
}

function compareNs(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Finds a label for a finding, moving others to labels that fit them as well (Kuhn 1955). */
function place(
  at: number,
  edges: readonly (readonly number[])[],
  nodes: readonly Node[],
  tried: Set<number>,
): boolean {
  for (const index of edges[at] ?? []) {
    if (tried.has(index)) continue;
    tried.add(index);
    const node = nodes[index]!;
    if (node.holder < 0 || place(node.holder, edges, nodes, tried)) {
      node.holder = at;
      return true;
    }
  }
  return false;
}

/** Gives a free label to a finding that holds one of a lesser rank, or of the same rank which another can hold in turn. */
function exchange(
  index: number,
  rank: number,
  edges: readonly (readonly number[])[],
  nodes: readonly Node[],
  tried: Set<number>,
): boolean {
  for (const [heldIndex, held] of nodes.entries()) {
    const { holder, relevance } = held;
    if (holder < 0 || tried.has(heldIndex) || !edges[holder]!.includes(index)) continue;
    tried.add(heldIndex);
    if (RANK[relevance] > rank) held.holder = -1;
    else if (!exchange(heldIndex, rank, edges, nodes, tried)) continue;
    nodes[index]!.holder = holder;
    return true;
  }
  return false;
}
