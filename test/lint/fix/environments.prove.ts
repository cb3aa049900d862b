/**
 * A fix changes what is compiled where its finding was, and nowhere else: in the environments that the finding names,
 * in the resource and the field that it is about. Played over the broken files of all rules, each beside a second
 * environment that has the same names with other values, and over names that only one of two environments has.
 */
import { describe, expect, test } from 'vitest';
import { compile } from '../../../src/workspace/compile/compile.ts';
import { hashOf } from '../../../src/text/hash.ts';
import { maskedValue } from '../../../src/derive/forms/masked.ts';
import { applyFixes } from '../../../src/lint/fix/apply-fixes.ts';
import { rules } from '../../../src/lint/rules.ts';
import type { Diagnostic } from '../../../src/model/diagnostic.ts';
import type { Workspace } from '../../../src/model/workspace/workspace.ts';
import { casesOf, filesOf } from '../rule-cases.ts';
import { filesIn, lintFiles, workspaceOf, type Files } from '../workspace-of.ts';
import type { RuleSetting } from '../../../src/model/workspace/settings.ts';

const strict: ReadonlyMap<string, RuleSetting> = new Map(
  rules.map(({ id, severity }) => [id, { severity: severity.strict }]),
);

/** The compiled value by `environment address field`. */
function compiledOf(workspace: Workspace): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const name of workspace.environments.keys())
    for (const { address, spec } of compile(workspace, name).desired)
      for (const [field, value] of Object.entries(spec))
        values.set(`${name} ${address} ${field}`, hashOf(maskedValue(value)));
  return values;
}

function changedBy(
  files: Files,
  { sources }: Workspace,
  before: ReadonlyMap<string, string>,
  finding: Diagnostic,
): readonly string[] {
  const { texts } = applyFixes(sources, [finding], 'unsafe');
  const after = compiledOf(workspaceOf({ ...files, ...Object.fromEntries(texts) }));
  const keys = new Set([...before.keys(), ...after.keys()]);
  return [...keys].filter((key) => before.get(key) !== after.get(key)).sort();
}

/** Whether a change of compiled output is what one of these findings, all of one place, is about. */
function isMeant(change: string, findings: readonly Diagnostic[]): boolean {
  const [environment = '', resource = '', field = ''] = change.split(' ');
  return findings.some(({ environments, address, path = [], rule, fix }) => {
    if (environments.length > 0 && !environments.includes(environment)) return false;
    // One finding of a name that is wrong in several places.
    if ((fix?.edits.length ?? 0) > 1) return true;
    // A finding of a preset or a file has no address; of a key it does not know it is about the key that is meant.
    if (address !== undefined && address !== resource) return false;
    // Of the shape it is about a path of the document, of the meaning about one of the spec.
    const inSpec = path[0] === 'spec' ? path.slice(1) : path[0] === 'overrides' ? path.slice(2) : path;
    return inSpec[0] === undefined || inSpec[0] === field || renaming.has(rule);
  });
}

/** Rules whose fix gives a key another name: the field that is meant appears. */
const renaming = new Set([
  'unknown-kind',
  'unknown-field',
  'misplaced-field',
  'read-form-module',
  'traffic-policy-form',
]);

function stray(files: Files): readonly string[] {
  const { diagnostics, workspace } = lintFiles(files, { rules, overriding: strict });
  const fixable = diagnostics.filter(({ fix }) => fix !== undefined);
  if (fixable.length === 0) return [];
  const before = compiledOf(workspace);
  return fixable.flatMap((finding) => {
    const { source, start, end } = finding.place;
    const there = diagnostics.filter(
      ({ place }) => place.source === source && place.start === start && place.end === end,
    );
    return changedBy(files, workspace, before, finding)
      .filter((change) => !isMeant(change, there))
      .map(
        (change) => `${finding.rule}: ${change} by ${JSON.stringify([finding.path, finding.environments])}`,
      );
  });
}

/** The names of the suite's environment with other values. */
const second = `vars: { domain: example.net, allowed_domains: [example.net], number: 7 }
ids:
  https-edge/main: edghts_second
  https-edge/other: edghts_second2
  backend/shop: bkdhr_second
  backend/docs: bkdhr_second2
  ip-policy/office: ipp_second
  certificate-authority/corp: ca_second
`;

describe('the broken files of', () => {
  test.each(rules.map(({ id }) => id))('%s', (id) => {
    for (const one of casesOf(id)?.invalid ?? []) {
      const files = filesOf(one);
      if (one.ledger !== undefined || files['environments/second.yaml'] !== undefined) continue;
      expect(stray({ ...files, 'environments/second.yaml': second })).toEqual([]);
    }
  });
});

const onlyInOne: readonly (readonly [what: string, text: string])[] = [
  [
    'an id that staging lacks',
    `kind: https-route
name: checkout
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /checkout
  backend: { backend_id: backend/shop }
# file: environments/production.yaml
ids: { https-edge/main: edghts_1, backend/shop: bkdhr_1 }
# file: environments/staging.yaml
ids: { https-edge/main: edghts_2, backend/shops: bkdhr_2 }
`,
  ],
  [
    'a variable that staging lacks',
    `kind: endpoint
name: www
spec: { url: 'https://$(domain)' }
# file: environments/production.yaml
vars: { domain: example.com }
# file: environments/staging.yaml
vars: { domains: example.net }
`,
  ],
];

test.each(onlyInOne)('%s is not replaced by a word that production does not mean', (_what, text) => {
  const files = filesIn(text);
  const { diagnostics } = lintFiles(files, { rules, overriding: strict });
  const wrong = diagnostics.filter(({ rule }) => rule === 'ref-dangling' || rule === 'undefined-variable');
  expect(
    wrong.map(({ environments, fix, help }) => [environments, fix, help?.startsWith('did you mean')]),
  ).toEqual([[['staging'], undefined, false]]);
  expect(stray(files)).toEqual([]);
});

test('several scopes in one text are not put behind `openid` as one', () => {
  const { diagnostics, workspace } = lintFiles(
    filesIn(`kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  oidc: { issuer: https://login.example.com, client_id: a, client_secret: '$(secret:OIDC)', scopes: "openid email" }
`),
    { rules, overriding: strict },
  );
  const { texts } = applyFixes(workspace.sources, diagnostics, 'unsafe');
  for (const text of texts.values()) expect(text).not.toMatch(/openid, openid/);
});
