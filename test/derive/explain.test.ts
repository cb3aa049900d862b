import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { explainField } from '../../src/derive/explain/explain.ts';
import type { Explanation } from '../../src/derive/explain/explanation.ts';
import { fieldsOf } from '../../src/derive/forms/fields.ts';
import { validateDocument, type DocumentName } from '../../src/derive/schema/validate.ts';
import type { Fields } from '../../src/kinds/field.ts';
import { kindNames, kinds } from '../../src/kinds/index.ts';
import { renderExplanation } from '../../src/report/explain/explanation-text.ts';
import { expectText } from '../golden.ts';

const folder = new URL('explain-cases/', import.meta.url);

function explained(subject: string): Explanation {
  const found = explainField(subject);
  if ('suggestions' in found) throw new Error(`${subject} is not explained`);
  return found;
}

test.each(readdirSync(folder))('%s', (file) => {
  const text = renderExplanation(explained(file.replace(/\.txt$/, '')));
  expectText(new URL(file, folder), text);
});

const subjects = kindNames.flatMap((name) => [name, ...below(name, kinds[name].fields)]);

function below(prefix: string, fields: Fields): string[] {
  return Object.entries(fields).flatMap(([name, field]) => [
    `${prefix}.${name}`,
    ...below(`${prefix}.${name}`, fieldsOf(field) ?? {}),
  ]);
}

describe('every kind and every field', () => {
  test('fits 80 columns, has a source and says nothing of undefined', () => {
    for (const subject of subjects) {
      const text = renderExplanation(explained(subject));
      const words = text.split('\n').map((line) => line.replace(/^ +page +/, ''));
      const tooWide = words.filter((line) => line.length > 80 && line.trim().includes(' '));
      expect({ subject, tooWide }).toEqual({ subject, tooWide: [] });
      expect(text).toMatch(/ {2}source +docs\/api-notes\.md#[a-z-]+\n/);
      expect(text).not.toContain('undefined');
    }
  });

  test('shows an example that is a valid document, or is only read', () => {
    for (const subject of subjects) {
      const { example, facts } = explained(subject);
      if (example === undefined) {
        expect(facts.find(({ label }) => label === 'written')?.text).toMatch(/^never/);
        continue;
      }
      const { kind } = example as { kind: DocumentName };
      expect({ subject, errors: validateDocument(kind, example) }).toEqual({ subject, errors: [] });
    }
  });
});

test.each([
  ['oauth.provider', ['https-route.oauth.provider']],
  ['tls-edge.oauth', ['https-route.oauth']],
  ['https-rout.oath.provider.githb', ['https-route.oauth.provider.github']],
  ['https-route.circut_breaker', ['https-route.circuit_breaker']],
  ['endpont', ['endpoint']],
  ['https-route.constructor', []],
  ['__proto__', []],
  ['', []],
  ['nothing at all', []],
])('%s suggests %j', (subject, suggestions) => {
  expect(explainField(subject)).toEqual({ suggestions });
});

test('the name of the read form leads to that of the write form', () => {
  expect(explainField('https-route.ip_restriction.ip_policies')).toMatchObject({
    suggestions: ['https-route.ip_restriction.ip_policy_ids'],
  });
});
