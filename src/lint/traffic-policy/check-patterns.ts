import { policyTemplates } from '../../derive/expressions/policy-templates.ts';
import type { TrafficAction } from '../../kinds/policy/traffic-action.ts';
import type { Json, Path } from '../../model/value.ts';
import { isJsonMap, jsonItems } from '../../text/json/json-access.ts';
import type { PolicyMapping } from './check-rule-shape.ts';
import type { PolicyCheck } from './policy-check.ts';
import { quoted } from '../../text/quoted.ts';

/** Patterns over the whole URL that never match, and replacements that refer to a group that is not there. */
export function checkPatterns(
  { tree: config, inside }: PolicyMapping,
  { settings, role, changes }: TrafficAction,
  check: PolicyCheck,
): void {
  jsonItems(config['replacements']).forEach((replacement, at) => {
    if (isJsonMap(replacement)) checkReferences(replacement, [...inside, 'replacements', at], check);
  });
  const isOfUrl = changes === 'url' || (role === 'terminates' && settings['from'] !== undefined);
  const { from } = config;
  if (!isOfUrl || typeof from !== 'string') return;
  if (from.startsWith('^/'))
    check.report({
      rule: 'traffic-policy-no-effect',
      inside: [...inside, 'from'],
      within: { start: 0, end: 2 },
      message: `${quoted(from)} never matches: the pattern sees the whole URL`,
      help: 'leave out `^`, or begin with `^https?://[^/]+`',
    });
  checkReferences(config, inside, check);
}

/** `$1` is a group of the pattern; of `$1y` and `$name`, no page says what they are. */
function checkReferences(
  { from, to }: { readonly from?: Json; readonly to?: Json },
  inside: Path,
  { report }: PolicyCheck,
): void {
  if (typeof from !== 'string' || typeof to !== 'string') return;
  const templates = policyTemplates(to);
  const groups = [...from.replaceAll(/\\.|\[[^\]]*\]/g, '').matchAll(/\((?!\?(?![P<]))/g)].length;
  for (const { 0: reference, 1: number = '', 2: name = '', index } of to.matchAll(
    /(?<!\$)\$(\d*)([A-Za-z_]\w*)?/g,
  )) {
    if (templates.some(({ start, end }) => index >= start && index < end)) continue;
    const place = {
      rule: 'traffic-policy-no-effect',
      inside: [...inside, 'to'],
      within: { start: index, end: index + reference.length },
    };
    if (name !== '') {
      report({
        ...place,
        message: `${quoted(reference)} is not documented: a name of letters and digits after \`$\` is not the number of a group`,
        help: `write \`\${${number === '' ? 1 : number}}${number === '' ? '` for the first group' : `${name}\``}`,
      });
      return;
    }
    if (number === '' || from.includes('${') || Number(number) <= groups) continue;
    report({
      ...place,
      message: `\`${reference}\` is empty: the pattern has ${groups} group${groups === 1 ? '' : 's'}`,
    });
    return;
  }
}
