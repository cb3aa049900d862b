import type { Kind } from './kind.ts';
import { backend, trafficPolicy } from './modules/traffic-modules.ts';
import { ipRestriction, mutualTls, tlsTermination } from './modules/access-modules.ts';
import { readOnlyText, readOnlyTime, readOnlyUri } from './common-fields.ts';

export const tlsEdge: Kind = {
  name: 'tls-edge',
  title: 'TLS edge',
  doc: 'A configurable entry point for TLS traffic. The API can create and read it, never update or delete it.',
  section: '2.4',
  note: 'tls-edges',
  idPrefix: 'edgtls_',
  identity: { match: 'any', fields: ['hostports'] },
  operations: {
    create: {
      number: 6,
      method: 'POST',
      path: '/edges/tls',
      success: 201,
      doc: 'create a TLS edge',
      section: '4.6',
    },
    get: {
      number: 7,
      method: 'GET',
      path: '/edges/tls/{id}',
      success: 200,
      doc: 'get a TLS edge',
      section: '4.7',
    },
    list: {
      number: 8,
      method: 'GET',
      path: '/edges/tls',
      success: 200,
      items: 'tls_edges',
      doc: 'list TLS edges on the account',
      section: '4.7',
    },
  },
  fields: {
    description: {
      type: 'string',
      form: 'description',
      maxBytes: 255,
      doc: 'The purpose of the edge, for people. At most 255 bytes.',
      section: '2.4',
    },
    metadata: {
      type: 'string',
      form: 'metadata',
      maxBytes: 4096,
      doc: 'Free text for machines, at most 4096 bytes. Edgewright adds a small ownership marker to it unless `marker: false`.',
      section: '2.4',
    },
    hostports: {
      type: 'list',
      as: 'set',
      form: 'hostport',
      doc: 'The hosts and ports that the edge serves, as `host:port`.',
      section: '2.4',
    },
    backend: { type: 'module', module: backend, doc: 'Where the traffic goes.', section: '2.4' },
    ip_restriction: {
      type: 'module',
      module: ipRestriction,
      doc: 'Which source addresses may pass.',
      section: '2.4',
    },
    mutual_tls: {
      type: 'module',
      module: mutualTls,
      doc: 'Which certificate authorities a client certificate must come from.',
      section: '2.4',
    },
    tls_termination: {
      type: 'module',
      module: tlsTermination,
      doc: 'Who ends the TLS connection.',
      section: '2.4',
    },
    traffic_policy: {
      type: 'module',
      module: trafficPolicy,
      doc: 'Rules that are run on the traffic.',
      section: '2.4',
    },
    id: readOnlyText('2.4', 'The unique id of the edge.'),
    created_at: readOnlyTime('2.4', 'When the edge was created.'),
    uri: readOnlyUri('2.4', 'The URI of this edge.'),
  },
};
