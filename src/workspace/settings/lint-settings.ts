import { quoted } from '../../model/problem.ts';
import type { DocumentNode } from '../../model/document.ts';
import type { Json } from '../../model/value.ts';
import type {
  LintOverride,
  LintSettings,
  PresetName,
  RuleSetting,
  SeveritySetting,
} from '../../model/workspace.ts';
import { keyName } from '../yaml/duplicate-keys.ts';
import { globsOf } from '../files/patterns.ts';
import {
  entriesOf,
  listItems,
  readFields,
  reportNode,
  stringOf,
  wordOf,
  type TreeReading,
} from '../yaml/read-tree.ts';

const presets: readonly PresetName[] = ['minimal', 'recommended', 'strict'];
const severities: readonly SeveritySetting[] = ['error', 'warn', 'info', 'off'];

/** `lint:` of edgewright.yaml. Whether a rule exists is known to the linter only. */
export function readLintSettings(reading: TreeReading, node: DocumentNode): LintSettings {
  let preset: PresetName = 'recommended';
  let rules: ReadonlyMap<string, RuleSetting> = new Map();
  let overrides: readonly LintOverride[] = [];
  let baseline = defaultBaseline;
  readFields(reading, node, '`lint`', {
    preset: (value) => (preset = wordOf(reading, value, 'preset of rules', presets) ?? preset),
    rules: (value) => (rules = readRules(reading, value)),
    overrides: (value) => {
      overrides = listItems(reading, value, '`overrides`').map((item) => readOverride(reading, item));
    },
    baseline: (value) => (baseline = readBaselinePath(reading, value) ?? baseline),
  });
  return { preset, rules, overrides, baseline };
}

export const defaultBaseline = 'edgewright-baseline.json';

/** Names of folders and a file, none of them `.` or `..`. */
const pathInside = /^(?!\/)(?:(?!\.{1,2}\/)[^/\\\0]+\/)*[^/\\\0]+\.json$/;

function readBaselinePath(reading: TreeReading, node: DocumentNode): string | undefined {
  const path = stringOf(reading, node, '`baseline`');
  if (path === undefined || pathInside.test(path)) return path;
  const help = 'a path from edgewright.yaml to a .json file, such as `lint/baseline.json`';
  reportNode(
    reading,
    'invalid-format',
    node,
    `the baseline ${quoted(path)} is no file of this workspace`,
    help,
  );
  return undefined;
}

function readOverride(reading: TreeReading, node: DocumentNode): LintOverride {
  let files: readonly string[] | undefined;
  let addresses: readonly string[] | undefined;
  let rules: ReadonlyMap<string, RuleSetting> = new Map();
  readFields(reading, node, 'an override of rules', {
    files: (value) => (files = globsOf(reading, value, '`files`')),
    addresses: (value) => (addresses = globsOf(reading, value, '`addresses`')),
    rules: (value) => (rules = readRules(reading, value)),
  });
  return {
    rules,
    ...(files === undefined ? {} : { files }),
    ...(addresses === undefined ? {} : { addresses }),
  };
}

function readRules(reading: TreeReading, node: DocumentNode): ReadonlyMap<string, RuleSetting> {
  const rules = new Map<string, RuleSetting>();
  for (const entry of entriesOf(reading, node, '`rules`'))
    rules.set(keyName(entry), readRule(reading, entry.value));
  return rules;
}

function readRule(reading: TreeReading, node: DocumentNode): RuleSetting {
  let severity: SeveritySetting | undefined;
  let options: Readonly<Record<string, Json>> | undefined;
  if (node.type === 'map') {
    readFields(reading, node, 'the setting of a rule', {
      severity: (value) => (severity = wordOf(reading, value, 'severity', severities)),
      options: (value) => (options = readOptions(reading, value)),
    });
  } else severity = wordOf(reading, node, 'severity', severities);
  return { ...(severity === undefined ? {} : { severity }), ...(options === undefined ? {} : { options }) };
}

function readOptions(reading: TreeReading, node: DocumentNode): Readonly<Record<string, Json>> {
  const options = Object.create(null) as Record<string, Json>;
  for (const entry of entriesOf(reading, node, '`options`')) options[keyName(entry)] = jsonOf(entry.value);
  return options;
}

function jsonOf(node: DocumentNode): Json {
  if (node.type === 'scalar') return typeof node.value === 'bigint' ? Number(node.value) : node.value;
  if (node.type === 'list') return node.items.map(jsonOf);
  const object = Object.create(null) as Record<string, Json>;
  for (const entry of node.entries) object[keyName(entry)] = jsonOf(entry.value);
  return object;
}
