import { severitySettings } from '../../../kinds/documents/words.ts';
import { usageError } from '../../../model/errors.ts';
import { suggestions } from '../../../text/suggest.ts';
import type { RuleSetting, SeveritySetting } from '../../../model/workspace/settings.ts';

/** The settings of `--rule id=severity`. Throws `UserError` 64 for an unknown rule or severity. */
export function ruleSettings(
  settings: readonly string[] = [],
  rules: readonly { readonly id: string }[],
): ReadonlyMap<string, RuleSetting> {
  const known = new Set(rules.map(({ id }) => id));
  return new Map(
    settings.map((setting) => {
      const [id = '', severity = ''] = setting.split('=');
      const [near] = known.has(id) ? [] : suggestions(id, [...known]);
      if (!known.has(id))
        throw usageError(
          `there is no rule \`${id}\``,
          near === undefined ? 'see `edgewright rules`' : `did you mean \`${near}\`?`,
        );
      if (!isSeverity(severity)) {
        throw usageError(
          `--rule \`${setting}\` has no valid severity`,
          `write it as ${severitySettings.map((severitySetting) => `\`id=${severitySetting}\``).join(', ')}`,
        );
      }
      return [id, { severity }];
    }),
  );
}

function isSeverity(text: string): text is SeveritySetting {
  return severitySettings.some((setting) => setting === text);
}
