/* What a user does with the files, each of it a step of the browser's history. */
import { askWorker } from './ask-worker.ts';
import { askUser, field } from './dialog.ts';
import { button } from './elements.ts';
import { askPath, pathFor, type GivenFiles } from './own-files.ts';
import type { Finding } from './protocol.ts';
import { note } from './results.ts';
import { emptyState, isSame, type State, type Texts } from './state.ts';

/** The page as actions see it. */
export interface Session {
  readonly state: () => State;
  readonly environment: () => string;
  /** Whether something was changed since the example or the link was opened. */
  readonly isEdited: () => boolean;
  /** A step that the browser's way back undoes, with what is said of it. */
  readonly step: (next: Partial<State>, said?: readonly string[]) => void;
  /** Opens an example or a workspace, as a step. */
  readonly begin: (next: State) => void;
  readonly go: (path: string, offset: number) => void;
  readonly rename: (from: string, to: string) => void;
}

/** Of a finding, or all that is safe. */
export async function fix(session: Session, finding?: Finding): Promise<void> {
  const { files } = session.state();
  const texts = await askWorker('fix', { files, key: finding?.key ?? 'all' });
  // What was typed meanwhile is not lost.
  if (files !== session.state().files || Object.keys(texts).length === 0) return;
  const title = finding?.fix?.title;
  session.step({ files: { ...files, ...texts } }, [
    title === undefined ? 'Fixed all that is safe.' : `Fixed: ${title}.`,
  ]);
}

export async function approve(session: Session): Promise<void> {
  const input = document.createElement('input');
  const action = await askUser({
    title: 'Approve what is refused',
    text: 'An approval is a document of the workspace. It names the change, so any other change is refused again.',
    content: [field('Reason', input)],
    actions: ['Add the approval'],
    problem: () => (input.value.trim() === '' ? 'Write why the change is right' : undefined),
  });
  if (action === undefined) return;
  const { files, live } = session.state();
  const asked = { files, live, environment: session.environment(), reason: input.value.trim() };
  const { path, text } = await askWorker('approve', asked);
  session.step({ files: { ...files, [path]: text }, open: path }, [`Added the approval to \`${path}\`.`]);
}

export async function newFile({ state, step, go }: Session): Promise<void> {
  const { files } = state();
  const path = await askPath('New file', 'resources/new.yaml', files);
  if (path === undefined) return;
  if (!Object.hasOwn(files, path)) step({ files: { ...files, [path]: '' }, open: path });
  go(path, 0);
}

export async function renameFile({ state, step, rename }: Session): Promise<void> {
  const { files, open: from } = state();
  const to = await askPath(`Rename ${from}`, from, files);
  if (to === undefined || to === from) return;
  const renamed = Object.entries(files).map(([path, text]) => [path === from ? to : path, text] as const);
  rename(from, to);
  step({ files: Object.fromEntries(renamed), open: to }, [`Renamed \`${from}\` to \`${to}\`.`]);
}

export function deleteFile({ state, step }: Session): void {
  const { files, open } = state();
  const { [open]: _gone, ...left } = files;
  const paths = Object.keys(left).sort();
  const next = paths.find((path) => path > open) ?? paths.at(-1) ?? '';
  step({ files: left, open: next }, [`Deleted \`${open}\`.`]);
}

export async function addFiles(session: Session, given: GivenFiles | undefined): Promise<void> {
  if (given === undefined || given.files.length + given.said.length === 0) return;
  if (given.files.some(({ name }) => name === 'edgewright.yaml')) return openWorkspace(session, given);
  const { state, environment, step } = session;
  let added: Texts = {};
  let open: string | undefined;
  const said: string[] = [];
  for (const file of given.files) {
    const files = { ...state().files, ...added };
    const asked = { ...file, files, live: state().live, environment: environment() };
    const found = await askWorker('import', asked);
    const path = pathFor(file, files);
    added = { ...added, ...(found === undefined ? { [path]: file.text } : found.files) };
    open ??= found === undefined ? path : found.open;
    const verb = Object.hasOwn(files, path) ? 'Replaced' : 'Added';
    said.push(...(found?.said ?? [`${verb} \`${path}\`.`]));
  }
  const files = { ...withoutPlaceholder(state().files), ...added };
  if (Object.keys(added).length === 0 || isSame(files, state().files)) note([...said, ...given.said]);
  else step({ files, ...(open === undefined || open === '' ? {} : { open }) }, [...said, ...given.said]);
}

/** The file that a workspace of one's own begins with has done its work while nothing but comments is in it. */
function withoutPlaceholder(files: Texts): Texts {
  const { 'resources/mine.yaml': text, ...others } = files;
  const isEmpty = text?.split('\n').every((line) => /^\s*(?:#|$)/.test(line)) === true;
  return isEmpty ? others : files;
}

async function openWorkspace(session: Session, { files, said }: GivenFiles): Promise<void> {
  if (session.isEdited() && !(await mayLeave('Open the workspace?'))) return;
  const texts = Object.fromEntries(files.map(({ name, text }) => [name, text]));
  const open = Object.keys(texts).find((path) => path.startsWith('resources/')) ?? 'edgewright.yaml';
  session.begin({ ...emptyState, files: texts, open });
  note([`Opened a workspace of ${files.length} files.`, ...said]);
}

/** A text in the file of a resource that is something else, such as a policy, can be wrapped. */
export async function offerToWrap({ state, environment, step }: Session, path: string): Promise<void> {
  const textNow = (): string => state().files[path] ?? '';
  const text = textNow();
  if (!path.startsWith('resources/') || text.trim() === '') return;
  const { [path]: _raw, ...files } = state().files;
  const asked = { name: path, text, files, live: state().live, environment: environment() };
  const found = await askWorker('import', asked);
  if (found === undefined || Object.keys(found.files).length === 0 || textNow() !== text) return;
  const wrap = button('Wrap it', () => {
    const { [path]: _before, ...others } = state().files;
    step({ files: { ...others, ...found.files }, open: found.open }, found.said);
  });
  note([`\`${path}\` is not a resource. ${found.said[0] ?? ''}`], [wrap]);
}

/** Whether the user lets go of changed files. */
export async function mayLeave(title: string): Promise<boolean> {
  const text = 'Your files are replaced. They stay one step back in the history of the browser.';
  return (await askUser({ title, text, actions: ['Replace my files'] })) !== undefined;
}
