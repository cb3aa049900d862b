import { suggestions } from '../../text/suggest.ts';
import type { TraceRequest } from '../../model/traffic/trace.ts';
import type { SideIndex } from './side-index.ts';

/** Why the edge in a request is unknown: neither `ids` nor a route names it. */
export function edgeProblem(side: SideIndex | undefined, { target }: TraceRequest): string | undefined {
  if (side === undefined || target.type !== 'edge') return undefined;
  const { edges, servers } = side;
  const { name } = target;
  if (edges.idOf(name) !== undefined) return undefined;
  if (servers.some(({ spec }) => spec['edge_id'] === name)) return undefined;
  const [near] = suggestions(`https-edge/${name}`, edges.names);
  return `\`ids\` has no \`https-edge/${name}\`${near === undefined ? '' : `, but \`${near}\``}`;
}
