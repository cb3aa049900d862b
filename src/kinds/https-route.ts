import type { Kind } from './kind.ts';
import type { Module, ModuleField } from './field.ts';
import {
  backend,
  circuitBreaker,
  compression,
  requestHeaders,
  responseHeaders,
  trafficPolicy,
  websocketTcpConverter,
} from './modules/traffic-modules.ts';
import { ipRestriction, userAgentFilter, webhookVerification } from './modules/access-modules.ts';
import { oauth, oidc, saml } from './modules/login-modules.ts';
import { readOnlyText, readOnlyTime, readOnlyUri } from './common-fields.ts';
import { op } from './operation.ts';

function field(module: Module): ModuleField {
  return { type: 'module', module, doc: module.doc };
}

export const httpsRoute: Kind = {
  name: 'https-route',
  title: 'HTTPS edge route',
  doc: 'The handling of requests that match, on an HTTPS edge. The API can create, read and update a route, never list or delete it.',
  section: '2.5',
  note: 'routes',
  idPrefix: 'edghtsrt_',
  parent: { field: 'edge_id', kind: 'https-edge' },
  identity: {
    match: 'all',
    fields: ['edge_id', 'match_type', 'match'],
    refusal: { fields: ['edge_id', 'match'], status: 400 },
  },
  operations: {
    create: op(9, 'POST', '/edges/https/{edge_id}/routes', 201, '4.8', 'create an HTTPS edge route'),
    get: op(10, 'GET', '/edges/https/{edge_id}/routes/{id}', 200, '4.9', 'get an HTTPS edge route'),
    update: op(11, 'PATCH', '/edges/https/{edge_id}/routes/{id}', 200, '4.10', 'update an HTTPS edge route'),
  },
  fields: {
    edge_id: {
      type: 'string',
      form: 'opaque',
      refersTo: 'https-edge',
      inPath: true,
      required: true,
      onUnset: 'blocked',
      doc: 'The HTTPS edge that the route belongs to: its id, or a name from `ids` such as `https-edge/main`. It cannot change.',
    },
    match_type: {
      type: 'string',
      form: 'opaque',
      values: ['exact_path', 'path_prefix'],
      required: true,
      onUnset: 'blocked',
      doc: 'How `match` is compared with a request: `exact_path` or `path_prefix`.',
    },
    match: {
      type: 'string',
      form: 'match',
      required: true,
      onUnset: 'blocked',
      doc: 'Which requests the route takes: a path, a host, or a host followed by a path.',
    },
    description: {
      type: 'string',
      form: 'description',
      maxBytes: 255,
      onUnset: { clear: '' },
      doc: 'The purpose of the route, for people. At most 255 bytes.',
    },
    metadata: {
      type: 'string',
      form: 'metadata',
      maxBytes: 4096,
      onUnset: { clear: '' },
      doc: 'Free text for machines, at most 4096 bytes. Edgewright adds a small ownership marker to it unless `marker: false`.',
    },
    backend: field(backend),
    ip_restriction: field(ipRestriction),
    circuit_breaker: field(circuitBreaker),
    compression: field(compression),
    request_headers: field(requestHeaders),
    response_headers: field(responseHeaders),
    webhook_verification: field(webhookVerification),
    oauth: field(oauth),
    saml: field(saml),
    oidc: field(oidc),
    websocket_tcp_converter: field(websocketTcpConverter),
    user_agent_filter: field(userAgentFilter),
    traffic_policy: field(trafficPolicy),
    id: readOnlyText('The unique id of the route.'),
    created_at: readOnlyTime('When the route was created.'),
    uri: readOnlyUri('The URI of this route.'),
  },
};
