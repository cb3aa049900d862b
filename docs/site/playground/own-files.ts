/* Files of the user: named, dropped, pasted, and taken away. */
import { askText, askUser, field } from './dialog.ts';
import { tag } from './elements.ts';
import { isFilePath, type Texts } from './state.ts';

export interface GivenFile {
  /** Its path below the folder that was dropped, or its name; empty for a pasted text. */
  readonly name: string;
  readonly text: string;
}

/** What is read of what a user gives, and what is not. */
export interface GivenFiles {
  readonly files: readonly GivenFile[];
  readonly said: readonly string[];
}

const mostBytes = 500_000;

export function askPath(title: string, value: string, files: Texts): Promise<string | undefined> {
  return askText(title, 'Path', value, (path) => {
    if (!isFilePath(path)) return 'Write a path below the workspace, such as resources/api.yaml';
    return Object.hasOwn(files, path) && path !== value ? `${path} exists already` : undefined;
  });
}

/** Asks for a text or for files. */
export async function askForFiles(): Promise<GivenFiles | undefined> {
  const area = document.createElement('textarea');
  area.rows = 10;
  area.spellcheck = false;
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = true;
  const action = await askUser({
    title: 'Paste or open',
    text: 'A resource, a traffic policy, an object that the API returned, the configuration of an agent, or objects of Kubernetes. What is none of a workspace is wrapped, and you are told how. Files and folders can be dropped on the page, too.',
    content: [field('Text', area), field('Files', input)],
    actions: ['Add'],
    problem: () =>
      area.value.trim() === '' && (input.files?.length ?? 0) === 0
        ? 'Paste a text, or choose files'
        : undefined,
  });
  if (action === undefined) return undefined;
  const read = await textsOf([...(input.files ?? [])].map((file) => [file.name, file]));
  const pasted = area.value.trim() === '' ? [] : [{ name: '', text: area.value }];
  return { ...read, files: [...pasted, ...read.files] };
}

/** The files of a drop or a paste, with those in its folders; else its text. */
export async function droppedFiles(transfer: DataTransfer): Promise<GivenFiles> {
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  if (entries.length > 0) return textsOf((await Promise.all(entries.map((entry) => filesIn(entry)))).flat());
  const text = transfer.getData('text/plain');
  if (transfer.files.length > 0) return textsOf([...transfer.files].map((file) => [file.name, file]));
  return { files: text === '' ? [] : [{ name: '', text }], said: [] };
}

async function filesIn(entry: FileSystemEntry): Promise<readonly (readonly [string, File])[]> {
  if (/(?:^|\/)(?:\.git|node_modules)$/.test(entry.fullPath)) return [];
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) =>
      (entry as FileSystemFileEntry).file(resolve, reject),
    );
    return [[entry.fullPath.replace(/^\//, ''), file]];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const inside: FileSystemEntry[] = [];
  // A reader gives some of them at a time.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) break;
    inside.push(...some);
  }
  return (await Promise.all(inside.map((other) => filesIn(other)))).flat();
}

async function textsOf(files: readonly (readonly [string, File])[]): Promise<GivenFiles> {
  const given: GivenFile[] = [];
  const said: string[] = [];
  for (const [name, file] of files) {
    if (!isFilePath(name)) said.push(`\`${name}\` was left out: it is no path for a workspace.`);
    else if (file.size > mostBytes) said.push(`\`${name}\` was left out: it is larger than 500 kB.`);
    else {
      const text = await file.text();
      if (/\0|\uFFFD/.test(text)) said.push(`\`${name}\` was left out: it is not a text.`);
      else given.push({ name, text });
    }
  }
  return { files: withoutFolder(given), said };
}

/** A folder with a workspace is that workspace. */
function withoutFolder(files: readonly GivenFile[]): readonly GivenFile[] {
  const [settings] = files.filter(({ name }) => /(?:^|\/)edgewright\.yaml$/.test(name));
  const folder = settings?.name.replace(/edgewright\.yaml$/, '') ?? '';
  if (settings === undefined || folder === '') return files;
  return files.flatMap(({ name, text }) =>
    name.startsWith(folder) ? [{ name: name.slice(folder.length), text }] : [],
  );
}

/** Where a file without a known folder goes: documents with a kind are resources. */
export function pathFor({ name, text }: GivenFile, files: Texts): string {
  if (name.includes('/') || name === 'edgewright.yaml') return name;
  const isResource = /^\s*(?:"kind"|kind)\s*:/m.test(text);
  const path =
    name === '' ? `${isResource ? 'resources/' : ''}pasted.yaml` : `${isResource ? 'resources/' : ''}${name}`;
  for (let count = 1; ; count++) {
    const candidate = count === 1 ? path : path.replace(/(\.\w+)?$/, `-${count}$1`);
    if (!Object.hasOwn(files, candidate)) return candidate;
  }
}

/** Sentences with code in backticks. */
export function sentences(texts: readonly string[]): readonly HTMLElement[] {
  return texts.map((text) => {
    const made = tag('p');
    for (const [index, part] of text.split('`').entries())
      made.append(index % 2 === 0 ? part : tag('code', part));
    return made;
  });
}
