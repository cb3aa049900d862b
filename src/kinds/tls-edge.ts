import type { Kind } from './kind.ts';
import { backend, trafficPolicy } from './modules/traffic-modules.ts';
import { ipRestriction, mutualTls, tlsTermination } from './modules/access-modules.ts';
import { readOnlyText, readOnlyTime, readOnlyUri } from './common-fields.ts';
import { op } from './operation.ts';

export const tlsEdge: Kind = {
  name: 'tls-edge',
  title: 'TLS edge',
  doc: 'A configurable entry point for TLS traffic. The API can create and read it, never update or delete it.',
  section: '2.4',
  note: 'tls-edges',
  idPrefix: 'edgtls_',
  identity: { match: 'any', fields: ['hostports'] },
  operations: {
    create: op(6, 'POST', '/edges/tls', 201, '4.6', 'create a TLS edge'),
    get: op(7, 'GET', '/edges/tls/{id}', 200, '4.7', 'get a TLS edge'),
    list: { ...op(8, 'GET', '/edges/tls', 200, '4.7', 'list TLS edges on the account'), items: 'tls_edges' },
  },
  fields: {
    description: {
      type: 'string',
      form: 'description',
      maxBytes: 255,
      doc: 'The purpose of the edge, for people. At most 255 bytes.',
    },
    metadata: {
      type: 'string',
      form: 'metadata',
      maxBytes: 4096,
      doc: 'Free text for machines, at most 4096 bytes. Edgewright adds a small ownership marker to it unless `marker: false`.',
    },
    hostports: {
      type: 'list',
      as: 'set',
      form: 'hostport',
      doc: 'The hosts and ports that the edge serves, as `host:port`.',
    },
    backend: { type: 'module', module: backend, doc: 'Where the traffic goes.' },
    ip_restriction: {
      type: 'module',
      module: ipRestriction,
      doc: 'Which source addresses may pass.',
    },
    mutual_tls: {
      type: 'module',
      module: mutualTls,
      doc: 'Which certificate authorities a client certificate must come from.',
    },
    tls_termination: {
      type: 'module',
      module: tlsTermination,
      doc: 'Who ends the TLS connection.',
    },
    traffic_policy: {
      type: 'module',
      module: trafficPolicy,
      doc: 'Rules that are run on the traffic.',
    },
    id: readOnlyText('The unique id of the edge.'),
    created_at: readOnlyTime('When the edge was created.'),
    uri: readOnlyUri('The URI of this edge.'),
  },
};
