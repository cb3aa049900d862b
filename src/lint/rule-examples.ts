/**
 * The frames of the examples of rules: a resource that has nothing to report, with the fields that the example is
 * about. A text of several lines may be indented as the code around it.
 */
export function onRoute(fields = ''): string {
  return withFields(
    `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
`,
    fields,
  );
}

export function onEndpoint(fields = ''): string {
  return withFields(
    `kind: endpoint
name: www
spec:
  url: https://www.example.com
`,
    fields,
  );
}

export function onTlsEdge(fields = ''): string {
  return withFields(
    `kind: tls-edge
name: db
spec:
  hostports: ["db.example.com:443"]
  backend: { backend_id: backend/shop }
`,
    fields,
  );
}

function withFields(head: string, fields: string): string {
  const lines = fields.replace(/^\n/, '').trimEnd().split('\n');
  const indent = /^ */.exec(lines[0] ?? '')?.[0].length ?? 0;
  const inside = lines.map((line) => (line.trim() === '' ? '' : `  ${line.slice(indent)}`));
  return fields === '' ? head : `${head}${inside.join('\n')}\n`;
}
