import { isMatched, startGlobs } from '../../text/patterns/glob.ts';
import type {
  LintOverride,
  LintSettings,
  RuleSetting,
  SeveritySetting,
} from '../../model/workspace/settings.ts';
import type { Options, Rule } from '../rule.ts';
import { isSuppressible } from '../../model/lint/rule.ts';

/** Severity and options of each rule, from the lint preset, rule settings and overrides for parts of the workspace. */
export interface Levels {
  /** Undefined for an unknown rule id. With what the settings say of its suppression. */
  readonly rule: (id: string) => Rule | undefined;
  readonly ids: readonly string[];
  /** Whether the rule is on anywhere: a rule that is off everywhere is not run. */
  readonly isOn: (rule: Rule) => boolean;
  readonly at: (id: string, file: string, address: string | undefined) => SeveritySetting;
  /** The options of a rule for a part of the workspace, defaults filled in. */
  readonly options: (id: string, file: string, address: string | undefined) => Options;
}

/** `overriding` comes from the command line's `--rule id=severity` and wins over all settings. */
export function readLevels(
  rules: readonly Rule[],
  settings: LintSettings,
  overriding: ReadonlyMap<string, RuleSetting>,
): Levels {
  const byId = new Map(rules.map((rule) => [rule.id, rule]));
  const base = new Map<string, SeveritySetting>();
  const options = new Map<string, Options>();
  for (const rule of rules) {
    base.set(rule.id, settings.rules.get(rule.id)?.severity ?? rule.severity[settings.preset]);
    options.set(rule.id, {
      ...rule.options,
      ...settings.rules.get(rule.id)?.options,
      ...overriding.get(rule.id)?.options,
    });
  }
  const { overrides } = settings;
  const shown = new Map(
    rules
      .filter((rule) => !isSuppressible(rule, settings))
      .map((rule) => [rule.id, { ...rule, ignorable: false } as const]),
  );
  const forced = (id: string): SeveritySetting | undefined => overriding.get(id)?.severity;
  const matches = rememberMatches();

  return {
    rule: (id) => shown.get(id) ?? byId.get(id),
    ids: [...byId.keys()].sort(),
    isOn: ({ id }) => {
      if (isAlwaysError(byId.get(id))) return true;
      const severity = forced(id);
      if (severity !== undefined) return severity !== 'off';
      return (
        base.get(id) !== 'off' ||
        overrides.some((override) => (override.rules.get(id)?.severity ?? 'off') !== 'off')
      );
    },
    at: (id, file, address) => {
      if (isAlwaysError(byId.get(id))) return 'error';
      let severity = base.get(id) ?? 'error';
      for (const override of overrides) {
        const replacement = override.rules.get(id)?.severity;
        if (replacement !== undefined && matches(override, file, address)) severity = replacement;
      }
      return forced(id) ?? severity;
    },
    options: (id, file, address) => {
      let ruleOptions = options.get(id) ?? {};
      for (const override of overrides) {
        const more = override.rules.get(id)?.options;
        if (more !== undefined && matches(override, file, address))
          ruleOptions = Object.assign({}, ruleOptions, more);
      }
      return ruleOptions;
    },
  };
}

/**
 * Whether a rule reports that a document or a policy cannot be read or compiled. Such a rule is always an error: a plan
 * would take unread resources for removed ones, and send a text of which no one knows what the service reads in it.
 */
function isAlwaysError(rule: Rule | undefined): boolean {
  if (rule?.ignorable !== false || rule.severity.minimal !== 'error') return false;
  return rule.scope === 'reported' || rule.isReading === true;
}

type Matches = (override: LintOverride, file: string, address: string | undefined) => boolean;

/** Matches overrides, with results cached. An override with both files and addresses must match both. */
function rememberMatches(): Matches {
  const known = new Map<readonly string[], Map<string, boolean>>();
  const matchesAny = (globs: readonly string[], text: string): boolean => {
    const texts = known.get(globs) ?? new Map<string, boolean>();
    known.set(globs, texts);
    const found = texts.get(text) ?? isMatched(startGlobs(globs).state, text);
    texts.set(text, found);
    return found;
  };
  return ({ files, addresses }, file, address) =>
    (files === undefined || matchesAny(files, file)) &&
    (addresses === undefined || (address !== undefined && matchesAny(addresses, address)));
}
