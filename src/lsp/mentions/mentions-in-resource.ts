import { entryOf } from '../../derive/yaml/document-tree.ts';
import { fieldAt } from '../../derive/forms/fields.ts';
import { withoutDots } from '../../derive/policy/policy-files.ts';
import type { DocumentField } from '../../kinds/documents/document-field.ts';
import { settings as table } from '../../kinds/documents/settings.ts';
import { isKindName, kindNames } from '../../kinds/index.ts';
import type { KindName } from '../../kinds/kind.ts';
import { nameables } from '../../kinds/references.ts';
import { scalarNodes, textPlace } from '../hover/scalar-place.ts';
import type { DocumentNode, MapNode, Place, ScalarNode, Source } from '../../model/document.ts';
import type { Path } from '../../model/value.ts';
import type { WorkspaceDocument } from '../../model/workspace/workspace-document.ts';
import { hasExpression, parseExpression } from '../../workspace/syntax.ts';
import type { Settings } from '../../model/workspace/settings.ts';

/** The names that a document of a resource file declares or uses. */
export function mentionsInResource(meaning: WorkspaceDocument): readonly Mention[] {
  const { source } = meaning.document;
  const named = (type: Mention['type'], name: string, role: Mention['role'], node: ScalarNode): Mention => ({
    type,
    name,
    role,
    place: textPlace(source, node),
  });
  switch (meaning.kind) {
    case 'preset':
      return [
        named('preset', meaning.name, 'declaration', meaning.nameNode),
        ...inSpec(meaning.spec, source, kindNames),
      ];
    case 'removed':
      return [named('resource', meaning.address, 'use', meaning.addressNode)];
    case 'approval':
      return [
        named('resource', meaning.address, 'use', meaning.addressNode),
        // Of several changes of one document, the first mentions what they share.
        ...((meaning.entry?.index ?? 0) === 0 ? environmentOf(meaning.root, source) : []),
      ];
    case 'endpoint':
    case 'https-route':
    case 'tls-edge': {
      const { kind, uses, environments, overrides, spec } = meaning;
      return [
        named('resource', meaning.address, 'declaration', meaning.nameNode),
        ...uses.map(({ name, node }) => named('preset', name, 'use', node)),
        ...(environments ?? []).map(({ name, node }) => named('environment', name, 'use', node)),
        ...inSpec(spec, source, [kind]),
        ...[...overrides.values()].flatMap((override) => [
          named('environment', override.name, 'use', override.node),
          ...inSpec(override.spec, source, [kind]),
        ]),
      ];
    }
  }
}

function environmentOf(root: MapNode, source: Source): readonly Mention[] {
  const node = entryOf(root, 'environment')?.value;
  if (node?.type !== 'scalar' || typeof node.value !== 'string') return [];
  return [{ type: 'environment', name: node.value, role: 'use', place: textPlace(source, node) }];
}

function inSpec(spec: MapNode | undefined, source: Source, kinds: readonly KindName[]): readonly Mention[] {
  const found: Mention[] = [];
  const visit = (node: DocumentNode, path: Path): void => {
    if (node.alias !== undefined) return;
    if (node.type === 'map')
      for (const { key, value } of node.entries) visit(value, [...path, String(key.value)]);
    else if (node.type === 'list') node.items.forEach((item, index) => visit(item, [...path, index]));
    else if (typeof node.value === 'string') {
      if (hasExpression(node.value)) found.push(...inExpression(source, node));
      else if (node.value.includes('/') && refersToId(kinds, path))
        found.push({ type: 'id', name: node.value, role: 'use', place: textPlace(source, node) });
    }
  };
  if (spec !== undefined) visit(spec, []);
  return found;
}

function refersToId(kinds: readonly KindName[], path: Path): boolean {
  return kinds.some((kind) => {
    const field = fieldAt(kind, path);
    return (
      (field?.type === 'string' || field?.type === 'list') &&
      field.refersTo !== undefined &&
      nameables[field.refersTo] !== undefined
    );
  });
}

/** Parses the source text instead of the scalar's value, so that offsets are those of the file. */
function inExpression(source: Source, node: ScalarNode): readonly Mention[] {
  const { start, end } = textPlace(source, node);
  return parseExpression(source.text.slice(start, end)).pieces.flatMap((piece): readonly Mention[] => {
    const before = piece.type === 'variable' ? '$(' : `$(${piece.type}:`;
    const place = { source, start: start + piece.start + before.length, end: start + piece.end - 1 };
    switch (piece.type) {
      case 'text':
        return [];
      case 'variable':
        return piece.name === 'environment'
          ? []
          : [{ type: 'variable', name: piece.name, role: 'use', place }];
      case 'secret':
        return [{ type: 'secret', name: piece.name, role: 'use', place }];
      case 'file':
        return [{ type: 'file', name: withoutDots(piece.path), role: 'use', place }];
    }
  });
}

/** Declared secrets, and addresses in safety and lint settings; glob patterns are skipped. */
export function mentionsInSettings({ document, secrets }: Settings): readonly Mention[] {
  const { root, source } = document;
  const declared = new Set([...secrets.values()].map(({ start }) => start));
  const found: Mention[] = [];
  if (root === undefined) return found;
  for (const node of scalarNodes(entryOf(root, 'secrets')?.value ?? root)) {
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

function isAddress(text: string): boolean {
  return isKindName(text.split('/')[0] ?? '') && /^[a-z-]+\/[a-z0-9-]+$/.test(text);
}

/** Kinds of names that other places can refer to. */
export type NameType = 'resource' | 'preset' | 'id' | 'variable' | 'secret' | 'file' | 'environment';

/** A place where a name is declared or used. */
export interface Mention {
  readonly type: NameType;
  /** An address for a resource, a path for a file. */
  readonly name: string;
  readonly role: 'declaration' | 'use';
  /** The name itself in the text, without quotes and `$(`. */
  readonly place: Place;
}
