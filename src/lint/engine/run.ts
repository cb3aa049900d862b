import type { Compiled } from '../../model/desired.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { Range, Source } from '../../model/document.ts';
import type { LedgerState } from '../../model/ledger.ts';
import type { RuleSetting, Workspace } from '../../model/workspace.ts';
import type { FindingCollector } from './finding-collector.ts';
import type { BrokenParts } from './broken.ts';
import type { Levels } from './levels.ts';
import type { LintClock } from './lint-clock.ts';
import type { RuleIndex } from './rule-index.ts';
import type { Base, OtherEnvironment, Rule } from '../rule.ts';

export interface LintInput {
  readonly workspace: Workspace;
  /** Compiled resources by environment. */
  readonly compiled: ReadonlyMap<string, Compiled>;
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
  readonly book: FindingCollector;
  readonly broken: BrokenParts;
  readonly clock: LintClock;
  /** Text that may be a secret, as marked by findings. */
  readonly sensitive: Map<Source, Range[]>;
}
