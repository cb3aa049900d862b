import { quoted } from '../../model/problem.ts';
import type { Path } from '../../model/value.ts';
import { suggestions } from '../../text/suggest.ts';
import type { JsonMap, PolicyCheck } from './check-patterns.ts';

/** Reports a part of a policy of the wrong shape. */
export function reportShape(
  { report }: PolicyCheck,
  inside: Path,
  message: string,
  code: number,
  help?: string,
): void {
  report({ rule: 'traffic-policy-shape', inside, message, code, help });
}

interface Part {
  readonly keys: readonly string[];
  readonly others: Readonly<Record<string, string>>;
  readonly owner: string;
  /** Keys that belong into another place, with the place. */
  readonly elsewhere?: (key: string) => string | undefined;
}

/** Reports unknown keys. The keys that were probably meant. */
export function checkPartKeys(
  tree: JsonMap,
  inside: Path,
  { keys, others, owner, elsewhere }: Part,
  { report }: PolicyCheck,
): Set<string> {
  const meant = new Set<string>();
  const open = keys.filter((key) => !Object.hasOwn(tree, key));
  for (const key of Object.keys(tree)) {
    if (keys.includes(key)) continue;
    const other = others[key] ?? suggestions(key, open)[0];
    const place = elsewhere?.(key);
    const right = place === undefined && other !== undefined && open.includes(other) ? other : undefined;
    if (right !== undefined) meant.add(right);
    report({
      rule: 'traffic-policy-shape',
      inside: [...inside, key],
      on: 'key',
      message: `${quoted(key)} is not a key of ${owner}`,
      help:
        place ??
        (right === undefined
          ? `the keys are ${keys.map((one) => `\`${one}\``).join(', ')}`
          : `write \`${right}\``),
      word: key,
      code: 2203,
      rename: right,
      // Seen in policies of other tools, where it switches a part off.
      severity: key === 'enabled' ? 'warn' : undefined,
    });
  }
  return meant;
}
