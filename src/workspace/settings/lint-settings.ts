import { plainValue } from '../../derive/schema/plain-value.ts';
import { settings } from '../../kinds/documents/settings.ts';
import type { LintOverride, LintSettings, RuleSetting } from '../../model/workspace/settings.ts';
import type { FieldValue } from '../documents/read-table.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';

const { fields } = settings.fields.lint;
type Lint = FieldValue<typeof settings.fields.lint>;

/** Reads `lint:` of edgewright.yaml. Rule ids are not checked here, because only the linter knows the rules. */
export function lintSettingsOf(lint: Lint | undefined): LintSettings {
  return {
    preset: lint?.preset ?? fields.preset.default,
    rules: rulesOf(lint?.rules),
    overrides: lint?.overrides?.map(overrideOf) ?? [],
    baseline: lint?.baseline?.text ?? fields.baseline.default,
    ...withoutUndefined({ docsUrl: lint?.docs_url?.text }),
  };
}

function overrideOf({ files, addresses, rules }: NonNullable<Lint['overrides']>[number]): LintOverride {
  return {
    rules: rulesOf(rules),
    ...withoutUndefined({
      files: files?.map(({ text }) => text),
      addresses: addresses?.map(({ text }) => text),
    }),
  };
}

function rulesOf(
  rules: Lint['rules'] | NonNullable<Lint['overrides']>[number]['rules'],
): ReadonlyMap<string, RuleSetting> {
  return new Map(rules?.map(({ name, read }) => [name, settingOf(read('the setting of a rule'))]));
}

type Setting =
  | FieldValue<(typeof fields.rules.values)[0]['value']>
  | FieldValue<(typeof fields.overrides.item.fields.rules.values)[0]['value']>;

function settingOf(setting: Setting | undefined): RuleSetting {
  if (setting === undefined) return {};
  if ('short' in setting) return { severity: setting.short };
  const { severity, options } = setting.long;
  return {
    ...withoutUndefined({
      severity,
      options: options && Object.fromEntries(options.map(({ name, node }) => [name, plainValue(node)])),
    }),
    ...('suppressible' in setting.long && setting.long.suppressible !== undefined
      ? { suppressible: setting.long.suppressible }
      : {}),
  };
}
