import { permissionHelp } from '../files/decode.ts';
import { problem } from '../../model/problem.ts';
import { forms } from '../../kinds/documents/forms.ts';
import type { YamlDocument } from '../../model/document.ts';
import type { PlacedEnvironment } from '../../model/plan/schedule.ts';
import type { Environment } from '../../model/workspace/environment.ts';
import { environmentsFolder } from '../files/discover.ts';
import { readEnvironment } from './read-environment.ts';
import type { TreeEntry } from '../files/file-tree.ts';
import { readDocuments, reportFile, type Load } from '../load.ts';
import { quoted } from '../../text/quoted.ts';

const yamlFile = /^(.+)\.ya?ml$/;
const namePattern = new RegExp(forms.name.pattern);

interface FoundEnvironments {
  /** In their order: read from environments/<name>.yaml, the files in environments/<name>/, or both. */
  readonly environments: ReadonlyMap<string, Environment>;
  /** Folders of environments that could not be read. */
  readonly unreadable: readonly string[];
}

/** The environments in the order of the settings, then those that it leaves out by name. */
export function readEnvironments(load: Load, order: readonly PlacedEnvironment[]): FoundEnvironments {
  const unreadable: string[] = [];
  const refuse = (path: string, message: string, help: string): void => {
    unreadable.push(path);
    reportFile(load, path, { message, help });
  };
  const entriesOf = (folder: string): readonly TreeEntry[] => {
    const entries = load.tree.list(folder);
    if (entries === 'absent') return [];
    if (entries !== 'unreadable') return entries;
    refuse(folder, 'this folder cannot be read', permissionHelp);
    return [];
  };
  const documents = new Map<string, YamlDocument[]>();
  const add = (name: string, path: string): void => {
    documents.set(name, [...(documents.get(name) ?? []), ...readDocuments(load, path)]);
  };
  const entries = entriesOf(environmentsFolder);
  const filesFirst = [...entries].sort((a, b) => Number(a.type === 'folder') - Number(b.type === 'folder'));
  for (const entry of filesFirst) {
    const path = `${environmentsFolder}/${entry.name}`;
    const name = entry.type === 'folder' ? entry.name : yamlFile.exec(entry.name)?.[1];
    if (entry.name.startsWith('.')) continue;
    // A link is reported, because skipping it silently would leave out a whole environment.
    if (name === undefined && isLink(entry))
      refuse(path, 'this is a symbolic link; links are not followed', 'put the file itself here');
    if (name === undefined) continue;
    if (!namePattern.test(name)) {
      reportName(load, path, name);
    } else if (entry.type === 'folder') {
      documents.set(name, documents.get(name) ?? []);
      for (const inner of entriesOf(path)) if (yamlFile.test(inner.name)) add(name, `${path}/${inner.name}`);
    } else add(name, path);
  }
  const first = order.map(({ name }) => name).filter((name) => documents.has(name));
  const names = [...new Set([...first, ...[...documents.keys()].sort()])];
  const environments = new Map(
    names.map((name) => [name, readEnvironment(name, documents.get(name) ?? [], load.diagnostics)]),
  );
  return { environments, unreadable };
}

function isLink({ type }: TreeEntry): boolean {
  return type === 'link' || type === 'folder-link';
}

function reportName(load: Load, path: string, name: string): void {
  const place = { source: { path, text: '' }, start: 0, end: 0 };
  const help = 'rename it: lower-case letters, digits and hyphens, at most 63';
  load.diagnostics.push(
    problem('environment-name', place, `${quoted(name)} is not a valid environment name`, { help }),
  );
}
