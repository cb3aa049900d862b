import { severitySettings } from '../../../kinds/documents/words.ts';
import { suggestions } from '../../../text/suggest.ts';
import { exitCodes, UserError } from '../../../model/errors.ts';
import type { RuleSetting, SeveritySetting } from '../../../model/workspace.ts';

/** The settings of `--rule id=severity`. Throws `UserError` 64 for an unknown rule or severity. */
export function ruleSettings(
  settings: readonly string[],
  known: ReadonlySet<string>,
): ReadonlyMap<string, RuleSetting> {
  return new Map(
    settings.map((setting) => {
      const [id = '', severity = ''] = setting.split('=');
      const [near] = known.has(id) ? [] : suggestions(id, [...known]);
      if (!known.has(id))
        throw new UserError(exitCodes.usage, `there is no rule \`${id}\``, {
          help: near === undefined ? 'see `edgewright rules`' : `did you mean \`${near}\`?`,
        });
      if (!isSeverity(severity)) {
        throw new UserError(exitCodes.usage, `--rule \`${setting}\` has no valid severity`, {
          help: `write it as ${severitySettings.map((one) => `\`id=${one}\``).join(', ')}`,
        });
      }
      return [id, { severity }];
    }),
  );
}

function isSeverity(text: string): text is SeveritySetting {
  return severitySettings.some((one) => one === text);
}
