/**
 * Parses the documents of resource files. Nothing is reported here: the linter checks their shape. A document without
 * kind or name is left out; invalid parts of a document are skipped.
 */
import { entryOf } from '../../derive/yaml/document-tree.ts';
import { isKindName } from '../../kinds/index.ts';
import type { KindName } from '../../kinds/kind.ts';
import { approval } from '../../kinds/documents/approval.ts';
import { approvals } from '../../kinds/documents/approvals.ts';
import type { DocumentTable } from '../../kinds/documents/document-field.ts';
import { preset } from '../../kinds/documents/preset.ts';
import { removed } from '../../kinds/documents/removed.ts';
import { resource } from '../../kinds/documents/resource.ts';
import type { YamlDocument } from '../../model/document.ts';
import type {
  Approval,
  NamedNode,
  Override,
  PresetDocument,
  RemovedDocument,
  ResourceDocument,
  WorkspaceDocument,
} from '../../model/workspace/workspace-document.ts';
import { readTable, type FieldValue, type GroupValue, type StringValue } from './read-table.ts';
import type { Address } from '../../model/workspace/address.ts';

type Base = Pick<ResourceDocument, 'document' | 'root' | 'kindNode'>;

/** The meaning of a document: nothing if it is invalid, the approvals of `kind: approvals`, otherwise one. */
export function meaningsOf(document: YamlDocument): readonly WorkspaceDocument[] {
  const { root } = document;
  if (root?.type !== 'map') return [];
  const kindNode = entryOf(root, 'kind')?.value;
  if (kindNode?.type !== 'scalar' || typeof kindNode.value !== 'string') return [];
  const base = { document, root, kindNode };
  const { value } = kindNode;
  if (value === 'approvals') return approvalsOf(base);
  const meaning = isKindName(value)
    ? resourceOf(base, value)
    : value === 'preset'
      ? presetOf(base)
      : value === 'removed'
        ? removedOf(base)
        : value === 'approval'
          ? approvalOf(base)
          : undefined;
  return meaning === undefined ? [] : [meaning];
}

function resourceOf(base: Base, kind: KindName): ResourceDocument | undefined {
  const { name, labels, uses, formerly, environments, spec, overrides } = readLax(base, resource);
  if (name === undefined || name.text === '') return undefined;
  const { document, root, kindNode } = base;
  // No spread: there are as many of these as resources, and V8 makes larger objects of copies.
  return {
    source: document.source,
    index: document.index,
    document,
    root,
    kindNode,
    kind,
    name: name.text,
    nameNode: name.node,
    address: `${kind}/${name.text}`,
    labels: labelsOf(labels),
    uses: namesOf(uses),
    formerly: namesOf(formerly),
    environments: environments === undefined ? undefined : namesOf(environments),
    spec,
    overrides: overridesOf(overrides),
  };
}

function presetOf(base: Base): PresetDocument | undefined {
  const { name, spec } = readLax(base, preset);
  if (name === undefined) return undefined;
  return { ...base, kind: 'preset', name: name.text, nameNode: name.node, spec };
}

function removedOf(base: Base): RemovedDocument | undefined {
  const read = readLax(base, removed);
  const address = asAddress(read.address?.text);
  if (read.address === undefined || address === undefined || read.then === undefined) return undefined;
  return { ...base, kind: 'removed', address, addressNode: read.address.node, then: read.then };
}

function approvalOf(base: Base): Approval | undefined {
  const { address, change, ...about } = readLax(base, approval);
  return address && change && approvalOn(base, about, { address, change });
}

function approvalsOf(base: Base): readonly Approval[] {
  const { changes = [], ...about } = readLax(base, approvals);
  const count = changes.length;
  return changes.flatMap(({ name, key, read }, index) => {
    const change = read(name);
    const address = { text: name, node: key };
    return (change && approvalOn(base, about, { address, change, entry: { index, count } })) ?? [];
  });
}

interface ApprovedChange extends Pick<Approval, 'entry'> {
  readonly address: StringValue;
  readonly change: StringValue;
}

function approvalOn(
  { document, root, kindNode }: Base,
  {
    allow,
    environment,
    reason,
  }: Pick<GroupValue<typeof approval.fields>, 'allow' | 'environment' | 'reason'>,
  { address: { text, node }, change, ...entry }: ApprovedChange,
): Approval | undefined {
  const address = asAddress(text);
  if (address === undefined || allow === undefined || reason === undefined) return undefined;
  return {
    document,
    root,
    kindNode,
    kind: 'approval',
    allow,
    address,
    addressNode: node,
    environment: environment?.text,
    change: change.text,
    changeNode: change.node,
    reason: reason.text,
    ...entry,
  };
}

function readLax<const Table extends DocumentTable>(
  { document, root }: Base,
  table: Table,
): GroupValue<Table['fields']> {
  return readTable({ source: document.source, diagnostics: [], isLax: true }, root, table);
}

function asAddress(text: string | undefined): Address | undefined {
  const [kind = '', name = '', ...rest] = text?.split('/') ?? [];
  return isKindName(kind) && name !== '' && rest.length === 0 ? `${kind}/${name}` : undefined;
}

const noOverrides: ReadonlyMap<string, Override> = new Map();

function overridesOf(
  entries: FieldValue<typeof resource.fields.overrides> | undefined,
): ReadonlyMap<string, Override> {
  if (entries === undefined || entries.length === 0) return noOverrides;
  return new Map(
    entries.map(({ name, key, read }) => [name, { name, node: key, spec: read('an override') }]),
  );
}

const noLabels: Readonly<Record<string, string>> = Object.freeze(
  Object.create(null) as Record<string, string>,
);

function labelsOf(
  entries: FieldValue<typeof resource.fields.labels> | undefined,
): Readonly<Record<string, string>> {
  if (entries === undefined) return noLabels;
  const labels = Object.create(null) as Record<string, string>;
  for (const { name, read } of entries) {
    const text = read('a label')?.text;
    if (text !== undefined) labels[name] = text;
  }
  return labels;
}

function namesOf(values: readonly StringValue[] | undefined): readonly NamedNode[] {
  return values === undefined ? none : values.map(({ text, node }) => ({ name: text, node }));
}

const none: readonly NamedNode[] = [];
