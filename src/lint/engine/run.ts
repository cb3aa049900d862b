import type { Compiled } from '../../model/desired.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { Range, Source } from '../../model/document.ts';
import type { LedgerState } from '../../model/ledger.ts';
import type { RuleSetting, Workspace } from '../../model/workspace.ts';
import type { FindingCollector } from './finding-collector.ts';
import type { BrokenParts } from './broken.ts';
import type { Levels } from './levels.ts';
import type { RuleIndex } from './rule-index.ts';
import type { Base, Rule } from '../rule.ts';

export interface LintInput {
  readonly workspace: Workspace;
  /** By environment. */
  readonly compiled: ReadonlyMap<string, Compiled>;
  /** By environment, where they are at hand. */
  readonly ledgers?: ReadonlyMap<string, LedgerState>;
  /** What the workspace is compared with. */
  readonly base?: Base;
  readonly now: Date;
  readonly rules: readonly Rule[];
  /** Those of edgewright.yaml, checked: rules like the others, and what is wrong with those that are none. */
  readonly policies?: { readonly rules: readonly Rule[]; readonly diagnostics: readonly Diagnostic[] };
  /** `--rule id=severity`: wins over all settings. */
  readonly overriding?: ReadonlyMap<string, RuleSetting>;
  /** `ignore`: what the baseline holds is shown. `new-only`: nothing is said of what it holds too much. */
  readonly baseline?: 'hold' | 'new-only' | 'ignore';
  /** Only findings in these files; the whole workspace is looked at all the same. */
  readonly files?: ReadonlySet<string>;
}

/** The rules of a run: those of the product, and the policies. */
export function rulesIn({ rules, policies }: LintInput): readonly Rule[] {
  return policies === undefined ? rules : [...rules, ...policies.rules];
}

/** What every part of a run needs. */
export interface LintRun {
  readonly input: LintInput;
  readonly levels: Levels;
  readonly index: RuleIndex;
  readonly book: FindingCollector;
  readonly broken: BrokenParts;
  /** Text that a finding says may be a secret. */
  readonly sensitive: Map<Source, Range[]>;
}
