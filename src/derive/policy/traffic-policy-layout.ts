import { stringify } from 'yaml';
import { readPolicyExactly } from './traffic-policy.ts';

/**
 * A traffic policy as YAML, one key or item per line, keys in a fixed order, without comments: two texts of the same
 * policy give the same lines. Undefined if the text is not a mapping or list.
 */
export function layOutPolicy(text: string): string | undefined {
  const parsed = readPolicyExactly(text);
  if ('mistakes' in parsed || typeof parsed.tree !== 'object' || parsed.tree === null) return undefined;
  return stringify(parsed.tree, {
    schema: 'core',
    lineWidth: 0,
    aliasDuplicateObjects: false,
    sortMapEntries: (a, b) => inOrder(String(a.key), String(b.key)),
  });
}

/** The conventional order of keys; all others follow by name. */
const usual = [
  'on_tcp_connect',
  'on_http_request',
  'on_http_response',
  'name',
  'expressions',
  'actions',
  'type',
  'config',
];

function inOrder(phase: string, other: string): number {
  const [a, b] = [phase, other].map((key) => {
    const index = usual.indexOf(key);
    return index === -1 ? usual.length : index;
  }) as [number, number];
  return a - b || (phase < other ? -1 : phase > other ? 1 : 0);
}
