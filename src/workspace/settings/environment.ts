import { environment } from '../../kinds/documents/environment.ts';
import { variablePattern } from '../../kinds/documents/forms.ts';
import type { ReferenceTarget } from '../../kinds/field.ts';
import { nameables } from '../../kinds/references.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { DocumentNode, Entry, Place, YamlDocument } from '../../model/document.ts';
import { problem, quoted } from '../../model/problem.ts';
import type { Adoption, Environment, NamedId, Variable } from '../../model/workspace.ts';
import { suggestions } from '../../text/suggest.ts';
import { readTable, type MapEntry } from '../documents/read-table.ts';
import { readAdoption } from './adoption.ts';
import { hasExpression } from '../syntax.ts';
import { isNull, keyName, nodePlace, reportNode, type TreeReading } from '../yaml/read-tree.ts';

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
    const kind = root.type === 'map' ? root.entries.find((entry) => keyName(entry) === 'kind') : undefined;
    if (kind !== undefined) {
      unread.isPart = true;
      reportNode(
        reading,
        'misplaced-field',
        kind.key,
        'a file in `environments/` declares an environment, not a resource',
        'move the file to `resources/`',
      );
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
    const read = readTable(reading, root, environment);
    for (const entry of read.vars ?? []) add(vars, entry.name, readVariable(reading, entry));
    for (const entry of read.ids ?? []) add(ids, entry.name, readNamedId(reading, entry));
    for (const entry of read.adopt ?? []) add(adopt, entry.name, readAdoption(reading, entry));
    noteUnread(unread, root, 'vars', vars);
    noteUnread(unread, root, 'ids', ids);
    noteUnknown(unread, root);
    if (read.drift === undefined) continue;
    const place = nodePlace(reading, entryIn(root, 'drift')?.key ?? root);
    if (drift === undefined) drift = { value: read.drift, place };
    else diagnostics.push(twice('drift', place, drift.place));
  }
  const mode = drift?.value ?? fields.drift.default;
  return { name, vars, ids, adopt: [...adopt.values()], drift: mode, unread, documents };
}

type Section = 'vars' | 'ids';

/** Whether a key of the environment is misspelled, so that the entries below it are unknown. */
function isDeclaredElsewhere(entries: readonly Entry[]): boolean {
  const sections: readonly string[] = ['vars', 'ids'] satisfies readonly Section[];
  return entries.some(
    (entry) => !sections.includes(keyName(entry)) && suggestions(keyName(entry), sections).length > 0,
  );
}

/** Records the entries that could not be read; `isPart` if the whole section could not. */
function noteUnread(
  unread: { isPart: boolean; readonly names: Set<string> },
  root: DocumentNode,
  section: Section,
  read: ReadonlyMap<string, unknown>,
): void {
  const node = entryIn(root, section)?.value;
  if (node === undefined || isNull(node)) return;
  if (node.type !== 'map') unread.isPart = true;
  else for (const entry of node.entries) if (!read.has(keyName(entry))) unread.names.add(keyName(entry));
}

/** Below a key such as `variables`, which has a finding of its own, are names that were meant to be declared. */
function noteUnknown(unread: { readonly names: Set<string> }, root: DocumentNode): void {
  if (root.type !== 'map') return;
  for (const entry of root.entries) {
    if (Object.hasOwn(fields, keyName(entry)) || entry.value.type !== 'map') continue;
    for (const below of entry.value.entries) unread.names.add(keyName(below));
  }
}

function entryIn(root: DocumentNode, key: keyof typeof fields): Entry | undefined {
  return root.type === 'map' ? root.entries.find((entry) => keyName(entry) === key) : undefined;
}

function twice(name: string, place: Place, first: Place): Diagnostic {
  return problem('environment-duplicate', place, `${quoted(name)} is declared twice in this environment`, {
    related: [{ place: first, label: 'first here' }],
    help: 'keep one of the two',
  });
}

const variable = new RegExp(`^${variablePattern}$`);

type VariableEntry = MapEntry<(typeof fields.vars.values)[0]['value']>;

function readVariable(reading: TreeReading, { name, key, node }: VariableEntry): Variable | undefined {
  const wrong = wrongVariable(name, node);
  if (wrong !== undefined) {
    reportNode(reading, 'variable-name', key, wrong.message, wrong.help);
    return undefined;
  }
  warnOfExpressions(reading, node);
  return { name, node, place: nodePlace(reading, key) };
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

/** Variables are not interpolated: an expression in one would reach the API as text. */
function warnOfExpressions(reading: TreeReading, node: DocumentNode): void {
  if (node.type === 'map') for (const { value } of node.entries) warnOfExpressions(reading, value);
  else if (node.type === 'list') for (const item of node.items) warnOfExpressions(reading, item);
  else if (typeof node.value === 'string' && hasExpression(node.value)) {
    const message = 'a variable is not interpolated again: the `$(` in it stays as it is';
    const help = 'write the expression where the variable is used';
    reading.diagnostics.push(
      problem('expression-syntax', nodePlace(reading, node), message, { severity: 'warn', help }),
    );
  }
}

type IdEntry = MapEntry<(typeof environment.fields.ids.values)[number]['value']>;

/** Reads an entry of `ids`: `backend/shop: bkdhr_2Cd`. */
function readNamedId(reading: TreeReading, { name, key, read }: IdEntry): NamedId | undefined {
  const slash = name.indexOf('/');
  const prefix = slash === -1 ? name : name.slice(0, slash);
  const target = targets.find((one) => one === prefix);
  const [similar] = suggestions(prefix, targets);
  if (slash === -1) {
    reportNode(
      reading,
      'id-name',
      key,
      `${quoted(name)} has no \`/\``,
      `write its kind before it, such as \`${target ?? 'backend'}/main\`; ${prefixes()}`,
    );
    return undefined;
  }
  if (target === undefined) {
    reportNode(
      reading,
      'id-name',
      key,
      `unknown kind ${quoted(prefix)} in an id name`,
      similar === undefined ? prefixes() : `write \`${similar}${name.slice(slash)}\``,
    );
    return undefined;
  }
  if (!namePart.test(name.slice(slash + 1))) {
    reportNode(
      reading,
      'id-name',
      key,
      `${quoted(name)} has no valid name after its \`/\``,
      'use letters, digits, `.`, `_` and `-`',
    );
    return undefined;
  }
  const id = read(`the id of ${quoted(name)}`)?.text;
  return id === undefined ? undefined : { name, target, id, place: nodePlace(reading, key) };
}

function prefixes(): string {
  return `names begin with ${targets.map((target) => `\`${target}/\``).join(', ')}`;
}
