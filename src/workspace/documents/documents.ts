/**
 * What the documents of resource files are. Here nothing is reported: the linter says what is wrong with a shape. What is
 * no proper document (no kind, no name) is left out, what is wrong inside a proper one is skipped.
 */
import { isKindName } from '../../kinds/index.ts';
import type { KindName } from '../../kinds/kind.ts';
import type { DocumentNode, MapNode, ScalarNode, YamlDocument } from '../../model/document.ts';
import type {
  Address,
  ApprovalDocument,
  Named,
  Override,
  PresetDocument,
  RemovedDocument,
  ResourceDocument,
  WorkspaceDocument,
} from '../../model/workspace.ts';

type Base = Pick<ResourceDocument, 'document' | 'root' | 'kindNode'>;

/** A document by its meaning; undefined for one that is not proper. */
export function meaningOf(document: YamlDocument): WorkspaceDocument | undefined {
  const { root } = document;
  if (root?.type !== 'map') return undefined;
  const kindNode = textNode(root, 'kind');
  if (kindNode === undefined) return undefined;
  const base = { document, root, kindNode };
  const { value } = kindNode;
  if (isKindName(value)) return resourceOf(base, value);
  switch (value) {
    case 'preset':
      return presetOf(base);
    case 'removed':
      return removedOf(base);
    case 'approval':
      return approvalOf(base);
  }
  return undefined;
}

function resourceOf(base: Base, kind: KindName): ResourceDocument | undefined {
  const { root } = base;
  const nameNode = textNode(root, 'name');
  if (nameNode === undefined || nameNode.value === '') return undefined;
  const name = nameNode.value;
  const environments = valueOf(root, 'environments');
  return {
    ...base,
    kind,
    name,
    nameNode,
    address: `${kind}/${name}`,
    labels: labelsOf(valueOf(root, 'labels')),
    uses: wordsOf(valueOf(root, 'uses')),
    formerly: wordsOf(valueOf(root, 'formerly')),
    environments: environments?.type === 'list' ? wordsOf(environments) : undefined,
    spec: mapOf(valueOf(root, 'spec')),
    overrides: overridesOf(valueOf(root, 'overrides')),
  };
}

function presetOf(base: Base): PresetDocument | undefined {
  const nameNode = textNode(base.root, 'name');
  if (nameNode === undefined) return undefined;
  return { ...base, kind: 'preset', name: nameNode.value, nameNode, spec: mapOf(valueOf(base.root, 'spec')) };
}

const ends: readonly RemovedDocument['then'][] = ['retire', 'forget', 'disable-bare'];

function removedOf(base: Base): RemovedDocument | undefined {
  const addressNode = textNode(base.root, 'address');
  const address = asAddress(addressNode?.value);
  const word = textNode(base.root, 'then')?.value;
  const then = ends.find((end) => end === word);
  if (addressNode === undefined || address === undefined || then === undefined) return undefined;
  return { ...base, kind: 'removed', address, addressNode, then };
}

const allowances: readonly ApprovalDocument['allow'][] = [
  'exposure',
  'delete',
  'recreate',
  'revert',
  'write-secret',
];

function approvalOf(base: Base): ApprovalDocument | undefined {
  const { root } = base;
  const addressNode = textNode(root, 'address');
  const address = asAddress(addressNode?.value);
  const word = textNode(root, 'allow')?.value;
  const allow = allowances.find((one) => one === word);
  const change = textNode(root, 'change')?.value;
  const reason = textNode(root, 'reason')?.value;
  if (
    addressNode === undefined ||
    address === undefined ||
    allow === undefined ||
    change === undefined ||
    reason === undefined
  ) {
    return undefined;
  }
  const environment = textNode(root, 'environment')?.value;
  return { ...base, kind: 'approval', allow, address, addressNode, environment, change, reason };
}

function asAddress(text: string | undefined): Address | undefined {
  const [kind = '', name = '', ...rest] = text?.split('/') ?? [];
  return isKindName(kind) && name !== '' && rest.length === 0 ? `${kind}/${name}` : undefined;
}

const noOverrides: ReadonlyMap<string, Override> = new Map();

function overridesOf(node: DocumentNode | undefined): ReadonlyMap<string, Override> {
  if (node?.type !== 'map') return noOverrides;
  return new Map(
    node.entries.map(({ key, value }) => {
      const name = String(key.value);
      return [name, { name, node: key, spec: mapOf(value) }];
    }),
  );
}

const noLabels: Readonly<Record<string, string>> = Object.freeze(
  Object.create(null) as Record<string, string>,
);

function labelsOf(node: DocumentNode | undefined): Readonly<Record<string, string>> {
  if (node?.type !== 'map') return noLabels;
  const labels = Object.create(null) as Record<string, string>;
  for (const { key, value } of node.entries) {
    if (value.type === 'scalar' && typeof value.value === 'string') labels[String(key.value)] = value.value;
  }
  return labels;
}

function wordsOf(node: DocumentNode | undefined): readonly Named[] {
  if (node?.type !== 'list') return none;
  return node.items.flatMap((item) => (isText(item) ? { name: item.value, node: item } : []));
}

const none: readonly Named[] = [];

type TextNode = ScalarNode & { readonly value: string };

function isText(node: DocumentNode | undefined): node is TextNode {
  return node?.type === 'scalar' && typeof node.value === 'string';
}

function textNode(map: MapNode, key: string): TextNode | undefined {
  const value = valueOf(map, key);
  return isText(value) ? value : undefined;
}

function valueOf(map: MapNode, key: string): DocumentNode | undefined {
  return map.entries.find((entry) => entry.key.value === key)?.value;
}

function mapOf(node: DocumentNode | undefined): MapNode | undefined {
  return node?.type === 'map' ? node : undefined;
}
