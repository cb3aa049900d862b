import type { Json } from '../value.ts';
import type { PresetName, SeveritySetting } from '../workspace.ts';

/**
 * A rule says what is wrong and where; it knows nothing of severity, suppression, sorting or output. Its `bad` and
 * `good` are executed by the tests, shown by `explain` and make the documentation.
 */
export interface RuleText {
  /** Named after the mistake, kebab-case; also the file's name. */
  readonly id: string;
  readonly group: RuleGroup;
  /** `minimal` is what the API states; each preset contains the one before. */
  readonly severity: Readonly<Record<PresetName, SeveritySetting>>;
  /** Where it comes from: `API 2.9`, `RFC 9110 5.6.2`, `house`. */
  readonly source: string;
  /** MUST: the API states it. */
  readonly isMust: boolean;
  /** One sentence for tables: what it finds. */
  readonly summary: string;
  /** The consequence of the mistake, a sentence or two, citing the section. Shown under every finding. */
  readonly why: string;
  /** A resource file that gives this finding and no other. */
  readonly bad: string;
  /** The same file, mended. */
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
