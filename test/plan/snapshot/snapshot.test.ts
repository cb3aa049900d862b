import { describe, expect, it, test } from 'vitest';
import { Secret } from '../../../src/model/secret.ts';
import type { Value } from '../../../src/model/value.ts';
import { knownTexts, placesApplied } from '../../../src/plan/snapshot/known-texts.ts';
import { parseTemplate } from '../../../src/derive/forms/parse-template.ts';
import { redactedSnapshot, redactedSpec } from '../../../src/plan/snapshot/redact.ts';
import { throughSnapshot } from './through-snapshot.ts';
import { isMaskedText } from '../../../src/derive/forms/mask-text.ts';
import { saltOf } from '../../../src/derive/compare/text-digest.ts';
import { baseInput, lineage, planCases } from '../plan-case.ts';
import { SecretReference } from '../../../src/model/secret-reference.ts';

const salt = saltOf(lineage);

/** A case without a secret. */
const cases = planCases().filter(
  ([, one]) => !JSON.stringify(one).includes('secret') && one.key !== true && one.approvals === undefined,
);

describe('a snapshot', () => {
  it.each(cases)(
    'contains no text but those of the files and the places applied last: %s: $name',
    (_file, one) => {
      const { text } = throughSnapshot(baseInput(one), []);
      const { live, ledger } = baseInput(one);
      const words = [...live.known.values(), ...live.listed].flatMap((each) =>
        each === 'missing' ? [] : textsOf(each.spec),
      );
      for (const entry of Object.values(ledger.resources)) words.push(...textsOf(entry.observed));
      const shown = new Set<unknown>();
      JSON.parse(text, (_key, value: unknown) => {
        if (typeof value === 'string') shown.add(value);
        return value;
      });
      const applied = new Set(['', ...placesApplied(ledger).flatMap(({ spec }) => textsOf(spec as Value))]);
      for (const word of words.filter((each) => !applied.has(each))) expect(shown).not.toContain(word);
    },
  );
});

test('a live value that equals the declared one is stored as declared, without live comments', () => {
  const policy = 'on_http_request:\n  - actions: [{ type: deny }]\n';
  const known = knownTexts(salt, [{ kind: 'endpoint', spec: { traffic_policy: policy } }]);
  const live = `# the code of the vault is 4711\n${policy}`;
  expect(redactedSpec('endpoint', { traffic_policy: live }, { salt, known })).toEqual({
    traffic_policy: policy,
  });
});

test('a text with a secret is not stored, not even as a hash', () => {
  const [, one] = cases[0]!;
  const input = baseInput(one);
  const template = (text: string): Value => parseTemplate(text, 'text');
  const spec = {
    traffic_policy: template('key: $(secret:PIN)'),
    request_headers: { add: { 'x-pin': template('$(secret:PIN)') } },
  };
  const live = {
    kind: 'https-route',
    id: 'edghtsrt_1',
    edge_id: 'edghts_1',
    isManageable: true,
    spec: {
      description: 'theirs',
      traffic_policy: 'key: 4711',
      request_headers: { add: { 'X-Pin': '4711', 'x-other': 'theirs' } },
    },
  } as const;
  const { known } = redactedSnapshot(
    {
      environment: 'production',
      api: '',
      ledger: input.ledger,
      live: { listed: [], known: new Map([['https-route/a', live]]), orphans: new Map() },
      desired: [{ address: 'https-route/a', formerly: [], spec }],
    },
    { salt, known: knownTexts(salt, [{ kind: 'https-route', spec }]) },
  ).live;
  const hidden = { $hidden: expect.any(String) as string };
  expect(known['https-route/a']).toMatchObject({
    spec: {
      description: hidden,
      traffic_policy: { $secret: {} },
      request_headers: { add: { 'x-pin': { $secret: {} } } },
    },
  });
});

/** Every text of a spec but ids, choices and what is a secret: those have ways of their own. */
function textsOf(value: Value, name = ''): string[] {
  if (typeof value === 'string') return isShown(name) || isMaskedText(value) ? [] : [value];
  if (typeof value !== 'object' || value === null) return [];
  if (value instanceof Secret || value instanceof SecretReference) return [];
  return Object.entries(value).flatMap(([key, item]) => textsOf(item, Array.isArray(value) ? name : key));
}

function isShown(name: string): boolean {
  return (
    name === 'match_type' ||
    name === 'bindings' ||
    name === 'type' ||
    name === 'min_version' ||
    name === 'terminate_at' ||
    /(?<!client)_ids?$/.test(name)
  );
}
