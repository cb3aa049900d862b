import { nodePlace } from '../../derive/yaml/node-place.ts';
import { settings as table } from '../../kinds/documents/settings.ts';
import { noticeKinds } from '../../kinds/documents/words.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { DocumentNode, Place, Range, YamlDocument } from '../../model/document.ts';
import { problem } from '../../model/problem.ts';
import type {
  LedgerSettings,
  NotifySettings,
  SafetySettings,
  SecretUse,
  Settings,
  TrafficPolicySettings,
} from '../../model/workspace/settings.ts';
import { readTable, type FieldValue } from '../documents/read-table.ts';
import { lintSettingsOf } from './lint-settings.ts';
import { readPolicies } from './policies.ts';
import { placedNames, scheduleOf } from './read-schedule.ts';
import { reportNode, type TreeReading } from '../documents/read-tree.ts';
import { quoted } from '../../text/quoted.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';
import type { Fix } from '../../model/fix.ts';

const { fields } = table;

/** Reads edgewright.yaml and fills in the defaults. An invalid setting is reported, and its default applies. */
export function readSettings(document: YamlDocument, diagnostics: Diagnostic[]): Settings {
  const reading: TreeReading = { source: document.source, diagnostics };
  const { root } = document;
  if (root === undefined && document.isBroken !== true) reportEmpty(reading);
  const read = root === undefined ? undefined : readTable(reading, root, table);
  if (root !== undefined) checkVersion(reading, root, read?.version);
  const { secrets, secretUses } = secretSettings(reading, read?.secrets ?? []);
  return {
    document,
    version: fields.version.value,
    resources: read?.resources?.map(({ text }) => text) ?? fields.resources.default,
    tests: read?.tests?.map(({ text }) => text) ?? fields.tests.default,
    sentTests: {
      maxSkippedPercent:
        read?.sent_tests?.max_skipped_percent ?? fields.sent_tests.fields.max_skipped_percent.default,
    },
    order: placedNames(reading, read?.environments) ?? [],
    ledger: ledgerOf(read?.ledger),
    secrets,
    secretUses,
    notify: notifySettings(reading, read?.notify ?? [], { secrets, secretUses }),
    lint: lintSettingsOf(read?.lint),
    safety: safetyOf(read?.safety),
    ...readPolicies(reading, read?.policies ?? []),
    trafficPolicy: trafficPolicyOf(read?.policy),
    schedule: scheduleOf(reading, { windows: read?.windows, freezes: read?.freezes }),
    marker: read?.marker ?? fields.marker.default,
    snapshotKey: read?.snapshot_key?.text,
  };
}

function ledgerOf(ledger: FieldValue<typeof fields.ledger> | undefined): LedgerSettings | undefined {
  const { store, lineage, branch, remote } = ledger ?? {};
  if (store === undefined || lineage === undefined) return undefined;
  if (store !== 'git') return { store, lineage: lineage.text };
  const defaults = fields.ledger.fields;
  return {
    store,
    lineage: lineage.text,
    branch: branch?.text ?? defaults.branch.default,
    remote: remote?.text ?? defaults.remote.default,
  };
}

function safetyOf(safety: FieldValue<typeof fields.safety> | undefined): SafetySettings {
  const { max_deletes, max_changed_percent, protect } = fields.safety.fields;
  return {
    max_deletes: safety?.max_deletes ?? max_deletes.default,
    max_changed_percent: safety?.max_changed_percent ?? max_changed_percent.default,
    protect: safety?.protect?.map(({ text }) => text) ?? protect.default,
  };
}

function trafficPolicyOf(policy: FieldValue<typeof fields.policy> | undefined): TrafficPolicySettings {
  const { dialect, actions } = fields.policy.fields;
  const { phases, ends } = actions.values[0].value.fields;
  return {
    dialect: policy?.dialect ?? dialect.default,
    actions: new Map(
      (policy?.actions ?? []).map(({ name, read }) => {
        const actionValue = read(`the action ${quoted(name)}`);
        return [
          name,
          { phases: actionValue?.phases ?? phases.default, ends: actionValue?.ends ?? ends.default },
        ];
      }),
    ),
  };
}

/** Reports a file without any key, such as one with only comments. */
function reportEmpty({ source, diagnostics }: TreeReading): void {
  const end = source.text.length;
  const text = `${/(?:^|\n)$/.test(source.text) ? '' : '\n'}version: 1\n`;
  diagnostics.push(
    problem('unknown-schema-version', { source, start: 0, end: 0 }, '`version` is missing', {
      help: 'write `version: 1`',
      fix: { safety: 'unsafe', title: 'write `version: 1`', edits: [{ source, start: end, end, text }] },
    }),
  );
}

function firstKey(root: DocumentNode): DocumentNode {
  return root.type === 'map' ? (root.entries[0]?.key ?? root) : root;
}

function checkVersion(reading: TreeReading, root: DocumentNode, version: DocumentNode | undefined): void {
  if (root.type !== 'map') return;
  if (version !== undefined) checkValue(reading, version);
  else
    reportNode(reading, firstKey(root), {
      rule: 'unknown-schema-version',
      message: '`version` is missing',
      help: 'write `version: 1`',
      fix: versionFix(reading, { ...firstKey(root), text: 'version: 1' }),
    });
}

function checkValue(reading: TreeReading, node: DocumentNode): void {
  if (node.type === 'scalar' && node.value === fields.version.value) return;
  const isNothing = node.start === node.end;
  reportNode(reading, node, {
    rule: 'unknown-schema-version',
    message: isNothing
      ? '`version`: expected `1`, found nothing'
      : `the version ${inWords(node)} of the file format is not known`,
    help: 'write `version: 1`',
    fix:
      node.alias === undefined ? versionFix(reading, { ...node, text: isNothing ? ' 1' : '1' }) : undefined,
  });
}

/** Undefined unless `version` can be inserted as a line of its own, or replaces a value on one line. */
function versionFix(
  { source }: TreeReading,
  { start, end, text }: Range & { readonly text: string },
): Fix | undefined {
  const isMissing = text.trim() !== '1';
  const startsLine = start === 0 || source.text[start - 1] === '\n';
  if (isMissing ? !startsLine : source.text.slice(start, end).includes('\n')) return undefined;
  const edit = isMissing ? { start, end: start, text: `${text}\n` } : { start, end, text };
  return { safety: 'unsafe', title: 'write `version: 1`', edits: [{ source, ...edit }] };
}

function inWords(node: DocumentNode): string {
  return node.type === 'scalar' ? quoted(String(node.value)) : `that is a ${node.type}`;
}

type Notify = FieldValue<typeof table.fields.notify>;

/** Reads `notify:` of edgewright.yaml; an entry without a valid URL is left out. */
function notifySettings(
  reading: TreeReading,
  entries: Notify,
  { secrets, secretUses }: Pick<Settings, 'secrets' | 'secretUses'>,
): readonly NotifySettings[] {
  return entries.flatMap(({ url, events }) => {
    if (url === undefined) return [];
    const secret = url.text.slice('$(secret:'.length, -1);
    if (secretUses.has(secret))
      reportNode(reading, url.node, {
        rule: 'secret-not-allowed',
        message: `the secret ${quoted(secret)} is kept for some resources`,
        help: 'give the notification a secret of its own',
      });
    if (!secrets.has(secret))
      reportNode(reading, url.node, {
        rule: 'secret-reference-undefined',
        message: `the secret ${quoted(secret)} is not declared`,
        help: `add \`${secret}\` to \`secrets:\``,
      });
    return [{ secret, events: events ?? noticeKinds }];
  });
}

type Secrets = FieldValue<typeof table.fields.secrets>;

/**
 * Reads `secrets:` of edgewright.yaml: the place of each name, and where it may be used. The first of a name counts.
 */
function secretSettings(reading: TreeReading, entries: Secrets): Pick<Settings, 'secrets' | 'secretUses'> {
  const secrets = new Map<string, Place>();
  const secretUses = new Map<string, SecretUse>();
  for (const entry of entries) {
    const name = 'short' in entry ? entry.short : entry.long.name;
    if (name === undefined || secrets.has(name.text)) continue;
    const place = nodePlace(reading, name.node);
    secrets.set(name.text, place);
    if ('long' in entry) secretUses.set(name.text, { ...useOf(entry.long), place });
  }
  return { secrets, secretUses };
}

type Long = Extract<Secrets[number], { readonly long: unknown }>['long'];

function useOf({ addresses, environments, labels }: Long): Omit<SecretUse, 'place'> {
  return {
    ...withoutUndefined({
      addresses: addresses?.map(({ text }) => text),
      environments: environments?.map(({ text }) => text),
      labels: labels?.map(({ name, read }) => [name, read(`the label \`${name}\``)?.text ?? ''] as const),
    }),
  };
}
