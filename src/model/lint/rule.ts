import { type ApiNote, noteInWords } from '../../kinds/api-notes.ts';
import { severityWords } from '../diagnostic.ts';
import type { Json } from '../value.ts';
import type { LintSettings, PresetName, SeveritySetting } from '../workspace/settings.ts';

/**
 * Documentation of a rule. A rule reports mistakes and places; severity, suppression, sorting and output are not its
 * concern. Tests run its `bad` and `good`, and `explain` and the documentation show them.
 */
export interface RuleText {
  /** Named after the mistake, in kebab-case. */
  readonly id: string;
  readonly group: RuleGroup;
  /** `minimal` has only what the API states; each preset contains the one before. */
  readonly severity: Readonly<Record<PresetName, SeveritySetting>>;
  /** The section of docs/api-notes.md that the rule is based on. */
  readonly source: ApiNote;
  /** A standard that the rule is based on, such as `RFC 9110 5.6.2`. */
  readonly standard?: string;
  /** True if the API documents the rule; otherwise it is inferred or a convention. */
  readonly isMust: boolean;
  /**
   * False, for a documented rule: the mock API does not run it over the bodies of requests. It is about files or the
   * ids in a path, or describes a default rather than a refusal.
   */
  readonly judgesBodies?: false;
  /** The mistake, in one sentence for tables. */
  readonly summary: string;
  /** The consequence of the mistake, in one sentence. */
  readonly why: string;
  /** The message already implies `why`, so findings do not show it; `explain` does. */
  readonly isEvident?: true;
  /** A resource file with this finding and no other. */
  readonly bad: string;
  /** The same file without the mistake. */
  readonly good: string;
  readonly fix: 'safe' | 'unsafe' | 'none';
  /** False: neither a comment nor a baseline can suppress it. */
  readonly ignorable?: false;
  /** Reports that a text cannot be read: like the rules of the reader of files, it cannot be switched off. */
  readonly isReading?: true;
  /** Options by name, with their defaults. */
  readonly options?: Readonly<Record<string, Json>>;
}

export type RuleGroup =
  | 'yaml'
  | 'structure'
  | 'text'
  | 'tls'
  | 'circuit-breaker'
  | 'headers'
  | 'webhook'
  | 'oauth'
  | 'session'
  | 'saml'
  | 'oidc'
  | 'user-agent'
  | 'websocket'
  | 'route'
  | 'endpoint'
  | 'traffic-policy'
  | 'secret'
  | 'reference'
  | 'hygiene'
  | 'policy';

/** For example `docs/api-notes.md#http-headers, RFC 9110 5.5`, plus `documented` if the API documents the rule. */
export function sourceInWords({ source, standard, isMust }: RuleText): string {
  return [
    noteInWords(source),
    ...(isMust ? ['documented'] : []),
    ...(standard === undefined ? [] : [standard]),
  ].join(', ');
}

/** The page of a rule, below docs/ and below `lint.docs_url`. */
export function rulePage({ group, id }: Pick<RuleText, 'group' | 'id'>): string {
  return `rules/${group}/${id}.md`;
}

/** "error", or by preset if they differ: "minimal off, recommended warning, strict error". */
export function severitiesInWords({ severity }: RuleText): string {
  const { minimal, recommended, strict } = severity;
  if (minimal === recommended && recommended === strict) return severityWords[strict];
  return `minimal ${severityWords[minimal]}, recommended ${severityWords[recommended]}, strict ${severityWords[strict]}`;
}

/**
 * Whether a comment or a baseline may hide a rule's findings. Not allowed where the input would be compiled wrong or
 * not at all.
 */
export function isIgnorable({ ignorable }: RuleText): boolean {
  return ignorable !== false;
}

/** The same for a workspace, whose settings can exclude further rules. */
export function isSuppressible(rule: RuleText, { rules }: LintSettings): boolean {
  return isIgnorable(rule) && rules.get(rule.id)?.suppressible !== false;
}
