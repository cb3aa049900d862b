import { editedTo, type EditTools } from '../../edit/edit-to.ts';
import { plainValue } from '../../derive/schema/plain-value.ts';
import { environment as environmentTable } from '../../kinds/documents/environment.ts';
import { settings as settingsTable } from '../../kinds/documents/settings.ts';
import type { YamlDocument } from '../../model/document.ts';
import { UserError } from '../../model/errors.ts';
import type { Json } from '../../model/value.ts';
import type { Environment } from '../../model/workspace/environment.ts';
import { isJsonMap } from '../../text/json/json-access.ts';
import { exitCodes } from '../../model/exit-codes.ts';
import type { Settings } from '../../model/workspace/settings.ts';
import { withKey } from './with-key.ts';

/** The old and new text of a file; `before` is undefined for a new file. */
export interface FileChange {
  readonly path: string;
  readonly before: string | undefined;
  readonly text: string;
}

/** The files that a pull changes, in memory. */
export interface Drafts {
  readonly write: (path: string, before: string | undefined, text: string) => void;
  /** Edits one document of a file so that its value is `target`. */
  readonly edit: (place: DocumentPlace, target: Json) => void;
  readonly textOf: (path: string) => string | undefined;
  readonly changes: () => readonly FileChange[];
}

export interface DocumentPlace {
  readonly path: string;
  /** The text of the file as it was read. */
  readonly text: string;
  readonly index: number;
}

export function startDrafts(tools: EditTools, below?: Drafts): Drafts {
  const files = new Map<string, FileChange>();
  const textOf = (path: string): string | undefined => files.get(path)?.text ?? below?.textOf(path);
  const write = (path: string, before: string | undefined, text: string): void => {
    files.set(path, { path, before: files.get(path)?.before ?? before, text });
  };
  return {
    write,
    textOf,
    edit: ({ path, text, index }, target) => {
      const edited = editedTo({ path, text: textOf(path) ?? text }, index, target, tools);
      if (edited !== undefined) write(path, text, edited);
      else
        throw new UserError(exitCodes.configuration, `\`${path}\` cannot be edited without touching more`, {
          help: 'anchors and aliases that others share are in the way: write the values out. Nothing was written',
        });
    },
    changes: () =>
      [...files.values()]
        .filter(({ before, text }) => before !== text)
        .sort((a, b) => (a.path < b.path ? -1 : 1)),
  };
}

const environmentOrder = Object.keys(environmentTable.fields);
const settingsOrder = Object.keys(settingsTable.fields);

/** Adds entries to `ids:` and `adopt:` of an environment, in the file that has these keys, else in its first file. */
export function addToEnvironment(
  drafts: Drafts,
  { name, documents }: Environment,
  added: { readonly ids: ReadonlyMap<string, string>; readonly adopt: ReadonlyMap<string, string> },
): void {
  const targets = new Map<YamlDocument, Readonly<Record<string, Json>>>();
  const lone: Record<string, Json> = {};
  for (const key of ['ids', 'adopt'] as const) {
    if (added[key].size === 0) continue;
    const document = documents.find(({ root }) => isJsonMap(root && mapOf(root)[key])) ?? documents[0];
    if (document === undefined) {
      lone[key] = Object.fromEntries(added[key]);
      continue;
    }
    const stated = targets.get(document) ?? mapOf(document.root);
    const entries = isJsonMap(stated[key]) ? stated[key] : {};
    targets.set(
      document,
      withKey(stated, key, { ...entries, ...Object.fromEntries(added[key]) }, environmentOrder),
    );
  }
  for (const [{ source, index }, target] of targets) drafts.edit({ ...source, index }, target);
  if (Object.keys(lone).length > 0)
    drafts.edit({ path: `environments/${name}.yaml`, text: '', index: 0 }, lone);
}

/** Adds names to `secrets:` of edgewright.yaml. */
export function addSecrets(drafts: Drafts, { document }: Settings, names: readonly string[]): void {
  if (names.length === 0) return;
  const stated = mapOf(document.root);
  const known = Array.isArray(stated['secrets']) ? (stated['secrets'] as readonly Json[]) : [];
  const target = withKey(stated, 'secrets', [...known, ...names], settingsOrder);
  drafts.edit({ ...document.source, index: document.index }, target);
}

function mapOf(root: YamlDocument['root']): Readonly<Record<string, Json>> {
  const content = root === undefined ? undefined : plainValue(root);
  return isJsonMap(content) ? content : {};
}
