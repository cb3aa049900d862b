import type { MapSetting } from '../../kinds/policy/setting.ts';
import { quoted } from '../../model/problem.ts';
import type { SettingPlace } from './setting-place.ts';

export function isClearText(text: string): boolean {
  return text !== '' && !text.includes('${') && !text.includes('$(');
}

export const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** Checks the names in a mapping. */
export function checkMapKeys(names: readonly string[], { keyForm }: MapSetting, place: SettingPlace): void {
  const seen = new Map<string, string>();
  for (const name of names) {
    const at = { rule: 'traffic-policy-setting-value', inside: [...place.inside, name], on: 'key' } as const;
    const { report } = place.scope.check;
    if (keyForm === 'header-name' && !headerName.test(name))
      report({ ...at, message: `${quoted(name)} is not a valid header name`, code: 2210 });
    if (keyForm === 'identifier' && !/^[A-Za-z_]\w*$/.test(name))
      report({ ...at, message: `${quoted(name)} is not a valid variable name`, severity: 'warn' });
    const other = keyForm === 'header-name' ? seen.get(name.toLowerCase()) : undefined;
    if (other !== undefined)
      report({
        ...at,
        rule: 'traffic-policy-no-effect',
        message: `${quoted(name)} and ${quoted(other)} are the same header`,
        why: 'Header names are compared in lower case, so only one of the two values is sent.',
      });
    seen.set(name.toLowerCase(), name);
  }
}
