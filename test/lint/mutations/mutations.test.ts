/**
 * Every rule that the API states: one change of a workspace without findings gives the finding of that rule, once, and
 * nothing else, under `recommended` and under `minimal`. The changes are in mutations.yaml. A rule that only `strict`
 * has is enabled for its own case.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { isMap, parse, parseAllDocuments, type Document } from 'yaml';
import { compile } from '../../../src/workspace/compile/compile.ts';
import { loadTrafficTools } from '../../../src/lint/domain/policy/load-traffic-tools.ts';
import { lint } from '../../../src/lint/engine/lint.ts';
import { rules } from '../../../src/lint/rules.ts';
import type { PresetName, RuleSetting } from '../../../src/model/workspace/settings.ts';
import { loadWorkspace } from '../../../src/workspace/load-workspace.ts';
import { share } from '../../runs.ts';

/* Rules cannot wait: what checks policies is there before the first. */
await loadTrafficTools(['traffic_policy']);

interface Mutation {
  readonly rule: string;
  /** The file, and the name of the document in it. */
  readonly in: readonly [string] | readonly [string, string];
  readonly at?: readonly (string | number)[];
  readonly set?: unknown;
  readonly remove?: true;
  readonly rename?: string;
  /** A text so many times. */
  readonly fill?: readonly [string, number];
  /** In what is no YAML: every occurrence of the first becomes the second. */
  readonly text?: readonly [string, string];
}

const example = path.join(import.meta.dirname, '../../../examples/bookshop');
const mutations = parse(readFileSync(path.join(import.meta.dirname, 'mutations.yaml'), 'utf8')) as Mutation[];

function read(file: string): string {
  return readFileSync(path.join(example, file), 'utf8');
}

function mutated({ in: [file, name], at = [], text, ...change }: Mutation): string {
  if (text !== undefined) return read(file).replaceAll(...text);
  const documents = parseAllDocuments(read(file));
  const document = documents.find((one) => name === undefined || one.get('name') === name);
  if (document === undefined) throw new Error(`${file} has no document ${name}`);
  if (change.remove === true) document.deleteIn(at);
  else if (change.rename !== undefined) rename(document, at, change.rename);
  else document.setIn(at, document.createNode(change.fill?.[0].repeat(change.fill[1]) ?? change.set));
  return documents.map((one) => one.toString({ lineWidth: 0 })).join('');
}

function rename(document: Document, at: readonly (string | number)[], to: string): void {
  const map = document.getIn(at.slice(0, -1), true);
  const pair = isMap(map) ? map.items.find(({ key }) => String(key) === at.at(-1)) : undefined;
  if (pair === undefined) throw new Error(`there is nothing at ${at.join('/')}`);
  pair.key = document.createNode(to);
}

function findings(preset: PresetName, rule: string, overlay: ReadonlyMap<string, string>): readonly string[] {
  const settings = read('edgewright.yaml').replace('preset: recommended', `preset: ${preset}`);
  const workspace = loadWorkspace({
    from: example,
    overlay: new Map([['edgewright.yaml', settings], ...overlay]),
  });
  const { severity } = rules.find(({ id }) => id === rule)!;
  const { diagnostics } = lint({
    workspace,
    compiled: new Map([...workspace.environments.keys()].map((name) => [name, compile(workspace, name)])),
    now: new Date('2026-06-01T12:00:00Z'),
    rules,
    overriding: new Map<string, RuleSetting>(
      severity[preset] === 'off' ? [[rule, { severity: severity.strict }]] : [],
    ),
  });
  return diagnostics.map(({ rule: id, message, place }) => `${id} in ${place.source.path}: ${message}`);
}

/** The findings that a change adds; a rule that only `strict` has may report the unchanged example. */
function added(preset: PresetName, mutation: Mutation): readonly string[] {
  const before = new Set(findings(preset, mutation.rule, new Map()));
  const after = findings(preset, mutation.rule, new Map([[mutation.in[0], mutated(mutation)]]));
  return after.filter((finding) => !before.has(finding));
}

test('each rule that the API states has a mutation, and no other', () => {
  const must = rules.filter(({ isMust }) => isMust).map(({ id }) => id);
  expect([...new Set(mutations.map(({ rule }) => rule))].sort()).toEqual(must.sort());
});

describe.each(['recommended', 'minimal'] as const)('under `%s`', (preset) => {
  test('the example is without findings', () => {
    expect(findings(preset, 'unknown-field', new Map())).toEqual([]);
  });

  test.each(share(mutations.map((mutation, index) => ({ name: `${index + 1} ${mutation.rule}`, mutation }))))(
    '$name, and nothing else',
    ({ mutation }) => {
      const found = added(preset, mutation);
      expect(found).toEqual([expect.stringMatching(new RegExp(`^${mutation.rule} in `))]);
    },
  );
});
