/** The schema of policy files beside lint, which shares the table with it and no code. */
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { createAjv } from '../../src/derive/schema/ajv.ts';
import { checkTrafficPolicy } from '../../src/lint/traffic-policy/check-traffic-policy.ts';
import type { Json } from '../../src/model/value.ts';
import { examplePolicy } from '../../src/derive/policy-language/policy-example.ts';
import { trafficActions } from '../../src/kinds/policy/index.ts';
import { schemaTexts } from '../../src/run/print-schema.ts';
import { policiesOfCorpus } from '../lint/traffic-policy/corpus.ts';

const validate = createAjv({ strict: false }).compile(
  JSON.parse(schemaTexts['traffic-policy']) as Record<string, unknown>,
);
const carrier = { isCloud: false, isInternal: false };

function errorsOfLint(policy: Json): readonly string[] {
  return checkTrafficPolicy(policy, { carrier, ownActions: new Map() })
    .filter(({ rule, severity }) => severity === undefined && rule !== 'traffic-policy-deprecated')
    .map(({ rule }) => rule);
}

test('a policy of the corpus is refused only where lint has an error', () => {
  const refused: string[] = [];
  for (const { id, text } of policiesOfCorpus()) {
    const policy = parse(text) as Json;
    if (validate(policy) || errorsOfLint(policy).length > 0) continue;
    const [error] = validate.errors ?? [];
    refused.push(`${id}: ${error?.instancePath} ${error?.message} ${JSON.stringify(error?.params)}`);
  }
  expect(refused).toEqual([]);
});

interface OneAction {
  readonly [phase: string]: readonly {
    actions: readonly { type: string; config?: Record<string, Json> }[];
  }[];
}

test.each(trafficActions.map((action) => [action.type, action] as const))(
  'an example of %s is accepted, and one with a mistake refused',
  (_type, action) => {
    const example = examplePolicy(action) as unknown as OneAction;
    expect(validate(example), JSON.stringify(validate.errors)).toBe(true);
    const [[phase, [rule]] = ['', []]] = Object.entries(example);
    const [{ type, config = {} } = { type: '' }] = rule?.actions ?? [];
    const changed = (other: unknown): unknown => ({ [phase]: [{ actions: [{ type, config: other }] }] });
    // One setting may be written without its name.
    const [only, ...others] = Object.values(action.settings);
    const isOpen = others.length === 0 && ['list', 'map'].includes(only?.type ?? '');
    if (!isOpen) expect(validate(changed({ ...config, unknown_setting: 1 }))).toBe(false);
    for (const [name, { required, certainty }] of Object.entries(action.settings)) {
      const { [name]: _without, ...rest } = config;
      if (required !== true || certainty !== undefined || isOpen) continue;
      expect(validate(changed(rest)), name).toBe(false);
    }
    expect(validate({ [phase]: [{ actions: [{ type, config: [] }] }] })).toBe(false);
    expect(validate({ [phase]: [{ actions: [] }] })).toBe(false);
  },
);
