import { selectorOf } from '../../routing/selector.ts';
import type { TrafficServer } from '../../routing/traffic-server.ts';
import type { Pattern } from '../../routing/text-pattern.ts';
import { keyOfAtom, Term, type Ask, type Atom, type Literal } from './term.ts';

/** The paths that a route takes. */
export function pathLiterals({ kind, spec }: TrafficServer, ask: Ask): readonly Literal[] {
  const selector = kind === 'https-route' ? selectorOf(spec) : undefined;
  if (selector === undefined || selector.pattern.text === '/') return [];
  return [pathLiteral(selector.pattern, ask)];
}

export function pathLiteral({ form, text }: Pattern, ask: Ask): Literal {
  const of = new Term(ask, 'req.url.path', { type: 'string' });
  const atom: Atom = form === 'exact' ? { is: 'in', of, values: [text] } : { is: 'starting', of, text };
  return { atom, key: keyOfAtom(atom), holds: true };
}
