/**
 * What is found in the expressions of rules, to the letter: the values of variables decide, and so does what is right.
 */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { expect, test } from 'vitest';
import { matchesPattern } from '../../../src/derive/expressions/linear-patterns.ts';
import { checkTrafficPolicy } from '../../../src/lint/traffic-policy/check-traffic-policy.ts';
import { samplesOf } from '../../../src/derive/expressions/pattern-samples.ts';
import { expectText } from '../../golden.ts';

const conditions = parse(
  readFileSync(new URL('conditions.yaml', import.meta.url), 'utf8'),
) as readonly string[];

/** All of the expressions that read results or variables find them set. */
const before = {
  actions: [
    { type: 'oauth', config: { provider: 'google' } },
    { type: 'restrict-ips', config: { allow: ['10.0.0.0/8'] } },
    { type: 'owasp-crs-request', config: { on_error: 'halt' } },
    { type: 'set-vars', config: { vars: [{ x: '${req.host}' }] } },
  ],
};

function findingsOf(condition: string): string {
  const [, phase = 'on_http_request', text = ''] = /^(?:@(\w+) )?(.*)$/s.exec(condition) ?? [];
  const expressions = text.split(' ;; ');
  const rule = { expressions, actions: [{ type: 'log', config: { metadata: { seen: 'yes' } } }] };
  const rules =
    phase === 'on_http_request'
      ? { [phase]: [before, rule] }
      : { on_http_request: [before], [phase]: [rule] };
  const carrier = { isCloud: false, isInternal: false, protocol: 'https' } as const;
  const found = checkTrafficPolicy(rules, { carrier, ownActions: new Map() }).map(
    ({ rule: id, severity = 'error', inside, within, message, help, replace }) =>
      [
        `  ${severity} ${id} ${inside.slice(2).join('/')} ${within?.start ?? ''}-${within?.end ?? ''}: ${message}`,
        ...(help === undefined ? [] : [`    help ${help}`]),
        ...(replace === undefined ? [] : [`    fix ${JSON.stringify(replace)}`]),
      ].join('\n'),
  );
  return [condition, ...found].join('\n');
}

test('the findings of conditions are those of the last change', () => {
  expectText(new URL('conditions.txt', import.meta.url), `${conditions.map(findingsOf).join('\n')}\n`);
});

test('a pattern matches its samples', () => {
  const patterns = [
    '^https://a.example/help(.*)',
    '^/(?P<part>[^/]+)/(\\d{3})$',
    'a|b+|c?',
    '[0-9]{2,}x*',
    '(?i)^HTTP',
    '\\.(png|jpg)$',
    '\\w+\\s\\S\\D\\W',
    '[^x]',
    '',
  ];
  const samples = patterns.map((pattern) => ({ pattern, samples: samplesOf(pattern) }));
  expect(samples).toMatchInlineSnapshot(`
    [
      {
        "pattern": "^https://a.example/help(.*)",
        "samples": [
          "https://a.example/help",
          "https://a.example/helpx",
          "https://a.example/helpxx",
        ],
      },
      {
        "pattern": "^/(?P<part>[^/]+)/(\\d{3})$",
        "samples": [
          "/x/000",
          "/a/999",
          "/xxx/000",
          "/aaa/999",
        ],
      },
      {
        "pattern": "a|b+|c?",
        "samples": [
          "a",
          "b",
          "bbb",
          "",
          "c",
        ],
      },
      {
        "pattern": "[0-9]{2,}x*",
        "samples": [
          "00",
          "99x",
          "0000xx",
          "9999",
        ],
      },
      {
        "pattern": "(?i)^HTTP",
        "samples": [
          "HTTP",
        ],
      },
      {
        "pattern": "\\.(png|jpg)$",
        "samples": [
          ".png",
          ".jpg",
        ],
      },
      {
        "pattern": "\\w+\\s\\S\\D\\W",
        "samples": [
          "a xx-",
          "A	aa/",
          "0xx-",
          "_
    aa/",
          "z
    xx-",
          "Z aa/",
          "9	xx-",
          "aaaaa/",
          "AAA
    xx-",
          "000
    aa/",
          "___ xx-",
          "zzz	aa/",
          "ZZZxx-",
          "999
    aa/",
        ],
      },
      {
        "pattern": "[^x]",
        "samples": [
          "a",
          "0",
        ],
      },
      {
        "pattern": "",
        "samples": [
          "",
        ],
      },
    ]
  `);
  for (const { pattern, samples: texts } of samples)
    for (const text of texts)
      expect({ pattern, text, matches: matchesPattern(text, pattern) }).toMatchObject({ matches: true });
  expect(samplesOf('(a')).toEqual([]);
  expect(samplesOf('a{100}')).toEqual(['a'.repeat(100)]);
});
