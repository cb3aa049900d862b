import fc from 'fast-check';
import type { Topology, TopologyLink, TopologyNode } from '../../../src/model/traffic/topology.ts';
import type { Address } from '../../../src/model/workspace/address.ts';

/** Names that would end a label, begin markup or be a command, in any of the languages. */
export const hostileNames: readonly string[] = [
  '"]; evil["x',
  '"] --> evil',
  'a"; evil [label="x"]; "',
  '\\"',
  '\\',
  'a\\N\\G\\l',
  '<b>bold</b>',
  '<script>window.hacked=1</script>',
  '#quot; #35; &quot; &lt;b&gt; &#34;',
  '`code` **bold**',
  '- a list',
  '1. a list',
  'end',
  'subgraph x',
  'click n1 "javascript:window.hacked=1"',
  '%%{init: {"securityLevel": "loose"}}%%',
  'a\nb\r\nclassDef default fill:#f00',
  '\u202eevil\u0007',
  '$(name) {{x}} [[y]] ((z))',
  'größe-日本-🚇',
  '::: ~~~ ---',
];

/** A topology with each role and each change, with the given names. */
export function topologyOf(names: readonly string[]): Topology {
  let next = 0;
  const name = (): string => names[next++ % names.length] ?? '';
  const node = (id: string, role: TopologyNode['role'], more: Partial<TopologyNode> = {}): TopologyNode => ({
    id,
    role,
    title: name(),
    change: 'same',
    isDangling: false,
    ...more,
  });
  const changes = ['same', 'added', 'changed', 'removed', 'waiting'] as const;
  const routes = changes.map((change) =>
    node(`https-route/${change}`, 'https-route', {
      detail: name(),
      address: `https-route/${change}` as Address,
      change,
    }),
  );
  const link = (
    from: string,
    to: string,
    through: string,
    more: Partial<TopologyLink> = {},
  ): TopologyLink => ({
    from,
    to,
    through,
    change: 'same',
    ...more,
  });
  return {
    nodes: [
      node('backend:b', 'backend'),
      node('backend:c', 'backend', { isDangling: true }),
      node('certificate-authority:ca', 'certificate-authority'),
      node('endpoint/one', 'endpoint', { detail: name(), address: 'endpoint/one' as Address }),
      node('endpoint:gone', 'endpoint', { isDangling: true }),
      node('https-edge:e', 'https-edge'),
      ...routes,
      node('ip-policy:p', 'ip-policy'),
      node('tls-edge/t', 'tls-edge', { detail: name(), address: 'tls-edge/t' as Address, isDangling: true }),
    ],
    links: [
      link('endpoint/one', 'endpoint:gone', 'traffic_policy'),
      ...routes.flatMap(({ id, change }) => [
        link('https-edge:e', id, 'edge_id', { change: change === 'added' ? 'added' : 'same' }),
        link(id, change === 'removed' ? 'backend:c' : 'backend:b', 'backend', {
          change: change === 'removed' ? 'removed' : 'same',
        }),
        link(id, 'ip-policy:p', 'ip_restriction'),
      ]),
      link('tls-edge/t', 'certificate-authority:ca', 'mutual_tls'),
    ],
  };
}

export const arbitraryNames = fc.array(
  fc.oneof(fc.constantFrom(...hostileNames), fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 })),
  { minLength: 1, maxLength: 20 },
);
