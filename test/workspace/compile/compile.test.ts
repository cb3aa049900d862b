import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { compile } from '../../../src/workspace/compile/compile.ts';
import { masked, Secret } from '../../../src/model/secret.ts';
import type { Desired } from '../../../src/model/desired.ts';
import type { Path, Value } from '../../../src/model/value.ts';
import { loadWorkspace } from '../../../src/workspace/load-workspace.ts';
import { lineColumn } from '../../../src/text/line-column.ts';
import { shown, withFiles, type Files } from '../temporary-workspace.ts';
import { SecretReference } from '../../../src/model/secret-reference.ts';

interface Case {
  readonly name: string;
  readonly environment?: string;
  readonly files: Files;
  readonly bodies?: Readonly<Record<string, unknown>>;
  readonly findings?: readonly string[];
  readonly origins?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly replaced?: Readonly<Record<string, readonly string[]>>;
}

const cases = parse(readFileSync(new URL('compile-cases.yaml', import.meta.url), 'utf8')) as readonly Case[];

const base: Files = {
  'edgewright.yaml': 'version: 1\nsecrets: [SHOP]\n',
  'environments/production.yaml': `vars:
  name: shop
  version: 1.10
  seconds: 30
  threshold: 0.2
  "on": true
  domains: [example.com, example.org]
  edge: main
  backend: { backend_id: backend/shop, enabled: null }
  filter: { enabled: true, deny: ["left (alone)"] }
ids: { https-edge/main: edghts_1, backend/shop: bkdhr_1, ip-policy/office: ipp_1 }
`,
  'environments/staging.yaml': '',
};

describe('a workspace compiled', () => {
  test.each(cases)(
    '$name',
    ({ environment = 'production', files, bodies, findings = [], origins = {}, replaced = {} }) => {
      withFiles({ ...base, ...files }, (root) => {
        const { desired, diagnostics } = compile(loadWorkspace({ from: root }), environment);
        expect(diagnostics.map(sentence).sort(byPlace)).toEqual([...findings].sort(byPlace));
        if (bodies !== undefined) {
          expect(Object.fromEntries(desired.map(({ address, spec }) => [address, visible(spec)]))).toEqual(
            bodies,
          );
        }
        const found = new Map(desired.map((one) => [one.address as string, one]));
        for (const [address, paths] of Object.entries(origins)) {
          const all = Object.keys(paths).map((path) => [path, originAt(found.get(address)!, path)] as const);
          expect(Object.fromEntries(all)).toEqual(paths);
        }
        for (const [address, list] of Object.entries(replaced)) {
          expect(
            found
              .get(address)!
              .written()
              .replaced.map(({ field, label, by }) => `${field} of ${label} by ${by.label}`),
          ).toEqual(list);
        }
      });
    },
  );
});

function sentence(diagnostic: Parameters<typeof shown>[0]): string {
  const { help, rule } = diagnostic;
  return `${shown(diagnostic)}${help === undefined || (rule === 'expression-syntax' && !help.startsWith('put')) ? '' : ` (${help})`}`;
}

function byPlace(a: string, b: string): number {
  return a < b ? -1 : 1;
}

function originAt({ originOf }: Desired, dotted: string): string {
  const path: Path = dotted.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step));
  const { place, layer, through } = originOf(path);
  const { line, column } = lineColumn(place.source, place.start);
  return [`${place.source.path}:${line}:${column} ${layer}`, ...through.map(({ what }) => what)].join(' < ');
}

/** A value as printed, with own keys only. */
function visible(value: Value): unknown {
  if (value instanceof SecretReference) return { secret: value.template };
  if (value instanceof Secret) return masked;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(visible);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, visible(item)]));
}

test('environments do not see each other’s values, in whatever order they are compiled', () => {
  const files = {
    ...base,
    'environments/staging.yaml': 'vars: { name: stage }\nids: { backend/shop: bkdhr_2 }\n',
    'resources/a.yaml': `kind: preset
name: p
spec: { backend: { backend_id: backend/shop }, compression: { enabled: true }, metadata: "$(nobody)" }
---
kind: https-route
name: a
uses: [p]
spec: { match: "/$(name)", description: "always $(secret:A b)" }
`,
  };
  withFiles(files, (root) => {
    const alone = (name: string): unknown => plain(compile(loadWorkspace({ from: root }), name));
    const workspace = loadWorkspace({ from: root });
    const [first, second, again] = ['staging', 'production', 'staging'].map((name) =>
      plain(compile(workspace, name)),
    );
    expect(first).toEqual(alone('staging'));
    expect(second).toEqual(alone('production'));
    expect(again).toEqual(first);
    expect(first).not.toEqual(second);
  });
});

function plain({ desired, diagnostics }: ReturnType<typeof compile>): unknown {
  return {
    bodies: desired.map(({ address, spec }) => [address, visible(spec)]),
    findings: diagnostics.map(shown),
  };
}

test('a few lines do not stand for gigabytes', () => {
  const list = `[${'x,'.repeat(4000)}x]`;
  const uses = (word: string): string => `[${`${word},`.repeat(2000)}${word}]`;
  const files = {
    ...base,
    'environments/production.yaml': `vars: { list: ${list}, text: ${'x'.repeat(100_000)} }\n`,
    'resources/a.yaml': `kind: endpoint\nname: a\nspec: { bindings: ${uses('$(list)')} }\n---\nkind: endpoint\nname: b\nspec: { traffic_policy: { a: ${uses('"$(text) $(text) $(text)"')} } }\n`,
  };
  withFiles(files, (root) => {
    const { diagnostics } = compile(loadWorkspace({ from: root }), 'production');
    expect(new Set(diagnostics.map(({ rule }) => rule))).toEqual(new Set(['yaml-limit']));
  });
});
