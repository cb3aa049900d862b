/** Policies of other authors than the published ones: what works is no error, and what does not is found. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { expect, test } from 'vitest';
import { policyRefusals } from '../../../src/kinds/policy/policy-refusals.ts';
import type { PolicyProtocol } from '../../../src/kinds/policy/phases.ts';
import { rules } from '../../../src/lint/rules.ts';
import type { Diagnostic } from '../../../src/model/diagnostic.ts';
import { savedPolicyCheck } from '../../../src/server/objects/policy-refusal.ts';
import { expectText } from '../../golden.ts';
import { lintFiles, type Files } from '../workspace-of.ts';
import { wholeFinding } from './whole-finding.ts';

interface FreshPolicy {
  readonly on?: { readonly endpoint?: 'agent'; readonly protocol?: PolicyProtocol };
  readonly text: string;
}

const { valid, mistakes } = parse(readFileSync(new URL('fresh.yaml', import.meta.url), 'utf8')) as {
  readonly valid: Readonly<Record<string, FreshPolicy>>;
  readonly mistakes: readonly {
    readonly of: string;
    readonly find: string;
    readonly put: string;
    readonly contains: string;
    /** How many; one by default. */
    readonly findings?: number;
  }[];
};

const all: Readonly<Record<string, FreshPolicy>> = {
  ...valid,
  ...Object.fromEntries(mistakes.map((one, index) => [`mistake-${index}`, spoiled(one)])),
};

function spoiled({ of, find, put }: (typeof mistakes)[number]): FreshPolicy {
  const base = valid[of];
  if (base?.text.split(find).length !== 2)
    throw new Error(`${of} has \`${find}\` ${(base?.text.split(find).length ?? 1) - 1} times`);
  return { ...base, text: base.text.replace(find, () => put) };
}

/** Of what is beside a policy. */
const beside = new Set(['forward-internal-unserved', 'key-order', 'list-order', 'route-overlap']);

const found = findings();

function findings(): ReadonlyMap<string, readonly Diagnostic[]> {
  const files = Object.entries(all).map(([id, policy]) => filesOf(id, policy));
  const { diagnostics } = lintFiles(Object.assign({}, ...files) as Files, { rules });
  const byId = new Map<string, Diagnostic[]>();
  for (const one of diagnostics) {
    const id = /(?:resources|policies)\/(.*)\.yaml$/.exec(one.place.source.path)?.[1] ?? '';
    if (!beside.has(one.rule)) byId.set(id, [...(byId.get(id) ?? []), one]);
  }
  return byId;
}

function filesOf(id: string, { on, text }: FreshPolicy): Files {
  const value = `$(file:policies/${id}.yaml)`;
  const head = `name: ${id}\nspec:\n`;
  const port = 20_000 + Object.keys(all).indexOf(id);
  const resource =
    on?.endpoint === 'agent'
      ? `kind: https-route\n${head}  edge_id: https-edge/main\n  match_type: exact_path\n  match: /${id}\n  backend: { backend_id: backend/shop }\n  traffic_policy: { value: ${value} }\n`
      : `kind: endpoint\n${head}  url: ${urlOf(id, on?.protocol, port)}\n  traffic_policy: ${value}\n`;
  return { [`resources/${id}.yaml`]: resource, [`policies/${id}.yaml`]: text };
}

function urlOf(id: string, protocol: PolicyProtocol = 'https', port: number): string {
  return `${protocol}://${id}.example.com${protocol === 'tcp' ? `:${port}` : ''}`;
}

function inWords({ rule, severity, message }: Diagnostic): string {
  return `${severity} ${rule}: ${message}`;
}

test('there are 30 policies and 60 mistakes', () => {
  expect(Object.keys(valid).length).toBeGreaterThanOrEqual(30);
  expect(mistakes.length).toBeGreaterThanOrEqual(60);
});

test('a policy that works has no finding', () => {
  expect(
    Object.keys(valid).flatMap((id) => (found.get(id) ?? []).map((one) => `${id}: ${inWords(one)}`)),
  ).toEqual([]);
});

test('every mistake is found, most in one finding', () => {
  const wrong = mistakes.flatMap(({ of, put, contains, findings: count = 1 }, index) => {
    const own = found.get(`mistake-${index}`) ?? [];
    const isFound = own.some(({ message }) => message.replaceAll('`', '').includes(contains));
    return own.length === count && isFound ? [] : [[`${of}: ${put}`, ...own.map(inWords)]];
  });
  expect(wrong).toEqual([]);
});

test('the findings of the mistakes are those of the last change, to the letter', () => {
  const texts = mistakes.flatMap((_, index) => (found.get(`mistake-${index}`) ?? []).map(wholeFinding));
  expectText(new URL('fresh.txt', import.meta.url), `${texts.join('\n')}\n`);
});

test('the mock API saves what works, and refuses nothing with a code that is not in the table', () => {
  const check = savedPolicyCheck();
  const refused = Object.entries(all).flatMap(([id, { on, text }]) => {
    const isAgent = on?.endpoint === 'agent';
    const answer = isAgent
      ? check('https-route', { traffic_policy: { enabled: true, value: text } })
      : check('endpoint', { url: urlOf(id, on?.protocol, 20_000), traffic_policy: text });
    const code = answer?.body?.['error_code'];
    return typeof code === 'string' ? [{ id, code }] : [];
  });
  expect(refused.filter(({ id }) => Object.hasOwn(valid, id))).toEqual([]);
  expect(refused.filter(({ code }) => policyRefusals[Number(code.slice(4))] === undefined)).toEqual([]);
  expect(refused.length).toBeGreaterThan(40);
});
