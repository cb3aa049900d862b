import { noteInWords, type ApiNote } from '../../kinds/api-notes.ts';
import type { Json } from '../value.ts';
import type { PresetName, SeveritySetting } from '../workspace.ts';

/**
 * A rule reports what is wrong and where; it is independent of severity, suppression, sorting or output. Its `bad` and
 * `good` are executed by the tests, shown by `explain` and make the documentation.
 */
export interface RuleText {
  /** Named after the mistake, kebab-case; also the file's name. */
  readonly id: string;
  readonly group: RuleGroup;
  /** `minimal` is what the API states; each preset contains the one before. */
  readonly severity: Readonly<Record<PresetName, SeveritySetting>>;
  /** The section of docs/api-notes.md that it relies on. */
  readonly source: ApiNote;
  /** The standard that it follows, such as `RFC 9110 5.6.2`. */
  readonly standard?: string;
  /** The API documents it; otherwise it is inferred, or a convention. */
  readonly isMust: boolean;
  /** The mistake, one sentence for tables. */
  readonly summary: string;
  /** The consequence of the mistake, one sentence. */
  readonly why: string;
  /** The message says as much: `why` is for those who ask, not shown under every finding. */
  readonly isEvident?: true;
  /** A resource file that gives this finding and no other. */
  readonly bad: string;
  /** The same file, fixed. */
  readonly good: string;
  readonly fix: 'safe' | 'unsafe' | 'none';
  /** False: no comment and no baseline can silence it. */
  readonly ignorable?: false;
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

/** `docs/api-notes.md#http-headers, RFC 9110 5.5`; it says so where the API documents the rule. */
export function sourceInWords({ source, standard, isMust }: RuleText): string {
  return [
    noteInWords(source),
    ...(isMust ? ['documented'] : []),
    ...(standard === undefined ? [] : [standard]),
  ].join(', ');
}
