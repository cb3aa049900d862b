/** Odd values of the fields that have a grammar of their own, and all that `recommended` and `strict` find in each. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { rules } from '../../../src/lint/rules.ts';
import { lintFiles } from '../workspace-of.ts';

/** A value, and what is found: `<rule> at <the part it points at>`. */
type Table = Readonly<Record<string, readonly (readonly [value: string, ...found: string[]])[]>>;

const tables = parse(readFileSync(new URL('values.yaml', import.meta.url), 'utf8')) as Table;

/** The resource that a value of each field stands in, in quotes so that any text can. */
const resources: Readonly<Record<string, (value: string) => string>> = {
  url: (value) => `kind: endpoint\nname: e\nspec:\n  url: ${value}\n`,
  hostport: (value) =>
    `kind: tls-edge\nname: e\nspec:\n  hostports: [${value}]\n  backend: { backend_id: backend/shop }\n`,
  match: (value) => `${route}  match: ${value}\n  request_headers: { remove: [x-a] }\n`,
  issuer: (value) =>
    `${route}  match: /a\n  oidc:\n    client_id: c\n    client_secret: $(secret:CLIENT_SECRET)\n    scopes: [openid]\n    issuer: ${value}\n`,
  'header name': (value) => `${route}  match: /a\n  request_headers: { add: { ${value}: "1" } }\n`,
  'removed header': (value) => `${route}  match: /a\n  request_headers: { remove: [${value}] }\n`,
  'header value': (value) => `${route}  match: /a\n  request_headers: { add: { x-a: ${value} } }\n`,
};

const route = `kind: https-route
name: r
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  backend: { backend_id: backend/shop }
`;

describe.each(Object.entries(tables))('%s', (field, rows) => {
  test.each(rows.map(([value, ...found]) => ({ value, found })))('$value', ({ value, found }) => {
    const text = resources[field]!(JSON.stringify(value));
    const { diagnostics } = lintFiles({ 'resources/case.yaml': text }, { rules, overriding: new Map() });
    const own = diagnostics.filter(({ place }) => place.source.path === 'resources/case.yaml');
    expect(own.map(({ rule, place }) => `${rule} at ${text.slice(place.start, place.end)}`)).toEqual(found);
  });
});
