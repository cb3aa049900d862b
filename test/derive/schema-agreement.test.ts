import fc, { type Arbitrary } from 'fast-check';
import type { ErrorObject } from 'ajv';
import { describe, expect, test } from 'vitest';
import { createAjv } from '../../src/derive/schema/ajv.ts';
import { editorSchemas } from '../../src/derive/schema/schema-files.ts';
import { validatorNames, validatorsId, validatorsSchema } from '../../src/derive/schema/validators.ts';
import validators from '../../src/derive/schema/validators.gen.cjs';
import { kindNames } from '../../src/kinds/index.ts';
import type { KindName } from '../../src/kinds/kind.ts';
import { arbitrarySpec } from '../arbitraries/spec.ts';
import { vocabulary } from '../arbitraries/workspace.ts';
import { broken } from './broken.ts';
import { runs } from '../runs.ts';
import { wholeSecret } from '../../src/derive/schema/expression-patterns.ts';

/** The precompiled validators, ajv at run time and the schemas of the editors must say the same of anything. */
const schema = validatorsSchema();
const ajv = createAjv();
ajv.addSchema(schema);

const values: Readonly<Record<string, Arbitrary<unknown>>> = {
  ...Object.fromEntries(
    kindNames.map((kind) => [
      `document.${kind}`,
      arbitrarySpec(kind, vocabulary).map((spec) => document(kind, spec)),
    ]),
  ),
  ...Object.fromEntries(
    validatorNames(schema)
      .filter((name) => name.startsWith('body.'))
      .map((name) => [
        name,
        arbitrarySpec(name.split('.')[1] as KindName, { ...vocabulary, policies: 'text' }),
      ]),
  ),
  'document.preset': arbitrarySpec('https-route', vocabulary).map((spec) => ({
    kind: 'preset',
    name: 'x',
    spec,
  })),
  'document.removed': fc.constant({ kind: 'removed', address: 'https-route/old', then: 'retire' }),
  'document.approval': fc.constant({
    kind: 'approval',
    allow: 'exposure',
    address: 'https-route/docs',
    environment: 'production',
    change: '4f1c09',
    reason: 'docs go public',
  }),
  'document.approvals': fc.constant({
    kind: 'approvals',
    allow: 'exposure',
    environment: 'production',
    changes: { 'https-route/docs': '4f1c09', 'https-route/help': '92b07d' },
    reason: 'docs and help go public',
  }),
  'document.settings': fc.constant({
    version: 1,
    resources: ['resources/**/*.yaml'],
    ledger: { store: 'file', lineage: '7c0e' },
    secrets: ['LOGIN'],
    lint: {
      preset: 'strict',
      rules: { 'route-unprotected': 'error', 'header-size': { severity: 'warn', options: { name: 100 } } },
      overrides: [{ files: ['resources/old/**'], rules: { 'module-empty': 'off' } }],
    },
    safety: { max_deletes: 1, max_changed_percent: 12.5, protect: ['endpoint/www'] },
    marker: false,
  }),
  'document.environment': fc.constant({
    vars: { domain: 'example.com', many: [1, null, { a: true }] },
    ids: { 'backend/shop': 'bkdhr_2Cd', 'https-edge/main': 'edghts_2Ab' },
    adopt: { 'https-route/legacy': 'edghts_2Ab/edghtsrt_2Ij' },
    drift: 'revert',
  }),
};

function document(kind: KindName, spec: unknown): unknown {
  return { kind, name: 'x', labels: { team: 'a' }, uses: ['p'], spec, overrides: { staging: spec } };
}

test('there is a case for every validator', () => {
  expect(Object.keys(values).sort()).toEqual(validatorNames(schema));
});

describe.each(Object.entries(values))('%s', (name, valid) => {
  const precompiled = validators[name]!;
  const atRunTime = ajv.getSchema(`${validatorsId}#/definitions/${name}`)!;

  test('precompiled and compiled at run time find the same', () => {
    fc.assert(
      fc.property(fc.oneof(valid, valid.chain(broken)), (value) => {
        expect(precompiled(value)).toBe(atRunTime(value));
        expect(precompiled.errors ?? []).toEqual(atRunTime.errors ?? []);
      }),
      { numRuns: runs(150) },
    );
  });

  test('of the broken values enough are noticed for the comparison to mean something', () => {
    const found = fc.sample(valid.chain(broken), 200).filter((value) => !precompiled(value));
    expect(found.length).toBeGreaterThan(20);
  });
});

describe('the schemas of the editors', () => {
  const schemas = editorSchemas({});
  const editor = createAjv({ strict: false });

  test.each([
    ...kindNames.map((kind) => [kind, `document.${kind}`] as const),
    ['settings', 'document.settings'],
    ['environment', 'document.environment'],
    ['resource', 'document.preset'],
    ['resource', 'document.approval'],
    ['resource', 'document.approvals'],
  ] as const)('%s judges a %s as the validator does', (file, name) => {
    const validate =
      editor.getSchema(`urn:edgewright:schema:${file}:1`) ?? editor.compile(schemas.get(file)!);
    fc.assert(
      fc.property(fc.oneof(values[name]!, values[name]!.chain(broken)), (value) => {
        const isAccepted = validate(value) || isAboutSecrets(validate.errors ?? []);
        expect({ value, accepted: isAccepted }).toEqual({ value, accepted: validators[name]!(value) });
      }),
      { numRuns: runs(150) },
    );
  });
});

/** An editor also insists on `$(secret:NAME)`, which for us is the business of a rule. */
function isAboutSecrets(errors: readonly ErrorObject[]): boolean {
  const real = errors.filter(({ keyword }) => keyword !== 'if');
  return real.every(({ keyword, params }) => keyword === 'pattern' && params['pattern'] === wholeSecret);
}
