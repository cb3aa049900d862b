import { codePointOf, hiddenCharacter } from '../../text/hidden-characters.ts';
import { suggestions } from '../../text/suggest.ts';
import type { Fields } from '../../kinds/field.ts';
import type { DocumentNode, MapNode, YamlDocument } from '../../model/document.ts';
import { entryWithKey } from '../../derive/yaml/document-tree.ts';
import { textOfKey } from '../../text/key-text.ts';
import { environment } from '../../kinds/documents/environment.ts';
import { isPhaseName } from '../../kinds/policy/phases.ts';
import { nameables } from '../../kinds/references.ts';
import { documentKinds, type DocumentKind } from '../../kinds/documents/index.ts';
import { formatOf, positionAt } from './format-position.ts';
import { type At, type Finding } from '../rule.ts';
import { quoted } from '../../text/quoted.ts';
import { quotedStart, type ShapeFinding } from './shape-finding.ts';
import { replacement } from '../fix-request.ts';
import { orList, codeList } from '../../text/words/list-words.ts';

/** The kind of a document, or the problem that keeps it from being determined. */
type Dispatch =
  | { readonly kind: DocumentKind; readonly root: MapNode }
  | { readonly problem: ShapeFinding | undefined };

/** Without a known kind the document gets one finding and no further checks. */
export function dispatch(document: YamlDocument): Dispatch {
  const { root } = document;
  if (root === undefined || (root.type === 'scalar' && root.value === null)) {
    return { problem: document.isBroken === true ? undefined : emptyDocument() };
  }
  if (root.type !== 'map') {
    return { problem: noMapping(root) };
  }
  const entry = entryWithKey(root.entries, 'kind');
  if (entry === undefined) {
    const misspelt = misspeltKind(root);
    if (misspelt !== undefined) return { problem: misspelt };
    const fitting = kindFrom(root);
    const help = fitting === undefined ? otherPlace(root) : `add \`kind: ${fitting}\``;
    const message = 'this document has no `kind`';
    return { problem: unknownKind({ path: [] }, message, help === undefined ? undefined : { help }) };
  }
  const { value } = entry;
  const name = value.type === 'scalar' ? String(value.value) : undefined;
  const kind = documentKinds.find((candidate) => candidate === name);
  if (kind !== undefined) return { kind, root };
  const at = { path: ['kind'] };
  if (name === undefined) return { problem: unknownKind(at, '`kind` must be a word') };
  const message = `unknown kind ${quotedStart(name)}`;
  // An object that resources refer to by id, and that the API does not let us manage.
  if (Object.hasOwn(nameables, name)) {
    const help = `it is not managed, only named: write \`${name}/<name>: <id>\` under \`ids:\` of each environment`;
    return { problem: unknownKind(at, message, { help }) };
  }
  const fitting = kindFrom(root);
  const meant = suggestions(name, documentKinds)[0] ?? fitting;
  if (meant === undefined) return { problem: unknownKind(at, message, { help: thereAre }) };
  const fix = replacement('unsafe', ['kind'], meant, `write \`${meant}\``);
  const label = meant === fitting ? `the fields below are those of \`${meant}\`` : undefined;
  return { problem: unknownKind(at, message, { fix, label }) };
}

/** `Kind: endpoint`, `knd: endpoint`, `type: endpoint`: the key of the kind has another name. */
function misspeltKind({ entries }: MapNode): ShapeFinding | undefined {
  const entry = entries.find(
    ({ value }) => value.type === 'scalar' && documentKinds.some((kind) => kind === value.value),
  );
  const [first] = entry === undefined ? suggestions('kind', entries.map(textOfKey)) : [textOfKey(entry)];
  if (first === undefined) return undefined;
  const hidden = hiddenCharacter(first);
  const message =
    hidden === undefined
      ? `${quoted(first)} is not \`kind\``
      : `this key has the invisible character ${codePointOf(hidden.character)} in it`;
  return unknownKind({ path: [first], on: 'key' }, message, {
    fix: { safety: 'unsafe', title: 'write `kind`', changes: [{ rename: [first], to: 'kind' }] },
  });
}

/** Help for tests, an environment or a traffic policy among the resources, by their keys. */
function otherPlace(root: MapNode): string | undefined {
  const keys = root.entries.map(textOfKey);
  if (keys.length === 0) return undefined;
  if (keys.every((key) => key === 'tests')) return 'tests of requests belong in `tests/`: move the file';
  if (keys.every((key) => Object.hasOwn(environment.fields, key)))
    return 'an environment belongs in `environments/`: move the file';
  return keys.every(isPhaseName)
    ? 'a traffic policy belongs in a file that a resource includes, such as `policies/limit.yaml`: move the file'
    : undefined;
}

const thereAre = `the kinds are ${codeList(documentKinds)}`;

function noMapping(root: Exclude<DocumentNode, MapNode>): ShapeFinding {
  const message = 'a document must be a mapping with a `kind`, not ';
  if (root.type === 'list') {
    const help = 'write each item as a document of its own, without the `- `, with `---` between them';
    return unknownKind({ path: [] }, `${message}a list`, { help });
  }
  const text = String(root.value);
  if (/^(?:resource|data|module|variable|provider|locals|output|terraform)\b[^\n]*\{/.test(text))
    return unknownKind({ path: [] }, `${message}Terraform`, {
      help: 'files are YAML: `kind: https-route`, `name: …`, `spec: …`',
    });
  const isAssignment = /^[\w-]+\s*=\s/.test(text);
  const help = isAssignment ? { help: 'write `key: value`, not `key = value`' } : undefined;
  return unknownKind({ path: [] }, `${message}a single value`, help);
}

function emptyDocument(): ShapeFinding {
  return {
    rule: 'document-empty',
    finding: {
      at: { path: [] },
      message: 'this document is empty',
      help: 'write a resource, or delete the document',
    },
    broken: [],
  };
}

function unknownKind(
  at: At,
  message: string,
  advice: Pick<Finding, 'help' | 'fix' | 'label'> = { help: `write ${orList(documentKinds)}` },
): ShapeFinding {
  return { rule: 'unknown-kind', finding: { at, message, ...advice }, broken: [] };
}

/** The one kind that has all the keys of a document, or those of its spec. */
function kindFrom(root: MapNode): DocumentKind | undefined {
  const keys = root.entries.map(textOfKey).filter((key) => key !== 'kind');
  const spec = entryWithKey(root.entries, 'spec')?.value;
  const inSpec = spec?.type === 'map' ? spec.entries.map(textOfKey) : [];
  const fits = documentKinds.filter((kind) =>
    kind === 'removed' || kind === 'approval' || kind === 'approvals'
      ? isAllIn(keys, formatOf(kind))
      : kind !== 'preset' && isAllIn(inSpec, positionAt(kind, ['spec']).fields ?? {}),
  );
  const [only] = fits;
  return fits.length === 1 ? only : undefined;
}

function isAllIn(keys: readonly string[], fields: Fields): boolean {
  return keys.length > 0 && keys.every((key) => Object.hasOwn(fields, key));
}
