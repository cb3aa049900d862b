import { nodePlace } from '../../derive/yaml/node-place.ts';
import { textOfKey } from '../../text/key-text.ts';
import { forms, hasForm } from '../../kinds/documents/forms.ts';
import { policy } from '../../kinds/documents/policy.ts';
import { kindNames } from '../../kinds/index.ts';
import type { Policy, PolicyDraft } from '../../model/policy.ts';
import type { Settings } from '../../model/workspace/settings.ts';
import { type MapEntry, readTable } from '../documents/read-table.ts';
import { isNull, reportNode, type TreeReading } from '../documents/read-tree.ts';
import { quoted } from '../../text/quoted.ts';

type PolicyEntry = MapEntry<typeof policy>;

/** Reads `policies:` of edgewright.yaml. The linter checks the expressions. */
export function readPolicies(
  reading: TreeReading,
  entries: readonly PolicyEntry[],
): Pick<Settings, 'policies' | 'policyDrafts'> {
  const policies: Policy[] = [];
  const policyDrafts: PolicyDraft[] = [];
  for (const entry of entries) {
    const draft = draftOf(reading, entry);
    if (draft === undefined) continue;
    const { assert, message } = draft;
    const isWhole = !isGiven(entry, 'where') || draft.where !== undefined;
    if (!isWhole || assert === undefined || message === undefined) policyDrafts.push(draft);
    else policies.push({ ...draft, assert, message });
  }
  return { policies, policyDrafts };
}

function draftOf(reading: TreeReading, { name, key, node }: PolicyEntry): PolicyDraft | undefined {
  const { policyName } = forms;
  if (!hasForm(name, policyName)) {
    const message = `${quoted(name)} is not ${policyName.not}`;
    reportNode(reading, key, { rule: policyName.rule, message, help: policyName.help });
    return undefined;
  }
  const table = { called: `the policy \`${name}\``, fields: policy.fields, missingAt: key };
  const { kinds, where, assert, message, why, severity, suppressible } = readTable(reading, node, table);
  return {
    name,
    place: nodePlace(reading, key),
    kinds: kinds === undefined ? kindNames : kindNames.filter((kind) => kinds.includes(kind)),
    where,
    assert,
    message,
    why: why?.text,
    severity: severity ?? policy.fields.severity.default,
    suppressible: suppressible ?? policy.fields.suppressible.default,
  };
}

function isGiven({ node }: PolicyEntry, key: keyof typeof policy.fields): boolean {
  if (node.type !== 'map') return false;
  return node.entries.some((entry) => textOfKey(entry) === key && !isNull(entry.value));
}
