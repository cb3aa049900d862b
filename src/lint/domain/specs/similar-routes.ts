import { normalMatch } from '../../../derive/forms/normal-match.ts';
import type { Subject } from '../../rule.ts';
import { rememberLast } from '../../../text/remember-last.ts';

/**
 * The `match` of a route as text: who serves a request is not decided by it (`selectorOf` in src/routing/selector.ts).
 */
interface NormalMatch {
  readonly edge: string;
  readonly type: string;
  /** Equal for all its spellings. */
  readonly match: string;
}

export function normalMatchOf(subject: Subject): NormalMatch | undefined {
  if (subject.kind !== 'https-route') return undefined;
  const { edge_id: edge, match_type: type, match } = subject.spec;
  if (typeof edge !== 'string' || typeof type !== 'string' || typeof match !== 'string') return undefined;
  return { edge, type, match: normalMatch(match) };
}

/**
 * The routes whose edge and `match` another route has too, but for letter case and a final slash. Several rules compare
 * only these few with each other.
 */
export const similarRoutes = rememberLast((resources: readonly Subject[]): readonly Subject[] => {
  const routes = new Set(sharing(resources, likeness).flat());
  return routes.size === 0 ? [] : resources.filter((resource) => routes.has(resource));
});

function likeness(subject: Subject): string | undefined {
  const { edge, match } = normalMatchOf(subject) ?? {};
  return match === undefined ? undefined : `${edge} ${withoutSlash(match).toLowerCase()}`;
}

export function withoutSlash(match: string): string {
  return match.replace(/(?<=.)\/$/, '');
}

/** The `match` of a route as written, or an empty string. */
export function matchText({ spec }: Subject): string {
  return typeof spec['match'] === 'string' ? spec['match'] : '';
}

/** Groups of two or more resources with the same key, as a reader meets them. Resources without a key are left out. */
export function sharing(
  resources: readonly Subject[],
  keyOf: (subject: Subject) => string | undefined,
): readonly (readonly [Subject, ...Subject[]])[] {
  const firsts = new Map<string, Subject>();
  const groups = new Map<string, [Subject, ...Subject[]]>();
  for (const subject of resources) {
    const key = keyOf(subject);
    if (key === undefined) continue;
    const first = firsts.get(key);
    if (first === undefined) firsts.set(key, subject);
    else {
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [first, subject]);
      else group.push(subject);
    }
  }
  for (const group of groups.values()) group.sort(byPlace);
  return [...groups.values()];
}

/** By file and line; live objects keep their order. */
function byPlace({ document: a }: Subject, { document: b }: Subject): number {
  if (a === undefined || b === undefined) return 0;
  const [file, other] = [a.source.path, b.source.path];
  if (file !== other) return file < other ? -1 : 1;
  return a.nameNode.start - b.nameNode.start;
}
