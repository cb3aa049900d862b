import { entryOf } from '../../derive/yaml/document-tree.ts';
import { textOfKey } from '../../text/key-text.ts';
import { environment } from '../../kinds/documents/environment.ts';
import { documentKinds } from '../../kinds/documents/index.ts';
import { variablePattern } from '../../kinds/documents/forms.ts';
import { nameables, type ReferenceTarget } from '../../kinds/references.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { DocumentNode, Entry, Place, YamlDocument } from '../../model/document.ts';
import { problem } from '../../model/problem.ts';
import type { Adoption, Environment, NamedId, Variable } from '../../model/workspace/environment.ts';
import { suggestions } from '../../text/suggest.ts';
import { readTable, type MapEntry } from '../documents/read-table.ts';
import { readAdoption } from './adoption.ts';
import { hasExpression } from '../syntax.ts';
import { isNull, reportNode, type TreeReading } from '../documents/read-tree.ts';
import { quoted } from '../../text/quoted.ts';
import { nodePlace } from '../../derive/yaml/node-place.ts';

const targets = Object.keys(nameables) as readonly ReferenceTarget[];
const namePart = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;
const { fields } = environment;

/** Merges the files of one environment. A name declared in two files is reported; the first declaration counts. */
export function readEnvironment(
  name: string,
  documents: readonly YamlDocument[],
  diagnostics: Diagnostic[],
): Environment {
  const vars = new Map<string, Variable>();
  const ids = new Map<string, NamedId>();
  const adopt = new Map<string, Adoption>();
  const unread = { isPart: documents.some(({ isBroken }) => isBroken === true), names: new Set<string>() };
  let drift: { readonly value: Environment['drift']; readonly place: Place } | undefined;
  for (const { root, source } of documents) {
    if (root === undefined) continue;
    const reading: TreeReading = { source, diagnostics };
    if (root.type !== 'map' || isDeclaredElsewhere(root.entries)) unread.isPart = true;
    const kind = entryOf(root, 'kind');
    const isResource =
      kind !== undefined && documentKinds.some((candidate) => candidate === plainText(kind.value));
    if (isResource) {
      unread.isPart = true;
      reportNode(reading, kind.key, {
        rule: 'misplaced-field',
        message: 'a file in `environments/` declares an environment, not a resource',
        help: 'move the file to `resources/`',
      });
      continue;
    }
    const add = <T extends { readonly place: Place }>(
      map: Map<string, T>,
      key: string,
      entry: T | undefined,
    ): void => {
      const first = map.get(key);
      if (entry === undefined) return;
      if (first === undefined) map.set(key, entry);
      else diagnostics.push(twice(key, entry.place, first.place));
    };
    const read = readTable(reading, withoutHead(reading, root), environment);
    for (const entry of read.vars ?? []) add(vars, entry.name, readVariable(reading, entry, name));
    for (const entry of read.ids ?? []) add(ids, entry.name, readNamedId(reading, entry));
    for (const entry of read.adopt ?? []) add(adopt, entry.name, readAdoption(reading, entry));
    noteUnread(unread, root, 'vars', vars);
    noteUnread(unread, root, 'ids', ids);
    noteUnknown(unread, root);
    if (read.drift === undefined) continue;
    const place = nodePlace(reading, entryOf(root, 'drift')?.key ?? root);
    if (drift === undefined) drift = { value: read.drift, place };
    else diagnostics.push(twice('drift', place, drift.place));
  }
  const mode = drift?.value ?? fields.drift.default;
  return { name, vars, ids, adopt: [...adopt.values()], drift: mode, unread, documents };
}

/** Reports `kind: environment` and `name: staging`, as other documents begin, and leaves them out. */
function withoutHead(reading: TreeReading, root: DocumentNode): DocumentNode {
  if (root.type !== 'map') return root;
  const head = root.entries.filter((entry) => /^(?:apiVersion|kind|name)$/.test(textOfKey(entry)));
  const [first] = head;
  if (first === undefined) return root;
  const names = head.map((entry) => quoted(textOfKey(entry))).join(' or ');
  reportNode(reading, first.key, {
    rule: 'unknown-field',
    message: `an environment has no ${names}: its name is that of the file`,
    help: head.length === 1 ? 'delete the line' : 'delete these lines',
  });
  return { ...root, entries: root.entries.filter((entry) => !head.includes(entry)) };
}

function plainText(node: DocumentNode): string | undefined {
  return node.type === 'scalar' ? String(node.value) : undefined;
}

type Section = 'vars' | 'ids';

/** Whether a key of the environment is misspelled, so that the entries below it are unknown. */
function isDeclaredElsewhere(entries: readonly Entry[]): boolean {
  const sections: readonly string[] = ['vars', 'ids'] satisfies readonly Section[];
  return entries.some(
    (entry) => !sections.includes(textOfKey(entry)) && suggestions(textOfKey(entry), sections).length > 0,
  );
}

/** Records the entries that could not be read; `isPart` if the whole section could not. */
function noteUnread(
  unread: { isPart: boolean; readonly names: Set<string> },
  root: DocumentNode,
  section: Section,
  read: ReadonlyMap<string, unknown>,
): void {
  const node = entryOf(root, section)?.value;
  if (node === undefined || isNull(node)) return;
  if (node.type !== 'map') unread.isPart = true;
  else
    for (const entry of node.entries) {
      const name = textOfKey(entry);
      if (read.has(name)) continue;
      unread.names.add(name);
      if (entry.value.type === 'map')
        for (const below of entry.value.entries) unread.names.add(textOfKey(below));
    }
}

/** Below a key such as `variables`, which has a finding of its own, are names that were meant to be declared. */
function noteUnknown(unread: { readonly names: Set<string> }, root: DocumentNode): void {
  if (root.type !== 'map') return;
  for (const entry of root.entries) {
    if (Object.hasOwn(fields, textOfKey(entry)) || entry.value.type !== 'map') continue;
    for (const below of entry.value.entries) unread.names.add(textOfKey(below));
  }
}

function twice(name: string, place: Place, first: Place): Diagnostic {
  return problem('environment-duplicate', place, `${quoted(name)} is declared twice in this environment`, {
    related: [{ place: first, label: 'first here' }],
    help: 'keep one of the two',
  });
}

const variable = new RegExp(`^${variablePattern}$`);

type VariableEntry = MapEntry<(typeof fields.vars.values)[0]['value']>;

function readVariable(
  reading: TreeReading,
  { name, key, node }: VariableEntry,
  environmentName: string,
): Variable | undefined {
  const wrong = wrongVariable(name, node);
  if (wrong !== undefined) {
    reportNode(reading, key, { rule: 'variable-name', message: wrong.message, help: wrong.help });
    return undefined;
  }
  return hasNoExpression(reading, node, environmentName)
    ? { name, node, place: nodePlace(reading, key) }
    : undefined;
}

function wrongVariable(
  name: string,
  node: DocumentNode,
): { readonly message: string; readonly help: string } | undefined {
  if (!variable.test(name)) {
    const help = 'letters, digits, `_` and `-`, beginning with a letter';
    return { message: `${quoted(name)} is not a name of a variable`, help };
  }
  if (name === 'environment')
    return { message: '`environment` is always the name of the environment', help: 'use another name' };
  if (!isNull(node)) return undefined;
  return {
    message: `the variable ${quoted(name)} has no value`,
    help: 'write a value, or delete the line',
  };
}

/** Variables are not expanded again: an expression in one would reach the API as text. */
function hasNoExpression(reading: TreeReading, node: DocumentNode, environmentName: string): boolean {
  const inside =
    node.type === 'map' ? node.entries.map(({ value }) => value) : node.type === 'list' ? node.items : [];
  if (node.type !== 'scalar')
    return inside.map((inner) => hasNoExpression(reading, inner, environmentName)).every(Boolean);
  if (typeof node.value !== 'string' || !hasExpression(node.value)) return true;
  const meant = node.value.replaceAll('$(environment)', environmentName);
  const isPlain = !hasExpression(meant) && meant.length <= 60;
  const help = isPlain
    ? `write \`${meant}\``
    : 'write the value itself here, or the expression where the variable is used';
  reportNode(reading, node, {
    rule: 'expression-syntax',
    message: 'a variable cannot contain an expression',
    help,
  });
  return false;
}

type IdEntry = MapEntry<(typeof environment.fields.ids.values)[number]['value']>;

/** Reads an entry of `ids`: `backend/shop: bkdhr_2Cd`. */
function readNamedId(reading: TreeReading, { name, key, node, read }: IdEntry): NamedId | undefined {
  const slash = name.indexOf('/');
  const prefix = slash === -1 ? name : name.slice(0, slash);
  const target = targets.find((candidate) => candidate === prefix);
  const [similar] = suggestions(prefix, targets);
  if (slash === -1 && node.type === 'map') {
    const below = node.entries[0] === undefined ? '<name>' : textOfKey(node.entries[0]);
    const help = `write \`${target ?? similar ?? '<kind>'}/${below}: …\` directly under \`ids:\``;
    reportNode(reading, key, {
      rule: 'id-name',
      message: `ids are not nested: ${quoted(name)} is a map`,
      help,
    });
    return undefined;
  }
  if (slash === -1) {
    reportNode(reading, key, {
      rule: 'id-name',
      message: `${quoted(name)} has no \`/\``,
      help: `write its kind before it, such as \`${target ?? 'backend'}/main\`; ${prefixes()}`,
    });
    return undefined;
  }
  if (target === undefined) {
    reportNode(reading, key, {
      rule: 'id-name',
      message: `unknown kind ${quoted(prefix)} in an id name`,
      help: similar === undefined ? prefixes() : `write \`${similar}${name.slice(slash)}\``,
    });
    return undefined;
  }
  if (!namePart.test(name.slice(slash + 1))) {
    reportNode(reading, key, {
      rule: 'id-name',
      message: `${quoted(name)} has no valid name after its \`/\``,
      help: 'use letters, digits, `.`, `_` and `-`',
    });
    return undefined;
  }
  const id = read(`the id of ${quoted(name)}`)?.text;
  return id === undefined ? undefined : { name, target, id, place: nodePlace(reading, key) };
}

function prefixes(): string {
  return `names begin with ${targets.map((target) => `\`${target}/\``).join(', ')}`;
}
