import { isMatched, startGlobs } from '../../domain/glob.ts';
import type { LintOverride, LintSettings, RuleSetting, SeveritySetting } from '../../model/workspace.ts';
import type { Options, Rule } from '../rule.ts';

/** What is looked for where: presets, settings of a rule, overrides for parts of the workspace. */
export interface Levels {
  /** Undefined for an id that no rule has. */
  readonly rule: (id: string) => Rule | undefined;
  readonly ids: readonly string[];
  /** Whether the rule can find anything anywhere: a rule that is off everywhere is not run. */
  readonly isOn: (rule: Rule) => boolean;
  readonly at: (id: string, file: string, address: string | undefined) => SeveritySetting;
  /** The options of a rule for a part of the workspace, defaults filled in. */
  readonly options: (rule: Rule, file: string, address: string | undefined) => Options;
}

/** `overriding` is the command line's `--rule id=severity`: it wins over everything. */
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
    options.set(rule.id, mergeOptions(rule.options, settings.rules.get(rule.id), overriding.get(rule.id)));
  }
  const { overrides } = settings;
  const forced = (id: string): SeveritySetting | undefined => overriding.get(id)?.severity;
  const matches = rememberMatches();

  return {
    rule: (id) => byId.get(id),
    ids: [...byId.keys()].sort(),
    isOn: ({ id }) => {
      const severity = forced(id);
      if (severity !== undefined) return severity !== 'off';
      return (
        base.get(id) !== 'off' || overrides.some((one) => (one.rules.get(id)?.severity ?? 'off') !== 'off')
      );
    },
    at: (id, file, address) => {
      if (isBinding(byId.get(id))) return 'error';
      let severity = base.get(id) ?? 'error';
      for (const override of overrides) {
        const own = override.rules.get(id)?.severity;
        if (own !== undefined && matches(override, file, address)) severity = own;
      }
      return forced(id) ?? severity;
    },
    options: (rule, file, address) => {
      let own = options.get(rule.id) ?? {};
      for (const override of overrides) {
        const more = override.rules.get(rule.id)?.options;
        if (more !== undefined && matches(override, file, address)) own = Object.assign({}, own, more);
      }
      return own;
    },
  };
}

/** What keeps a document from being read or compiled: a plan would take what is not said for what is not written. */
function isBinding(rule: Rule | undefined): boolean {
  return rule?.scope === 'reported' && rule.ignorable === false && rule.severity.minimal === 'error';
}

function mergeOptions(
  defaults: Options | undefined,
  setting: RuleSetting | undefined,
  overriding: RuleSetting | undefined,
): Options {
  return Object.assign({}, defaults, setting?.options, overriding?.options);
}

type Matches = (override: LintOverride, file: string, address: string | undefined) => boolean;

/** An override that names files and addresses means both. What was asked once is remembered. */
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
