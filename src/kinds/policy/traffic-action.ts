import type { PhaseName, PolicyProtocol } from './phases.ts';
import type { SettingMap } from './setting.ts';
import type { VariableMap } from './variable.ts';
import type { SettingRule } from './setting-rule.ts';

/**
 * The purpose of an action: `terminates` answers the request, `guards` decides who may pass, `limits` refuses what is
 * too much of all callers, `shapes` changes the data, `observes` and `calls` leave it alone.
 */
export type ActionRole = 'terminates' | 'guards' | 'limits' | 'shapes' | 'observes' | 'calls';

/** When an action ends the chain. `unless-continue`: always, unless `on_error` is `continue`. */
export type ChainEnd =
  | 'always'
  | 'unless-continue'
  | 'when-url-changes'
  | 'on-refusal'
  | 'on-error'
  | 'never';

/** The effect on a request, for which `src/simulate/` has one function each. */
export type ActionEffect =
  | 'append-headers'
  | 'ask-model'
  | 'break-circuit'
  | 'call'
  | 'check-address'
  | 'check-certificate'
  | 'check-password'
  | 'check-signature'
  | 'check-token'
  | 'close'
  | 'compress'
  | 'count'
  | 'drop-headers'
  | 'end'
  | 'forward'
  | 'inspect'
  | 'log-in'
  | 'observe'
  | 'redirect'
  | 'refuse'
  | 'replace-in-body'
  | 'replace-in-messages'
  | 'respond'
  | 'rewrite-url'
  | 'set-variables';

export interface TrafficAction {
  /** As in `type`. The service's reference has a page of that name below `actions/`. */
  readonly type: string;
  /** In words, such as `basic authentication`. */
  readonly title: string;
  readonly doc: string;
  /** `deprecated`: accepted, but gone from the reference; `announced`: not generally available. */
  readonly status?: 'deprecated' | 'announced';
  readonly phases: readonly PhaseName[];
  /** Absent: all that have one of the phases. */
  readonly protocols?: readonly PolicyProtocol[];
  readonly role: ActionRole;
  readonly ends: ChainEnd;
  readonly effect: ActionEffect;
  /**
   * A terminating action that reveals nothing to any caller; `by-status`: if its `status_code` is an error;
   * `elsewhere`: if it sends every request to a fixed URL (`to`, without `from`) of another scheme or host.
   */
  readonly refuses?: 'always' | 'by-status' | 'elsewhere';
  /** Whether that is its only purpose. */
  readonly onlyRefuses?: true;
  /** With this setting alone it decides who may pass. */
  readonly guardsWith?: string;
  /** The status of a refusal over HTTP. */
  readonly refusal?: number;
  /** At most one of the actions with this name of a group in a policy. */
  readonly oneOf?: { readonly group: string; readonly code: number };
  /** It hands the request to the endpoint of this setting. */
  readonly target?: string;
  /** The expressions after it that can see what it changed: variables, URL, headers of the setting, results. */
  readonly changes?: 'variables' | 'url' | 'headers' | 'results';
  /**
   * The part of its settings that visitors see; absent: all. `without-secrets`: a login sends the rest to the browser;
   * `in-responses`: all, if it runs in the phase of the response.
   */
  readonly shows?: 'nothing' | 'without-secrets' | 'in-responses';
  readonly settings: SettingMap;
  readonly rules?: readonly SettingRule[];
  /** Its name below `actions.<vendor>` in expressions, and the variables there that it sets. `isOpen`: and others. */
  readonly results?: { readonly name: string; readonly members: VariableMap; readonly isOpen?: true };
  /** Other names that people write, of older documentation or of other products. */
  readonly otherNames?: readonly string[];
  /** Of those, the names that it was accepted under. */
  readonly formerNames?: readonly string[];
  /** Other names of its settings: the setting, or what to do instead. */
  readonly otherKeys?: Readonly<Record<string, string | { readonly instead: string }>>;
  /** The codes with which the service refuses it when a policy is saved. */
  readonly refusals: readonly number[];
}
