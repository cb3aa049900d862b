/**
 * The sections of docs/api-notes.md by anchor, with their titles: the references of rules and fields for readers. A
 * test compares them with the page.
 */
export const apiNotes = {
  'cloud-endpoints': 'Cloud endpoints',
  'endpoint-urls': 'Endpoint URLs',
  'endpoint-bindings': 'Endpoint bindings',
  'tls-edges': 'TLS edges',
  'tls-termination': 'TLS termination',
  'mutual-tls': 'Mutual TLS',
  routes: 'Routes',
  'route-selectors': 'Route selectors',
  'route-precedence': 'Route precedence',
  'types-and-fields': 'Types and fields',
  'enabling-modules': 'Enabling modules',
  'module-updates': 'Module updates',
  'read-and-write-forms': 'Read and write forms',
  'byte-limits': 'Byte limits',
  'backends-and-ip-policies': 'Backends and IP policies',
  'circuit-breaker': 'Circuit breaker',
  'http-headers': 'HTTP headers',
  'webhook-verification': 'Webhook verification',
  oauth: 'OAuth',
  sessions: 'Sessions',
  saml: 'SAML',
  oidc: 'OIDC',
  'user-agent-filter': 'User agent filter',
  'websocket-to-tcp': 'WebSocket to TCP',
  'traffic-policy': 'Traffic policy',
  'ids-and-references': 'Ids and references',
  'edgewright-file-format': 'Edgewright file format',
  expressions: 'Expressions',
  'secrets-in-files': 'Secrets in files',
  adoption: 'Adoption',
  'approvals-and-removals': 'Approvals and removals',
  'lint-policies': 'Lint policies',
  'suppressions-and-baselines': 'Suppressions and baselines',
  'untrusted-files': 'Untrusted files',
  yaml: 'YAML',
} as const;

export type ApiNote = keyof typeof apiNotes;

/** For example `docs/api-notes.md#tls-termination`. */
export function noteInWords(note: ApiNote): string {
  return `docs/api-notes.md#${note}`;
}
