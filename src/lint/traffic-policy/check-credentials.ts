import type { TextSetting } from '../../kinds/policy/setting.ts';
import type { TrafficMistake } from './check-patterns.ts';
import { policyTemplates } from '../../derive/expressions/policy-templates.ts';

/** Checks `user:password`. A part may be computed, but the colon between them must be written, or all be computed. */
export function checkCredentials(
  text: string,
  { minLength = 0, maxLength = Infinity }: TextSetting,
  report: (mistake: Omit<TrafficMistake, 'rule' | 'inside'>, rule?: string) => void,
): void {
  const templates = policyTemplates(text);
  const colon = colonOutside(text, templates);
  if (colon === -1) {
    const isWhole = templates.length === 1 && text.startsWith('${') && text.endsWith('}');
    if (!isWhole)
      report({
        message: 'a user and a password need a colon between them',
        help: 'write `user:password`',
        code: templates.length === 0 ? 2203 : 2224,
      });
    return;
  }
  const password = text.slice(colon + 1);

  if (/[\x00-\x1f\x7f]/.test(text.slice(0, colon)))
    report({ message: 'the user name has a control character', code: 2257 });
  if (password.includes('${')) return;
  if (password.length < minLength)
    report({ message: `the password has fewer than ${minLength} characters`, code: 2237 });
  else if (password.length > maxLength)
    report({ message: `the password has more than ${maxLength} characters`, code: 2221 });
  else
    report(
      { message: 'the password is in clear text', help: 'write `user:$(secret:NAME)`' },
      'traffic-policy-secret-literal',
    );
}

function colonOutside(text: string, templates: ReturnType<typeof policyTemplates>): number {
  for (let at = text.indexOf(':'); at !== -1; at = text.indexOf(':', at + 1))
    if (!templates.some(({ start, end }) => start <= at && at < end)) return at;
  return -1;
}
