import { walk } from '../../derive/yaml/document-tree.ts';
import type { FindingCollector } from './finding-collector.ts';
import type { Levels } from './levels.ts';
import type { RuleIndex } from './enabled-rules.ts';
import type { Base, OtherEnvironment, Rule, RuleContext } from '../rule.ts';
import type { CompileResult } from '../../model/desired.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { MapNode, Place, Range, Source, YamlDocument } from '../../model/document.ts';
import type { LedgerState } from '../../model/ledger/ledger.ts';
import type { Workspace } from '../../model/workspace/workspace.ts';
import { coveringOf, type RangeCover } from '../../text/ranges.ts';
import type { ShapeFinding } from '../shape/shape-finding.ts';
import { lastNotAfter } from '../../text/lists/last-not-after.ts';
import type { RuleSetting } from '../../model/workspace/settings.ts';
import { entryRange } from '../../derive/yaml/node-place.ts';

export interface LintInput {
  readonly workspace: Workspace;
  readonly compiled: ReadonlyMap<string, CompileResult>;
  /** Environments that are not checked, as far as rules compare with them. */
  readonly unchecked?: readonly Omit<OtherEnvironment, 'isChecked'>[];
  /** By environment, if available. */
  readonly ledgers?: ReadonlyMap<string, LedgerState>;
  /** The commit that the workspace is compared with (`--base`). */
  readonly base?: Base;
  /** The base whose suppressions count as known, for a caller that compares nothing else with it. */
  readonly suppressedIn?: Workspace;
  readonly now: Date;
  readonly rules: readonly Rule[];
  /** The lint policies of edgewright.yaml as rules, and the mistakes in policies that are invalid. */
  readonly policies?: { readonly rules: readonly Rule[]; readonly diagnostics: readonly Diagnostic[] };
  /** From `--rule id=severity`; wins over all settings. */
  readonly overriding?: ReadonlyMap<string, RuleSetting>;
  /** `ignore`: recorded findings are shown. `new-only`: they are hidden, and stale entries are not reported. */
  readonly baseline?: 'hold' | 'new-only' | 'ignore';
  /** Reports findings in these files only; the whole workspace is checked. */
  readonly files?: ReadonlySet<string>;
}

/** All rules of a run: the built-in ones and the lint policies. */
export function rulesIn({ rules, policies }: Pick<LintInput, 'rules' | 'policies'>): readonly Rule[] {
  return policies === undefined ? rules : [...rules, ...policies.rules];
}

/** State that every part of a run shares. */
export interface LintRun {
  readonly input: LintInput;
  readonly levels: Levels;
  readonly index: RuleIndex;
  readonly collector: FindingCollector;
  readonly broken: BrokenParts;
  /** Whether a time, in milliseconds, is over as of this run. False for an invalid one. */
  readonly hasPassed: RuleContext['hasPassed'];
  /** Text that may be a secret, as marked by findings. */
  readonly sensitive: Map<Source, Range[]>;
}

/** The parts of documents with a shape error. Further findings there are consequences and are dropped. */
interface BrokenParts {
  readonly mark: (
    document: YamlDocument,
    root: MapNode,
    findings: readonly Pick<ShapeFinding, 'broken' | 'lacking'>[],
  ) => void;
  /**
   * Whether a place is inside such a part, or is the key of a map whose missing field is probably there but misspelled.
   */
  readonly has: (place: Place) => boolean;
}

/** The broken parts of one document. */
interface Parts {
  readonly start: number;
  readonly subtrees: Range[];
  /** Built lazily from `subtrees`. */
  covering: RangeCover | undefined;
  /** Ranges, as `start-end`, of the keys of maps whose missing field is probably misspelled. */
  readonly keys: Set<string>;
}

export function createBrokenParts(): BrokenParts {
  const byFile = new Map<string, Parts[]>();
  return {
    mark: (document, root, findings) => {
      if (findings.length === 0) return;
      const parts = partsOf(byFile, document);
      parts.covering = undefined;
      for (const { broken, lacking } of findings) {
        if (broken.length > 0) parts.subtrees.push(rangeAt(document, root, broken));
        if (lacking !== undefined) parts.keys.add(idOf(keyAt(root, lacking)));
      }
    },
    has: (place) => {
      const all = byFile.get(place.source.path);
      const parts = all?.[lastNotAfter(all, place.start, ({ start }) => start)];
      if (parts === undefined) return false;
      parts.covering ??= coveringOf(parts.subtrees);
      return parts.covering.covers(place) || parts.keys.has(idOf(place));
    },
  };
}

/** Documents are marked in file order, so only the last entry can be the same document. */
function partsOf(byFile: Map<string, Parts[]>, { source, range }: YamlDocument): Parts {
  const all = byFile.get(source.path) ?? [];
  byFile.set(source.path, all);
  const last = all.at(-1);
  if (last?.start === range.start) return last;
  const parts: Parts = { start: range.start, subtrees: [], covering: undefined, keys: new Set() };
  all.push(parts);
  return parts;
}

function idOf({ start, end }: Range): string {
  return `${start}-${end}`;
}

function rangeAt(document: YamlDocument, root: MapNode, path: ShapeFinding['broken']): Range {
  const { node, entry } = walk(root, path);
  return entry === undefined ? { start: node.start, end: node.end } : entryRange(entry, document.source);
}

function keyAt(root: MapNode, path: ShapeFinding['broken']): Range {
  const { node, entry } = walk(root, path);
  const first = node.type === 'map' ? node.entries[0]?.key : undefined;
  return entry?.key ?? first ?? node;
}
