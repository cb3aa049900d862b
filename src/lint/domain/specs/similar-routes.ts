import { normalMatch } from '../../../derive/forms/normal-match.ts';
import type { Subject } from '../../rule.ts';
import { rememberLast } from '../../../text/remember-last.ts';
import { sharing } from './sharing-key.ts';

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
