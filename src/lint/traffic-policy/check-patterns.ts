import type { TrafficAction } from '../../kinds/policy/traffic-action.ts';
import { quoted } from '../../model/problem.ts';
import type { Path } from '../../model/value.ts';
import type { JsonMap, PolicyCheck } from './policy-check.ts';

/** Patterns over the whole URL that never match, and replacements that refer to a group that is not there. */
export function checkPatterns(
  config: JsonMap,
  { settings, role, changes }: TrafficAction,
  inside: Path,
  { report }: PolicyCheck,
): void {
  const isOfUrl = changes === 'url' || (role === 'terminates' && settings['from'] !== undefined);
  const { from, to } = config;
  if (!isOfUrl || typeof from !== 'string') return;
  if (from.startsWith('^/'))
    report({
      rule: 'traffic-policy-no-effect',
      inside: [...inside, 'from'],
      within: { start: 0, end: 2 },
      message: `${quoted(from)} never matches: the pattern sees the whole URL`,
      help: 'leave out `^`, or begin with `^https?://[^/]+`',
    });
  if (typeof to !== 'string' || from.includes('${')) return;
  const groups = [...from.replaceAll(/\\.|\[[^\]]*\]/g, '').matchAll(/\((?!\?(?![P<]))/g)].length;
  for (const { 0: reference, 1: number, index } of to.matchAll(/(?<!\$)\$(\d+)/g)) {
    if (Number(number) <= groups) continue;
    report({
      rule: 'traffic-policy-no-effect',
      inside: [...inside, 'to'],
      within: { start: index, end: index + reference.length },
      message: `\`${reference}\` is empty: the pattern has ${groups} group${groups === 1 ? '' : 's'}`,
    });
    return;
  }
}
