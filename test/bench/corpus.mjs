import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * A workspace of `count` routes of about 1.6 KB, `perFile` of them in a file, as a careful team would write them.
 */
export function writeCorpus(folder, count, perFile = 1) {
  const write = (file, text) => {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  };
  write(
    'edgewright.yaml',
    'version: 1\nledger: { store: file, lineage: 0f7b4c7e-52a8-4f0b-8a55-0c6c2f1e9b33 }\nsecrets: [SHOP_OIDC]\n',
  );
  write(
    'environments/production.yaml',
    `vars:\n  domain: example.com\nids:\n  https-edge/main: edghts_2aPzProductionShopEdge0001\n  backend/shop: bkdhr_2aPzProductionStorefront01\n  ip-policy/office: ipp_2aPzProductionOffice00000001\n`,
  );
  for (let index = 0; index < count; index += perFile) {
    const routes = Array.from({ length: Math.min(perFile, count - index) }, (_, at) => routeFile(index + at));
    write(pathOfRoute(index), routes.join('---\n'));
  }
}

/** The file that begins with a route. */
export function pathOfRoute(index) {
  return `resources/team-${index % 50}/route-${index}.yaml`;
}

export function routeFile(index) {
  return `# Route ${index}: owned by team ${index % 50}. Ask in their channel before you change it.
kind: https-route
name: route-${index}
labels: { team: team-${index % 50}, tier: "${index % 3}" }
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /services/${index}/
  description: Serves what service ${index} has to offer to the world
  metadata: '{"service":${index},"owner":"team-${index % 50}","runbook":"https://runbooks.example.com/${index}"}'
  backend:
    backend_id: backend/shop
  circuit_breaker:
    tripped_duration: ${10 + (index % 50)}
    rolling_window: 60
    num_buckets: 10
    volume_threshold: 20
    error_threshold_percentage: 0.25
  compression: {}
  request_headers:
    add:
      x-service: "${index}"
      x-environment: $(environment)
      x-forwarded-service: service-${index}
    remove: [x-debug, x-trace-raw]
  response_headers:
    add:
      strict-transport-security: max-age=31536000; includeSubDomains
      x-content-type-options: nosniff
      x-frame-options: DENY
      referrer-policy: strict-origin-when-cross-origin
    remove: [server, x-powered-by]
  oidc:
    issuer: https://login.$(domain)
    client_id: shop-${index}
    client_secret: $(secret:SHOP_OIDC)
    scopes: [openid, profile, email]
    inactivity_timeout: 3600
    maximum_duration: 86400
  ip_restriction:
    ip_policy_ids: [ip-policy/office]
  traffic_policy:
    value: |
      on_http_request:
        - name: only what service ${index} understands
          expressions:
            - "!(req.method in ['GET', 'POST', 'OPTIONS'])"
          actions:
            - type: deny
              config:
                status_code: 405
`;
}
