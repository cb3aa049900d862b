/** The table of the traffic policy language: it is whole, and nothing beside it knows the name of an action. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { policyRefusals } from '../../src/kinds/policy/policy-refusals.ts';
import { actionNames, actionOf, otherActionNames, trafficActions } from '../../src/kinds/policy/index.ts';
import type { Setting, SettingMap } from '../../src/kinds/policy/setting.ts';
import { policyVariables } from '../../src/kinds/policy/variables.ts';
import { expectText } from '../golden.ts';

test('actions are sorted, and each type is there once', () => {
  expect(actionNames).toEqual([...new Set(actionNames)].sort());
});

test('another name leads to an action, and is none', () => {
  for (const [name, type] of otherActionNames) {
    expect(actionNames).toContain(type);
    expect(actionNames).not.toContain(name);
  }
});

describe.each(trafficActions.map((action) => ({ type: action.type, action })))('$type', ({ action }) => {
  test('its codes are those of the service', () => {
    const codes = [
      ...action.refusals,
      ...(action.rules ?? []).flatMap(({ code }) => code ?? []),
      ...settingsIn(action.settings).flatMap(({ code }) => code ?? []),
    ];
    expect(codes.filter((code) => policyRefusals[code] === undefined)).toEqual([]);
  });

  test('its words are sentences', () => {
    const docs = [action.doc, ...settingsIn(action.settings).map(({ doc }) => doc)];
    expect(docs.filter((doc) => !/^[A-Z`].*\.$/s.test(doc))).toEqual([]);
  });

  test('its rules and other keys are about its settings', () => {
    const names = new Set(namesIn(action.settings));
    const named = [
      ...(action.rules ?? []).flatMap(settingsOfRule),
      ...Object.values(action.otherKeys ?? {}).filter((other) => typeof other === 'string'),
      ...[action.target, action.guardsWith].filter((name) => name !== undefined),
    ];
    expect(named.filter((name) => !names.has(name))).toEqual([]);
    expect(Object.keys(action.otherKeys ?? {}).filter((name) => name in action.settings)).toEqual([]);
  });

  test('a default is one of the values', () => {
    const wrong = settingsIn(action.settings).filter((setting) => {
      if (!('values' in setting) || setting.type === 'map' || setting.default === undefined) return false;
      return !(setting.values as readonly unknown[] | undefined)?.includes(setting.default);
    });
    expect(wrong).toEqual([]);
  });
});

/** People read these in messages, hovers and completion; what a test does not hold can be lost in silence. */
test('the words of the table are those of the last change, to the letter', () => {
  const words = [
    ...wordsIn(trafficActions, ''),
    ...wordsIn(policyVariables, ''),
    ...Object.entries(policyRefusals).map(([code, what]) => `${code}: ${what}`),
  ];
  expectText(new URL('policy-words.txt', import.meta.url), `${words.join('\n')}\n`);
});

function wordsIn(value: unknown, at: string): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]: [string, unknown]) => {
    if ((key === 'doc' || key === 'title') && typeof part === 'string')
      return [`${at} ${key}: ${part}`.trim()];
    return wordsIn(part, Array.isArray(value) ? at : `${at}.${key}`);
  });
}

function settingsIn(settings: SettingMap): readonly Setting[] {
  return Object.values(settings).flatMap((setting) => [setting, ...inside(setting)]);
}

function inside(setting: Setting): readonly Setting[] {
  if (setting.type === 'list') return [setting.items, ...inside(setting.items)];
  if (setting.type === 'map') return [setting.values, ...inside(setting.values)];
  return setting.type === 'object' ? settingsIn(setting.fields) : [];
}

function namesIn(settings: SettingMap): readonly string[] {
  const fields = settingsIn(settings).flatMap((setting) =>
    setting.type === 'object' ? Object.keys(setting.fields) : [],
  );
  return [...Object.keys(settings), ...fields];
}

type Rule = NonNullable<(typeof trafficActions)[number]['rules']>[number];

function settingsOfRule(rule: Rule): readonly string[] {
  switch (rule.rule) {
    case 'needs':
      return [rule.when.setting, ...rule.anyOf];
    case 'excludes':
      return [rule.when.setting, ...rule.without];
    case 'any-of':
      return rule.settings;
    case 'at-most':
      return [rule.low, rule.high];
    case 'reserved':
      return [rule.setting];
  }
}

/** Names of actions that are words of the API, of commands or of messages, too, by the part of the sources. */
const otherMeanings: Readonly<Record<string, RegExp>> = {
  'circuit-breaker': /^src\/(?:package\/codegen|kinds|lint\/rules|model\/lint)\//,
  'webhook-verification': /^src\/(?:kinds|lint\/rules)\//,
  deny: /^src\/(?:lint\/rules\/|plan\/exposure\/(?:less-protected\.ts$|access\/|policy\/)|kinds\/modules\/)/,
  log: /^src\/(?:commands|report\/tests)\//,
  oauth: /./,
  saml: /./,
  redirect: /^src\/(?:(?:remote|server|run)\/|lint\/traffic-policy\/find-loops)/,
  'rate-limit': /^src\/(?:remote|model|apply|run|report)\//,
};

test('no file of the sources but the table names an action', () => {
  const named: string[] = [];
  for (const name of readdirSync('src', { recursive: true, encoding: 'utf8' })) {
    const file = path.posix.join('src', name.split(path.sep).join('/'));
    if (!file.endsWith('.ts') || file.endsWith('.gen.ts') || file.startsWith('src/kinds/policy/')) continue;
    for (const text of stringsIn(file)) {
      const action = actionOf(text);
      if (action === undefined || otherMeanings[text]?.test(file) === true) continue;
      named.push(`${file}: ${text}`);
    }
  }
  expect(named).toEqual([]);
});

const names = trafficActions.flatMap(({ type, formerNames = [] }) => [type, ...formerNames]);
const mayName = new RegExp(`['"\`/|](?:${names.join('|')})['"\`/|]`);

/** The string literals of a file. Examples of rules are longer texts. */
function stringsIn(file: string): readonly string[] {
  const found: string[] = [];
  const text = readFileSync(file, 'utf8');
  if (!mayName.test(text)) return found;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) found.push(node.text);
    // A pattern that spells one.
    if (ts.isRegularExpressionLiteral(node)) found.push(...(node.text.match(/[a-z]+(?:-[a-z]+)+/g) ?? []));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
