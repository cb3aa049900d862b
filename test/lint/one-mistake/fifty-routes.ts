/** A workspace of 50 routes with one preset, one login, one edge, two backends and two environments. */
export function fiftyRoutes(): ReadonlyMap<string, string> {
  const files = new Map([
    ['edgewright.yaml', settings],
    ['environments/production.yaml', environment('production', 'pr')],
    ['environments/staging.yaml', environment('staging', 'st')],
    ['resources/presets.yaml', presets],
  ]);
  for (let index = 1; index <= 50; index++) files.set(`resources/route-${index}.yaml`, route(index));
  return files;
}

const settings = `version: 1
ledger: { store: file, lineage: 0f1e2d3c4b5a69788796a5b4c3d2e1f0 }
secrets: [SHOP_OIDC]
lint: { preset: recommended }
safety: { max_deletes: 0, max_changed_percent: 30 }
`;

function environment(name: string, id: string): string {
  return `vars:
  domain: ${name}.example.com
  errors: 0.2
  window: 60
  scopes: [openid, email]
ids:
  https-edge/main: edghts_${id}Edge
  backend/shop: bkdhr_${id}Shop
  backend/docs: bkdhr_${id}Docs
  ip-policy/office: ipp_${id}Office
drift: report
`;
}

const presets = `kind: preset
name: guarded
spec:
  backend: { backend_id: backend/shop }
  circuit_breaker:
    tripped_duration: 30
    rolling_window: $(window)
    num_buckets: 10
    volume_threshold: 50
    error_threshold_percentage: $(errors)
  ip_restriction: { ip_policy_ids: [ip-policy/office] }
  request_headers:
    add:
      x-domain: $(domain)
---
kind: preset
name: login
spec:
  oidc:
    issuer: https://login.$(domain)
    client_id: shop
    client_secret: $(secret:SHOP_OIDC)
    scopes: $(scopes)
    inactivity_timeout: $(window)
    maximum_duration: 86400
`;

function route(index: number): string {
  const backend = index % 10 === 0 ? '  backend: { backend_id: backend/docs }\n' : '';
  return `kind: https-route
name: route-${index}
uses: [guarded, login]
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /route-${index}
${backend}`;
}
