import { problem, quoted } from '../../model/problem.ts';
import { secretName, snapshotKey } from '../../derive/schema/expressions.ts';
import type { Diagnostic, Fix } from '../../model/diagnostic.ts';
import type { DocumentNode, Place, Range, YamlDocument } from '../../model/document.ts';
import type { LedgerSettings, LintSettings, SafetySettings, Settings } from '../../model/workspace.ts';
import { defaultBaseline, readLintSettings } from './lint-settings.ts';
import { addressGlobsOf, globsOf } from '../files/patterns.ts';
import { readPolicies } from './policies.ts';
import {
  booleanOf,
  listItems,
  numberOf,
  nodePlace,
  readFields,
  reportNode,
  stringOf,
  wordOf,
  type TreeReading,
} from '../yaml/read-tree.ts';

type Writable<T> = { -readonly [K in keyof T]: T[K] };

export const defaultResources = ['resources/**/*.{yaml,yml}'];

/** edgewright.yaml, with every default filled in. What does not fit is reported, and its default holds. */
export function readSettings(document: YamlDocument, diagnostics: Diagnostic[]): Settings {
  const reading: TreeReading = { source: document.source, diagnostics };
  const settings: Writable<Settings> = { ...defaults(), document };
  if (document.root === undefined) {
    if (document.isBroken !== true) reportEmpty(reading);
    return settings;
  }
  let hasVersion = document.root.type !== 'map';
  readFields(reading, document.root, settingsTitle, {
    version: (node) => {
      hasVersion = true;
      readVersion(reading, node);
    },
    resources: (node) => (settings.resources = globsOf(reading, node, '`resources`')),
    ledger: (node) => (settings.ledger = readLedger(reading, node)),
    secrets: (node) => (settings.secrets = readSecretNames(reading, node)),
    lint: (node) => (settings.lint = readLintSettings(reading, node)),
    safety: (node) => (settings.safety = readSafety(reading, node)),
    policies: (node) => Object.assign(settings, readPolicies(reading, node)),
    marker: (node) => (settings.marker = booleanOf(reading, node, '`marker`') ?? true),
    snapshot_key: (node) => (settings.snapshotKey = readSnapshotKey(reading, node)),
  });
  if (!hasVersion)
    reportNode(
      reading,
      'unknown-schema-version',
      firstKey(document.root),
      '`version` is missing',
      'write `version: 1`',
      versionFix(reading, { ...firstKey(document.root), text: 'version: 1' }),
    );
  return settings;
}

const settingsTitle = 'edgewright.yaml';

/** A file without a key, such as one that is all comment. */
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

function defaults(): Omit<Settings, 'document'> {
  const lint: LintSettings = {
    preset: 'recommended',
    rules: new Map(),
    overrides: [],
    baseline: defaultBaseline,
  };
  const safety: SafetySettings = { max_deletes: 0, max_changed_percent: 30, protect: [] };
  return {
    version: 1,
    resources: defaultResources,
    ledger: undefined,
    secrets: new Map(),
    lint,
    safety,
    policies: [],
    policyDrafts: [],
    marker: true,
    snapshotKey: undefined,
  };
}

function firstKey(root: DocumentNode): DocumentNode {
  return root.type === 'map' ? (root.entries[0]?.key ?? root) : root;
}

function readVersion(reading: TreeReading, node: DocumentNode): void {
  if (node.type === 'scalar' && node.value === 1) return;
  reportNode(
    reading,
    'unknown-schema-version',
    node,
    `the version ${inWords(node)} of the file format is not known`,
    'write `version: 1`',
    node.alias === undefined ? versionFix(reading, { ...node, text: '1' }) : undefined,
  );
}

/** Only where there is a place for it: in a line of its own, or instead of a single word. */
function versionFix(
  { source }: TreeReading,
  { start, end, text }: Range & { readonly text: string },
): Fix | undefined {
  const isMissing = text !== '1';
  const startsLine = start === 0 || source.text[start - 1] === '\n';
  if (isMissing ? !startsLine : source.text.slice(start, end).includes('\n')) return undefined;
  const edit = isMissing ? { start, end: start, text: `${text}\n` } : { start, end, text };
  return { safety: 'unsafe', title: 'write `version: 1`', edits: [{ source, ...edit }] };
}

function inWords(node: DocumentNode): string {
  return node.type === 'scalar' ? quoted(String(node.value)) : `that is a ${node.type}`;
}

const lineage = /^[A-Za-z0-9-]{1,64}$/;

function readLedger(reading: TreeReading, node: DocumentNode): LedgerSettings | undefined {
  const ledger: Partial<Writable<LedgerSettings>> = {};
  readFields(reading, node, '`ledger`', {
    store: (value) => {
      const store = wordOf(reading, value, '`store` of a ledger', ['file']);
      if (store !== undefined) ledger.store = store;
    },
    lineage: (value) => {
      const text = stringOf(reading, value, '`lineage`');
      if (text !== undefined && lineage.test(text)) ledger.lineage = text;
      else if (text !== undefined)
        reportNode(
          reading,
          'wrong-type',
          value,
          `${quoted(text)} is no lineage`,
          '`edgewright init` writes it',
        );
    },
  });
  return ledger.store === undefined || ledger.lineage === undefined
    ? undefined
    : { store: ledger.store, lineage: ledger.lineage };
}

const secret = new RegExp(secretName);

function readSecretNames(reading: TreeReading, node: DocumentNode): ReadonlyMap<string, Place> {
  const names = new Map<string, Place>();
  for (const item of listItems(reading, node, '`secrets`')) {
    const name = stringOf(reading, item, 'an item of `secrets`');
    if (name === undefined) continue;
    if (secret.test(name)) names.set(name, names.get(name) ?? nodePlace(reading, item));
    else
      reportNode(
        reading,
        'secret-reference-syntax',
        item,
        `${quoted(name)} is no name of a secret`,
        'capital letters, digits and `_`, such as `SHOP_OIDC`',
      );
  }
  return names;
}

const publicKey = new RegExp(snapshotKey);

function readSnapshotKey(reading: TreeReading, node: DocumentNode): string | undefined {
  const key = stringOf(reading, node, '`snapshot_key`');
  if (key === undefined || publicKey.test(key)) return key;
  reportNode(
    reading,
    'wrong-type',
    node,
    '`snapshot_key` is no public key for snapshots',
    '`edgewright snapshot key` makes a pair',
  );
  return undefined;
}

function readSafety(reading: TreeReading, node: DocumentNode): SafetySettings {
  const safety: Writable<SafetySettings> = { ...defaults().safety };
  readFields(reading, node, '`safety`', {
    max_deletes: (value) => {
      safety.max_deletes =
        numberOf(reading, value, '`max_deletes`', { max: 0xffffffff, isWhole: true }) ?? safety.max_deletes;
    },
    max_changed_percent: (value) => {
      safety.max_changed_percent =
        numberOf(reading, value, '`max_changed_percent`', { max: 100, isWhole: false }) ??
        safety.max_changed_percent;
    },
    protect: (value) => (safety.protect = addressGlobsOf(reading, value, '`protect`')),
  });
  return safety;
}
