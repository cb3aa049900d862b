import { problem, quoted } from '../../model/problem.ts';
import { variableName } from '../../derive/schema/expressions.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import { suggestions } from '../../text/suggest.ts';
import type { DocumentNode, Entry, Place, YamlDocument } from '../../model/document.ts';
import type { Adoption, Environment, NamedId, Variable } from '../../model/workspace.ts';
import { readAdoption } from './adoption.ts';
import { keyName } from '../yaml/duplicate-keys.ts';
import { readNamedId } from './named-id.ts';
import {
  entriesOf,
  isNull,
  nodePlace,
  readFields,
  reportNode,
  wordOf,
  type TreeReading,
} from '../yaml/read-tree.ts';
import { hasExpression } from '../syntax.ts';

/** What the files of one environment say, put together. The same name in two of them is reported; the first holds. */
export function readEnvironment(
  name: string,
  documents: readonly YamlDocument[],
  diagnostics: Diagnostic[],
): Environment {
  const vars = new Map<string, Variable>();
  const ids = new Map<string, NamedId>();
  const adopt = new Map<string, Adoption>();
  const unread = { isPart: documents.some(({ isBroken }) => isBroken === true), names: new Set<string>() };
  let drift: { readonly value: 'report' | 'revert'; readonly place: Place } | undefined;
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
    const add = <T extends { readonly place: Place }>(map: Map<string, T>, key: string, entry: T): void => {
      const first = map.get(key);
      if (first === undefined) map.set(key, entry);
      else diagnostics.push(twice(key, entry.place, first.place));
    };
    readFields(reading, root, 'an environment', {
      vars: (node) => {
        for (const variable of readVariables(reading, node)) add(vars, variable.name, variable);
        noteUnread(unread, node, vars);
      },
      ids: (node) => {
        for (const id of readAll(reading, node, '`ids`', readNamedId)) add(ids, id.name, id);
        noteUnread(unread, node, ids);
      },
      adopt: (node) => {
        for (const one of readAll(reading, node, '`adopt`', readAdoption)) add(adopt, one.address, one);
      },
      drift: (node, key) => {
        const value = wordOf(reading, node, '`drift` mode', ['report', 'revert']);
        if (drift !== undefined) diagnostics.push(twice('drift', nodePlace(reading, key), drift.place));
        else if (value !== undefined) drift = { value, place: nodePlace(reading, key) };
      },
    });
  }
  return { name, vars, ids, adopt: [...adopt.values()], drift: drift?.value ?? 'report', unread, documents };
}

/** Whether a key of the environment is misspelt, so that what stands under it is not known. */
function isDeclaredElsewhere(entries: readonly Entry[]): boolean {
  const sections = ['vars', 'ids'];
  return entries.some(
    (entry) => !sections.includes(keyName(entry)) && suggestions(keyName(entry), sections).length > 0,
  );
}

/** The entries of which nothing came; all of them where there are none to look at. */
function noteUnread(
  unread: { isPart: boolean; readonly names: Set<string> },
  node: DocumentNode,
  read: ReadonlyMap<string, unknown>,
): void {
  if (node.type !== 'map') unread.isPart = true;
  else for (const entry of node.entries) if (!read.has(keyName(entry))) unread.names.add(keyName(entry));
}

function twice(name: string, place: Place, first: Place): Diagnostic {
  return problem('environment-duplicate', place, `${quoted(name)} is declared twice in this environment`, {
    related: [{ place: first, label: 'first here' }],
    help: 'keep one of the two',
  });
}

type ReadOne<T> = (
  reading: TreeReading,
  key: DocumentNode,
  name: string,
  value: DocumentNode,
) => T | undefined;

function readAll<T>(
  reading: TreeReading,
  node: DocumentNode,
  what: string,
  readOne: ReadOne<T>,
): readonly T[] {
  return entriesOf(reading, node, what).flatMap(
    (entry) => readOne(reading, entry.key, keyName(entry), entry.value) ?? [],
  );
}

const variable = new RegExp(`^${variableName}$`);

function readVariables(reading: TreeReading, node: DocumentNode): readonly Variable[] {
  return readAll(reading, node, '`vars`', (_reading, key, name, value): Variable | undefined => {
    if (!variable.test(name)) {
      reportNode(
        reading,
        'variable-name',
        key,
        `${quoted(name)} is no name of a variable`,
        'letters, digits, `_` and `-`, beginning with a letter',
      );
    } else if (name === 'environment') {
      reportNode(
        reading,
        'variable-name',
        key,
        '`environment` is always the name of the environment',
        'use another name',
      );
    } else if (isNull(value)) {
      reportNode(
        reading,
        'variable-name',
        key,
        `the variable ${quoted(name)} has no value`,
        'write a value, or delete the line',
      );
    } else {
      warnOfExpressions(reading, value);
      return { name, node: value, place: nodePlace(reading, key) };
    }
    return undefined;
  });
}

/** A variable is taken as it is: expressions in it would reach the API as text. */
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
