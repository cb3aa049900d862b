import type { DocumentField } from '../../kinds/documents/document-field.ts';
import { settings as table } from '../../kinds/documents/settings.ts';
import { isKindName } from '../../kinds/index.ts';
import type { DocumentNode } from '../../model/document.ts';
import type { Settings } from '../../model/workspace.ts';
import type { Mention } from './mention.ts';
import { scalarNodes, textPlace } from '../hover/scalar-place.ts';

/** Declared secrets, and addresses in safety and lint settings; glob patterns are skipped. */
export function mentionsInSettings({ document, secrets }: Settings): readonly Mention[] {
  const { root, source } = document;
  const declared = new Set([...secrets.values()].map(({ start }) => start));
  const found: Mention[] = [];
  if (root === undefined) return found;
  for (const node of scalarNodes(valueIn(root, 'secrets') ?? root)) {
    if (typeof node.value !== 'string' || !declared.has(node.start)) continue;
    found.push({ type: 'secret', name: node.value, role: 'declaration', place: textPlace(source, node) });
  }
  for (const list of addressLists(root)) {
    for (const node of scalarNodes(list)) {
      if (typeof node.value !== 'string' || !isAddress(node.value)) continue;
      found.push({ type: 'resource', name: node.value, role: 'use', place: textPlace(source, node) });
    }
  }
  return found;
}

/** The lists that contain addresses, according to the settings table. */
function* addressLists(
  node: DocumentNode,
  field: DocumentField = { type: 'group', doc: '', fields: table.fields },
): Generator<DocumentNode> {
  if (field.type === 'list') {
    if (field.item.type === 'string' && field.item.names === 'address') yield node;
    else if (node.type === 'list') for (const item of node.items) yield* addressLists(item, field.item);
  }
  if (field.type !== 'group' || node.type !== 'map') return;
  for (const { key, value } of node.entries) {
    const inner = field.fields[String(key.value)];
    if (inner !== undefined) yield* addressLists(value, inner);
  }
}

function valueIn(root: DocumentNode, key: string): DocumentNode | undefined {
  return root.type === 'map' ? root.entries.find((entry) => entry.key.value === key)?.value : undefined;
}

function isAddress(text: string): boolean {
  return isKindName(text.split('/')[0] ?? '') && /^[a-z-]+\/[a-z0-9-]+$/.test(text);
}
