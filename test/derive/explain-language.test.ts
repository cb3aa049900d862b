import { describe, expect, test } from 'vitest';
import { languagePage } from '../../src/derive/explain/docs-address.ts';
import {
  explainLanguage,
  languageMeant,
  languageSubjects,
} from '../../src/derive/policy-language/explain-language.ts';
import { membersOfSetting } from '../../src/derive/policy-language/setting-facts.ts';
import { trafficActions } from '../../src/kinds/policy/index.ts';
import type { SettingMap } from '../../src/kinds/policy/setting.ts';
import { checkTrafficPolicy } from '../../src/lint/traffic-policy/check-traffic-policy.ts';
import type { Json } from '../../src/model/value.ts';
import { renderExplanation } from '../../src/report/explain/explanation-text.ts';
import { expectText } from '../golden.ts';

function settingsBelow(prefix: string, settings: SettingMap): readonly string[] {
  return Object.entries(settings).flatMap(([name, setting]) => [
    `${prefix}.${name}`,
    ...settingsBelow(`${prefix}.${name}`, membersOfSetting(setting)),
  ]);
}

const carrier = { isCloud: false, isInternal: false };
const settings = trafficActions.flatMap(({ type, settings: own }) => settingsBelow(type, own));

function textOf(subject: string): string {
  const found = explainLanguage(subject);
  if (found === undefined) throw new Error(`${subject} is not explained`);
  return renderExplanation(found);
}

test.each([
  'restrict-ips',
  'rate-limit.capacity',
  'jwt-validation.http.tokens.type',
  'on_http_request',
  'policy.actions',
  'policy.variables.conn.geo',
  'policy.functions.inCidrRange',
])('%s', (subject) => {
  expectText(new URL(`explain-language-cases/${subject}.txt`, import.meta.url), textOf(subject));
});

describe('every subject and every setting', () => {
  test('fits 80 columns and names the anchor of its page', () => {
    for (const subject of [...languageSubjects(), ...settings]) {
      const text = textOf(subject);
      const tooWide = text.split('\n').filter((line) => line.length > 80 && /\S {1,3}\S/.test(line.trim()));
      expect({ subject, tooWide }).toEqual({ subject, tooWide: [] });
      expect(text.replaceAll(/\s+/g, ' ')).toContain(` docs/${languagePage}#`);
      expect(text).not.toContain('undefined');
    }
  });

  test('shows a policy that lint accepts', () => {
    const refused = [...trafficActions.map(({ type }) => type), ...settings].flatMap((subject) => {
      const example = explainLanguage(subject)?.example as Json;
      const errors = checkTrafficPolicy(example, { carrier, ownActions: new Map() })
        .filter(({ rule, severity }) => severity === undefined && rule !== 'traffic-policy-deprecated')
        .map(({ inside, message }) => `${inside.join('.')}: ${message}`);
      return errors.length === 0 ? [] : [{ subject, errors }];
    });
    expect(refused).toEqual([]);
  });
});

test.each([
  ['restrict-ip', ['restrict-ips']],
  ['rate-limit.capactiy', ['rate-limit.capacity']],
  ['jwt-validation.http.token', ['jwt-validation.http.tokens']],
  [
    'policy.variables.req.metod',
    ['policy.variables.req.method', 'policy.variables.req.ts', 'policy.variables.req.host'],
  ],
  ['nothing at all', []],
])('%s suggests %j', (subject, meant) => {
  expect(explainLanguage(subject)).toBeUndefined();
  expect(languageMeant(subject)).toEqual(meant);
});
