import { endpoint, file, filled, route, type Hostiles } from './hostile-files.ts';

function saml(inside: (bytes: number) => string): (bytes: number) => string {
  return (bytes) => route('login', `  saml:\n    idp_metadata: |\n      ${inside(bytes)}\n`);
}

const entity = '<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="x">';

/** Hostile values for rules that parse a value. */
export const inValues: Hostiles = {
  'SAML: nested elements': file(
    saml((bytes) => entity + '<a>'.repeat(bytes / 7) + '</a>'.repeat(bytes / 7) + '</EntityDescriptor>'),
  ),
  'SAML: elements on lines': file(
    saml((bytes) => `${entity}\n${'      <a/>\n'.repeat(bytes / 11)}      </EntityDescriptor>`),
  ),
  'SAML: namespaces within each other': file(
    saml((bytes) => entity + filled(bytes / 2, (i) => `<a xmlns:n${i}="urn:x">`)),
  ),
  'SAML: attributes': file(saml((bytes) => `<EntityDescriptor ${filled(bytes, (i) => `a${i}="b" `)}/>`)),
  'SAML: a long attribute without a value': file(
    saml((bytes) => `<EntityDescriptor validUntil="x" ${'a'.repeat(bytes)}/>`),
  ),
  'SAML: entities': file(saml((bytes) => `${entity}${'&amp;'.repeat(bytes / 5)}</EntityDescriptor>`)),
  'SAML: entities that nobody declares': file(
    saml((bytes) => `${entity}${'&x;'.repeat(bytes / 3)}</EntityDescriptor>`),
  ),
  'SAML: a DTD': file(
    saml(
      (bytes) => `<!DOCTYPE x [${filled(bytes, (i) => `<!ENTITY e${i} "x">`)}]>${entity}</EntityDescriptor>`,
    ),
  ),
  'SAML: a billion laughs': file(
    saml(
      (bytes) =>
        `<!DOCTYPE x [<!ENTITY e0 "x">${filled(bytes, (i) => `<!ENTITY e${i + 1} "&e${i};&e${i};">`)}]>${entity}</EntityDescriptor>`,
    ),
  ),
  'SAML: open angles': file(saml((bytes) => '<'.repeat(bytes))),
  'SAML: an open comment': file(saml((bytes) => `<!--${'- '.repeat(bytes / 2)}`)),
  'SAML: certificates': file(
    saml(
      (bytes) =>
        `${entity}<IDPSSODescriptor>${'<KeyDescriptor><X509Certificate>MIIB</X509Certificate></KeyDescriptor>'.repeat(bytes / 72)}</IDPSSODescriptor></EntityDescriptor>`,
    ),
  ),
  'SAML: a long certificate': file(
    saml(
      (bytes) =>
        `${entity}<IDPSSODescriptor><KeyDescriptor><X509Certificate>${'MIIB'.repeat(bytes / 4)}</X509Certificate></KeyDescriptor></IDPSSODescriptor></EntityDescriptor>`,
    ),
  ),
  'SAML: locations': file(
    saml(
      (bytes) =>
        `${entity}<IDPSSODescriptor>${'<SingleSignOnService Location="http://x"/>'.repeat(bytes / 42)}</IDPSSODescriptor></EntityDescriptor>`,
    ),
  ),
  'SAML: no XML': file(saml((bytes) => 'a '.repeat(bytes / 2))),
  'SAML: spaces': file(saml((bytes) => `x${' '.repeat(bytes)}x`)),
  'a regex': file((bytes) =>
    route('ua', `  user_agent_filter: { enabled: true, allow: ["${'(a+)+'.repeat(bytes / 5)}"] }\n`),
  ),
  'a regex of open groups': file((bytes) =>
    route('ua', `  user_agent_filter: { enabled: true, allow: ["${'('.repeat(bytes)}"] }\n`),
  ),
  'a regex of stars': file((bytes) =>
    route('ua', `  user_agent_filter: { enabled: true, deny: ["${'.*'.repeat(bytes / 2)}"] }\n`),
  ),
  'a regex of classes': file((bytes) =>
    route('ua', `  user_agent_filter: { enabled: true, deny: ["${'[a-z]'.repeat(bytes / 5)}"] }\n`),
  ),
  'many regexes': file((bytes) =>
    route(
      'ua',
      `  user_agent_filter:\n    enabled: true\n    allow:\n${filled(bytes, (i) => `      - (a+)+${i}\n`)}`,
    ),
  ),
  'regexes in both lists': file((bytes) =>
    route(
      'ua',
      `  user_agent_filter:\n    enabled: true\n    allow:\n${filled(bytes / 2, (i) => `      - a${i}\n`)}    deny:\n${filled(bytes / 2, (i) => `      - a${i}\n`)}`,
    ),
  ),
  'a traffic policy of rules': file((bytes) =>
    route(
      'tp',
      `  traffic_policy:\n    value:\n      on_http_request:\n${'        - actions: [{ type: deny }]\n'.repeat(bytes / 36)}`,
    ),
  ),
  'a traffic policy as text': file((bytes) =>
    endpoint(
      'tp',
      `  traffic_policy: |\n    on_http_request:\n${'      - actions: [{ type: deny }]\n'.repeat(bytes / 34)}`,
    ),
  ),
  'a traffic policy of mistakes': file((bytes) =>
    route(
      'tp',
      `  traffic_policy:\n    value:\n      on_http_request:\n${'        - actons: [{ typ: denny }]\n'.repeat(bytes / 36)}`,
    ),
  ),
  'a traffic policy of mistakes as text': file((bytes) =>
    endpoint(
      'tp',
      `  traffic_policy: |\n    on_http_request:\n${'      - actons: [{ typ: denny }]\n'.repeat(bytes / 34)}`,
    ),
  ),
  'a traffic policy as JSON': file((bytes) =>
    endpoint(
      'tp',
      `  traffic_policy: '{"on_http_request":[${'{"actions":[{"type":"deny"}]},'.repeat(bytes / 30)}{}]}'\n`,
    ),
  ),
  'a traffic policy of open braces': file((bytes) =>
    endpoint('tp', `  traffic_policy: '${'{"a":'.repeat(bytes / 5)}'\n`),
  ),
  'a traffic policy of phases': file((bytes) =>
    endpoint('tp', `  traffic_policy: |\n${filled(bytes, (i) => `    phase_${i}: []\n`)}`),
  ),
  'a header map': file((bytes) =>
    route('h', `  request_headers:\n    add:\n${filled(bytes, (i) => `      x-${i}: v\n`)}`),
  ),
  'header values that are wrong': file((bytes) =>
    route('h', `  request_headers:\n    add:\n${filled(bytes, (i) => `      "x ${i}:": " v "\n`)}`),
  ),
  'headers added and removed': file((bytes) =>
    route(
      'h',
      `  request_headers:\n    add:\n${filled(bytes / 2, (i) => `      x-${i}: v\n`)}    remove:\n${filled(bytes / 2, (i) => `      - x-${i}\n`)}`,
    ),
  ),
  'headers removed twice': file((bytes) =>
    route('h', `  request_headers:\n    remove:\n${filled(bytes, (i) => `      - x-${i % 100}\n`)}`),
  ),
  'a long header value': file((bytes) =>
    route('h', `  request_headers: { add: { x: "${' \\t'.repeat(bytes / 3)}" } }\n`),
  ),
  'a list of emails': file((bytes) =>
    route(
      'o',
      `  oauth:\n    provider:\n      google:\n        email_addresses:\n${filled(bytes, (i) => `          - A${i}@example.com\n`)}        email_domains: [example.com]\n`,
    ),
  ),
  'one email again and again': file((bytes) =>
    route(
      'o',
      `  oauth:\n    provider:\n      google:\n        email_addresses:\n${'          - a@example.com\n'.repeat(bytes / 26)}`,
    ),
  ),
  'a list of teams': file((bytes) =>
    route(
      'o',
      `  oauth:\n    provider:\n      github:\n        teams:\n${filled(bytes / 2, (i) => `          - "@org${i}/team"\n`)}        organizations:\n${filled(bytes / 2, (i) => `          - org${i}/\n`)}`,
    ),
  ),
  'a list of scopes': file((bytes) =>
    route(
      'o',
      `  oidc:\n    issuer: http://x\n    scopes:\n${filled(bytes, (i) => `      - s${i % 1000}\n`)}`,
    ),
  ),
  'a list of ids': file((bytes) =>
    route('o', `  ip_restriction:\n    ip_policy_ids:\n${filled(bytes, (i) => `      - ip-policy/p${i}\n`)}`),
  ),
  'one id again and again': file((bytes) =>
    route('o', `  ip_restriction:\n    ip_policy_ids:\n${'      - ip-policy/office\n'.repeat(bytes / 25)}`),
  ),
  'a long description': file((bytes) =>
    endpoint('d', `  description: "${'é'.repeat(bytes / 4)}${'\\u200b'.repeat(bytes / 12)}"\n`),
  ),
  'metadata that is almost JSON': file((bytes) =>
    endpoint('d', `  metadata: '${'{"a":['.repeat(bytes / 6)}'\n`),
  ),
  'metadata of almost secrets': file((bytes) =>
    endpoint('d', `  metadata: "${'ghp_ sk_live_ AKIA xoxb- eyJ '.repeat(bytes / 29)}"\n`),
  ),
  'metadata of one long almost secret': file((bytes) =>
    endpoint('d', `  metadata: "https://${'a:b'.repeat(bytes / 3)}"\n`),
  ),
  'metadata of dots': file((bytes) => endpoint('d', `  metadata: "eyJ${'a.'.repeat(bytes / 2)}"\n`)),
  'a metadata of words': file((bytes) =>
    endpoint('d', `  metadata: "${'password=token: secret '.repeat(bytes / 23)}"\n`),
  ),
  'a long match': file((bytes) =>
    route('m', '').replace('match: /m', `match: /${'a/../%7e//'.repeat(bytes / 10)}`),
  ),
  'a long match of stars': file((bytes) =>
    route('m', '').replace('match: /m', `match: /${'*{a}:b'.repeat(bytes / 6)}`),
  ),
  'a long match of hosts': file((bytes) =>
    route('m', '').replace('match: /m', `match: ${'a.'.repeat(bytes / 2)}com`),
  ),
  'a long url': file((bytes) =>
    endpoint('u', `  bindings: []\n`).replace('https://u.', `https://${'a.'.repeat(bytes / 2)}`),
  ),
  'a long url of colons': file((bytes) =>
    endpoint('u', ``).replace('https://u.', `https://${'a:@'.repeat(bytes / 3)}`),
  ),
  'a long issuer': file((bytes) =>
    route(
      'o',
      `  oidc: { issuer: "https://x/${'a/'.repeat(bytes / 2)}${'/'.repeat(bytes / 2)}", client_id: a, scopes: [openid] }\n`,
    ),
  ),
  'a long email': file((bytes) =>
    route('o', `  oauth: { provider: { google: { email_addresses: ["${'a.'.repeat(bytes / 2)}@"] } } }\n`),
  ),
  'a long email domain': file((bytes) =>
    route('o', `  oauth: { provider: { google: { email_domains: ["${'a-.'.repeat(bytes / 3)}"] } } }\n`),
  ),
  'a long team': file((bytes) =>
    route('o', `  oauth: { provider: { github: { teams: ["${'-a/'.repeat(bytes / 3)}"] } } }\n`),
  ),
  'a long cookie prefix': file((bytes) =>
    route('o', `  oauth: { cookie_prefix: "${'a.-'.repeat(bytes / 3)}", provider: { google: {} } }\n`),
  ),
  hostports: file(
    (bytes) =>
      `kind: tls-edge\nname: e\nspec:\n  backend: { backend_id: backend/shop }\n  hostports:\n${filled(bytes, (i) => `    - h${i}.example.com:99999\n`)}`,
  ),
  'one hostport again and again': file(
    (bytes) =>
      `kind: tls-edge\nname: e\nspec:\n  backend: { backend_id: backend/shop }\n  hostports:\n${'    - h.example.com:443\n'.repeat(bytes / 24)}`,
  ),
  'expressions in one text': file((bytes) =>
    endpoint('e', `  description: "${'$(domain)'.repeat(bytes / 9)}"\n`),
  ),
  'expressions that nobody declares': file((bytes) =>
    endpoint('e', `  description: "${filled(bytes, (i) => `$(v${i})`)}"\n`),
  ),
  'expressions that are not closed': file((bytes) =>
    endpoint('e', `  description: "${'$('.repeat(bytes / 2)}"\n`),
  ),
  'expressions that grow': file((bytes) =>
    endpoint('e', `  metadata: "${'$(domain)$$('.repeat(bytes / 12)}"\n`),
  ),
  'files to inline': file((bytes) =>
    route(
      'f',
      `  request_headers:\n    add:\n${filled(bytes, (i) => `      x-${i}: $(file:texts/${i}.txt)\n`)}`,
    ),
  ),
  'secrets to refer to': file((bytes) =>
    route(
      'f',
      `  request_headers:\n    add:\n${filled(bytes, (i) => `      x-${i}: Bearer $(secret:S_${i})\n`)}`,
    ),
  ),
  'one long path to inline': file((bytes) =>
    endpoint('f', `  traffic_policy: $(file:${'a/'.repeat(bytes / 2)}b)\n`),
  ),
};
