import { quoted } from '../../model/problem.ts';
import { policyName } from '../../derive/schema/expressions.ts';
import { kindNames } from '../../kinds/index.ts';
import type { KindName } from '../../kinds/kind.ts';
import type { DocumentNode, Entry, MapNode } from '../../model/document.ts';
import type { Policy, PolicyDraft, PolicyText } from '../../model/policy/policy.ts';
import type { SeveritySetting, Settings } from '../../model/workspace.ts';
import { keyName } from '../yaml/duplicate-keys.ts';
import {
  entriesOf,
  isNull,
  listItems,
  nodePlace,
  readFields,
  reportNode,
  stringOf,
  wordOf,
  type TreeReading,
} from '../yaml/read-tree.ts';

const severities: readonly SeveritySetting[] = ['error', 'warn', 'info', 'off'];
const name = new RegExp(policyName);

/** An expression or message longer than this is not read: its cost would be anyone's guess. */
const longest = 4096;

/** `policies:` of edgewright.yaml. What the expressions say is for the linter to check. */
export function readPolicies(reading: TreeReading, node: DocumentNode): PolicySettings {
  const policies: Policy[] = [];
  const policyDrafts: PolicyDraft[] = [];
  for (const entry of entriesOf(reading, node, '`policies`')) {
    const read = readPolicy(reading, entry);
    if (read === undefined) continue;
    const { assert, message } = read.parts;
    if (!read.isWhole || assert === undefined || message === undefined) policyDrafts.push(read.parts);
    else policies.push({ ...read.parts, assert, message });
  }
  return { policies, policyDrafts };
}

type PolicySettings = Pick<Settings, 'policies' | 'policyDrafts'>;

interface Read {
  readonly parts: PolicyDraft;
  /** Whether all that it is given could be read. */
  readonly isWhole: boolean;
}

type Draft = { -readonly [K in keyof Policy]?: Policy[K] | undefined };

function readPolicy(reading: TreeReading, entry: Entry): Read | undefined {
  const id = keyName(entry);
  if (!name.test(id)) {
    const help = 'lower-case letters, digits and `-`, beginning with a letter, at most 63';
    reportNode(reading, 'resource-name-format', entry.key, `${quoted(id)} is no name for a policy`, help);
    return undefined;
  }
  const draft: Draft = {};
  readFields(reading, entry.value, `the policy \`${id}\``, {
    kinds: (value) => (draft.kinds = readKinds(reading, value)),
    where: (value) => (draft.where = readText(reading, value, '`where`')),
    assert: (value) => (draft.assert = readText(reading, value, '`assert`')),
    message: (value) => (draft.message = readText(reading, value, '`message`')),
    why: (value) => (draft.why = readText(reading, value, '`why`')?.text),
    severity: (value) => (draft.severity = wordOf(reading, value, 'severity', severities) ?? 'error'),
  });
  return completed(reading, entry, draft);
}

/** A policy without an assertion, or with a part that could not be read, judges nothing: that is an error of its own. */
function completed(reading: TreeReading, entry: Entry, draft: Draft): Read {
  const { assert, message, kinds, where, why, severity = 'error' } = draft;
  for (const key of ['assert', 'message'] as const) {
    if (entry.value.type !== 'map' || isGiven(entry, key) || hasUnknownKey(entry.value)) continue;
    const text = `the policy \`${keyName(entry)}\` has no \`${key}\``;
    reportNode(reading, 'missing-field', entry.key, text, needed[key]);
  }
  const place = nodePlace(reading, entry.key);
  const named = { name: keyName(entry), place, kinds: kinds ?? kindNames };
  return {
    parts: { ...named, where, assert, message, why, severity },
    isWhole: !isGiven(entry, 'where') || where !== undefined,
  };
}

const needed = {
  assert: 'write what must hold, such as `assert: has(spec.backend)`',
  message: 'write what is said where the assertion does not hold',
};

const keys: ReadonlySet<string> = new Set(['kinds', 'where', 'assert', 'message', 'why', 'severity']);

/** A key that is not known is probably the one that is missing: that has been said. */
function hasUnknownKey({ entries }: MapNode): boolean {
  return entries.some((one) => !keys.has(keyName(one)));
}

function isGiven({ value }: Entry, key: string): boolean {
  if (value.type !== 'map') return false;
  return value.entries.some((one) => keyName(one) === key && !isNull(one.value));
}

function readKinds(reading: TreeReading, node: DocumentNode): readonly KindName[] {
  const items = listItems(reading, node, '`kinds`');
  if (node.type === 'list' && items.length === 0) {
    reportNode(reading, 'wrong-type', node, '`kinds` is empty', 'leave it out for all kinds');
  }
  const read = items.flatMap((item) => wordOf(reading, item, 'kind', kindNames) ?? []);
  return kindNames.filter((kind) => read.includes(kind));
}

function readText(reading: TreeReading, node: DocumentNode, what: string): PolicyText | undefined {
  const text = stringOf(reading, node, what);
  if (text === undefined || node.type !== 'scalar') return undefined;
  if (text.trim() === '') {
    reportNode(reading, 'wrong-type', node, `${what} is empty`);
    return undefined;
  }
  if (text.length > longest) {
    const help = 'split the policy into several';
    reportNode(reading, 'yaml-limit', node, `${what} has more than ${longest} characters`, help);
    return undefined;
  }
  return { text, node };
}
