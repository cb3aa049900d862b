/**
 * One policy in each form in which it may be written: everybody who reads policies has the same answers, and what YAML
 * reads in two ways is the same mistake at the same place.
 */
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { parsePolicy } from '../../../src/derive/policy/traffic-policy.ts';
import { limits } from '../../../src/text/file-limits.ts';
import type { Files } from '../../lint/workspace-of.ts';
import { answersOf, filesWith, indented, refusalsOf, type Said } from './askers.ts';

type Form = (policy: string) => Files;

const mapping: Form = (policy) => filesWith(`traffic_policy:\n${indented(policy, 2)}`);
const block: Form = (policy) => filesWith(`traffic_policy: |\n${indented(policy, 2)}`);
const file: Form = (policy) =>
  filesWith('traffic_policy: $(file:policies/shop.yaml)\n', { 'policies/shop.yaml': policy });
const json: Form = (policy) =>
  filesWith(`traffic_policy: '${JSON.stringify(parse(policy)).replaceAll("'", "''")}'\n`);

const forms: Readonly<Record<string, Form>> = { mapping, block, file, json };

const readable: Readonly<Record<string, string>> = {
  'a guard and a page': `on_http_request:
  - actions: [{ type: restrict-ips, config: { allow: [198.51.100.0/24] } }]
  - actions: [{ type: custom-response, config: { status_code: 200, body: hello } }]
`,
  'a forward': `on_http_request:
  - name: all
    actions: [{ type: forward-internal, config: { url: 'https://shop.internal' } }]
`,
  'a refusal of some': `on_http_request:
  - expressions: ["req.method == 'GET'"]
    actions: [{ type: deny }]
  - actions: [{ type: custom-response, config: { status_code: 200, body: "two\\nlines" } }]
`,
  'a wrong setting': `on_http_request:
  - actions: [{ type: deny, config: { status_code: 4040 } }]
`,
  'an action in the place of a rule, with a name': `on_http_request:
  - { type: deny, name: all }
`,
  'a password': `on_http_request:
  - actions: [{ type: basic-auth, config: { credentials: ['ann:secret-of-ann'] } }]
  - actions: [{ type: deny }]
`,
  'numbers that look alike': `on_http_request:
  - actions: [{ type: custom-response, config: { status_code: 0xC8, body: 1.10 } }]
`,
};

describe.each(Object.entries(readable))('%s', (_, policy) => {
  test.each(Object.keys(forms).slice(1))('has the answers of a mapping as %s', (form) => {
    const answers = answersOf(mapping(policy));
    const same = answersOf(forms[form]?.(policy) ?? {});
    // JSON has other quotes, and a value may begin at another place of its line.
    expect({ ...same, findings: words(same.findings) }).toEqual({
      ...answers,
      findings: words(answers.findings),
    });
    if (form === 'block') expect(same.findings).toEqual(answers.findings);
  });

  test.each(Object.keys(forms))('is the same for the gate as %s', (form) => {
    const [other, refuse] = [
      forms[form] ?? mapping,
      mapping('on_http_request: [{ actions: [{ type: deny }] }]\n'),
    ];
    expect(refusalsOf(refuse, other(policy))).toEqual(refusalsOf(refuse, mapping(policy)));
    expect(refusalsOf(mapping(policy), other(policy))).toEqual([]);
  });
});

function words(findings: readonly Said[]): readonly string[] {
  return findings.map(([rule, message]) => `${rule}: ${message}`);
}

/** A page, with something in its place that readers of YAML read in two ways, or that is not YAML. */
const mistakes: Readonly<Record<string, string>> = {
  'a typographic quotation mark': 'on_http_request: [{ type: custom-response, config: { body: “hello” } }]\n',
  'the other typographic quotation marks':
    'on_http_request:\n  - type: custom-response\n    config: { body: ‘hello’ }\n',
  'a tag of YAML': 'on_http_request: [{ type: custom-response, config: { body: !!binary aGVsbG8= } }]\n',
  'a tag of a tool': 'on_http_request: [{ type: custom-response, config: { body: !include page.html } }]\n',
  'a timestamp': 'on_http_request: [{ type: custom-response, config: { body: !!timestamp 2024-01-01 } }]\n',
  'a set': 'on_http_request: [{ type: custom-response, config: !!set { body } }]\n',
  'a merge key': 'on_http_request:\n  - &a { type: deny }\n  - { <<: *a, type: log }\n',
  'a key twice': 'on_http_request: [{ type: deny, type: log }]\n',
  'a key that is a list': 'on_http_request: [{ [type]: deny }]\n',
  'an unknown anchor': 'on_http_request: [*deny]\n',
  'an open bracket': 'on_http_request: [{ type: deny }\n',
  'a tab': 'on_http_request:\n\t- type: deny\n',
  'a line separator in a comment': 'on_http_request: # all\u2028  - type: log\n  - type: deny\n',
  'a paragraph separator in a comment': 'on_http_request: # all\u2029  - type: log\n  - type: deny\n',
  'a next line in a comment': 'on_http_request: # all\u0085  - type: log\n  - type: deny\n',
  'a carriage return in a comment': 'on_http_request: # all\r  - type: log\n  - type: deny\n',
  'a line separator in a value': 'on_http_request: [{ type: custom-response, config: { body: a\u2028b } }]\n',
  'a bell': 'on_http_request: [{ type: custom-response, config: { body: a\u0007b } }]\n',
  'a bell in quotes': 'on_http_request: [{ type: custom-response, config: { body: "a\u0007b" } }]\n',
  'a delete character': 'on_http_request: [{ type: custom-response, config: { body: a\u007fb } }]\n',
};

describe.each(Object.entries(mistakes))('%s', (_, policy) => {
  const said = (files: Files): readonly (readonly [string, string])[] =>
    answersOf(files).findings.map(([, message, at]) => [message, at] as const);

  test('is the same mistake at the same place in a mapping and in text', () => {
    const found = said(mapping(policy)).slice(0, 1);
    expect(found).not.toEqual([]);
    // The characters are of the file as well, where the text is a block.
    expect(said(block(policy))).toContainEqual(found[0]);
  });

  test('keeps the text from being read', () => {
    expect(parsePolicy(policy)).toHaveProperty('mistakes');
    expect(answersOf(file(policy)).findings.map(([rule]) => rule)).toContain('traffic-policy-parse');
  });
});

test('a text that cannot be read is an error whatever the settings say', () => {
  const settings = `version: 1
ledger: { store: file, lineage: 0f1e2d3c4b5a69788796a5b4c3d2e1f0 }
lint: { preset: minimal, rules: { traffic-policy-parse: off } }
`;
  const files = { ...file('on_http_request: [\n'), 'edgewright.yaml': settings };
  expect(answersOf(files).findings.map(([rule]) => rule)).toEqual(['traffic-policy-parse']);
});

test('another version of YAML, and a second document', () => {
  const policy = 'on_http_request: [{ type: deny }]\n';
  for (const text of [`%YAML 1.1\n---\n${policy}`, `${policy}---\n${policy}`])
    expect(parsePolicy(text)).toHaveProperty('mistakes');
});

describe('what is text', () => {
  test.each([
    ['a line separator in quotes', 'a: "x\u2028y"\n', { a: 'x\u2028y' }],
    ['a line separator that is escaped', String.raw`a: "x\u2028y"` + '\n', { a: 'x\u2028y' }],
    ['a next line in single quotes', "a: 'x\u0085y'\n", { a: 'x\u0085y' }],
    ['JSON with any of them', '{"a":"x\u2028\u0085\u007fy"}', { a: 'x\u2028\u0085\u007fy' }],
    ['JSON with a long key', JSON.stringify({ ['a'.repeat(2000)]: 1 }), { ['a'.repeat(2000)]: 1 }],
    ['JSON over several lines, with tabs', '{\n\t"a":\n\t1\n}\n', { a: 1 }],
    ['typographic quotation marks in quotes', 'a: "“x”"\n', { a: '“x”' }],
    ['a tag of the core schema', 'a: !!str 1\n', { a: '1' }],
    ['lines that end in CR LF', 'a: 1\r\nb: 2\r\n', { a: 1, b: 2 }],
    ['a byte order mark', '\ufeffa: 1\n', { a: 1 }],
    ['nothing', '', null],
    ['a comment', '# nothing\n', null],
  ])('%s', (_, text, tree) => {
    expect(parsePolicy(text)).toEqual({ tree });
  });
});

describe('limits', () => {
  const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
  const deep = (depth: number): string => `on_http_request: ${nested(depth - 1)}\n`;

  test.each(Object.keys(forms))('of the depth are the same as %s', (form) => {
    const files = (depth: number): Files => (forms[form] ?? mapping)(deep(depth));
    const tooDeep = `a traffic policy nested more than ${limits.policyDepth} deep`;
    const messages = (depth: number): readonly string[] =>
      answersOf(files(depth)).findings.map(([, message]) => message);
    expect(messages(limits.policyDepth)).not.toContain(tooDeep);
    expect(messages(limits.policyDepth + 1)).toContain(tooDeep);
  });

  test.each([
    ['YAML', deep(100_000)],
    ['JSON', nested(100_000)],
    ['items in JSON', JSON.stringify(Array.from({ length: limits.items + 1 }, () => 1))],
    [
      'keys in JSON',
      JSON.stringify(Object.fromEntries(Array.from({ length: limits.keys + 1 }, (__, i) => [`k${i}`, 1]))),
    ],
  ])('of %s are refused', (_, text) => {
    expect(parsePolicy(text)).toHaveProperty('mistakes');
  });
});
