/*
 * The page: files at the left, what is said of them at the right. The worker computes; what is here is the state, whose
 * every step is one of the browser's history.
 */
import { askWorker } from './ask-worker.ts';
import { askUser, showText } from './dialog.ts';
import { openEditor } from './editor.ts';
import { button, element, elementOf, link, refill, showTerminal, tag } from './elements.ts';
import { askForFiles, askPath, droppedFiles, pathFor, sentences, type GivenFiles } from './own-files.ts';
import type { CheckAnswer, Finding, Report } from './protocol.ts';
import { fillRequest, onRequest, showRequests, typedRequest } from './request-form.ts';
import { commandsOf, downloadFolder } from './shell-commands.ts';
import { fromHash, isSame, toHash, type Example, type State, type Texts } from './state.ts';

import { zipOf } from './zip.ts';

declare const edgewrightExamples: readonly Example[];

/** What the browser keeps with a step of its history. */
interface Kept {
  readonly state: State;
  /** Whether something was changed since the example or the link was opened. */
  readonly isEdited: boolean;
}

const examples = elementOf('examples', HTMLSelectElement);
const environments = elementOf('environments', HTMLSelectElement);
const apply = elementOf('apply', HTMLButtonElement);
const nothing: State = { example: '', files: {}, live: {}, open: '' };

let state: State = nothing;
let isEdited = false;
let findings: readonly Finding[] = [];
let report: Report | undefined;
let hash = '#';
/** How many changes there were, and how many of them are shown. */
let changes = 0;
let shown = 0;
let isUpdating = false;

const editor = openEditor(element('editor'), {
  typed: (path, text) => {
    isEdited = true;
    state = { ...state, files: { ...state.files, [path]: text } };
    changedState();
  },
  pasted: (path) => void offerToWrap(path),
  fix: (finding) => void fix(finding.key, finding.fix?.title ?? ''),
});

/** Shows a state that was there already, or one that a step leads to. */
function show(next: State): void {
  const open = Object.hasOwn(next.files, next.open) ? next.open : (Object.keys(next.files)[0] ?? '');
  state = { ...next, open };
  examples.value = next.example;
  editor.setTexts(state.files);
  openFile(open);
  changedState();
}

/** A step that the browser's way back undoes. */
function step(next: Partial<State>, said: readonly string[] = []): void {
  keep('replaceState');
  isEdited = true;
  state = { ...state, ...next };
  keep('pushState');
  show(state);
  note(said, said.length > 0);
}

function keep(how: 'pushState' | 'replaceState'): void {
  history[how]({ state, isEdited } satisfies Kept, '');
}

function openFile(path: string): void {
  state = { ...state, open: path };
  editor.open(path);
  editor.mark(findings);
  showFiles();
}

function goTo(path: string, offset: number): void {
  openFile(path);
  editor.go(path, offset);
}

function goToLine(path: string, line: number): void {
  const lines = (state.files[path] ?? '').split('\n').slice(0, line - 1);
  goTo(
    path,
    lines.reduce((sum, each) => sum + each.length + 1, 0),
  );
}

function changedState(): void {
  changes++;
  // A test waits for the end of it.
  document.body.dataset['busy'] = '';
  if (!isUpdating) void update();
}

/** Checks and plans until what is shown belongs to the state: while it does, more may be typed. */
async function update(): Promise<void> {
  isUpdating = true;
  try {
    while (shown !== changes) {
      const mine = changes;
      const { files, live } = state;
      const checked = await askWorker('check', { files });
      showCheck(checked);
      const names = 'failure' in checked ? [] : checked.environments;
      const environment = names.find((name) => name === state.environment) ?? names[0];
      showEnvironments(names, environment);
      // What was typed meanwhile is checked first.
      if (mine !== changes) continue;
      const problem =
        'failure' in checked
          ? `error: ${checked.failure}`
          : environment === undefined
            ? 'No plan without an environment: add environments/production.yaml.'
            : isBroken(checked)
              ? 'No plan until the errors are fixed.'
              : undefined;
      const asked = {
        files,
        live,
        environment: environment ?? '',
        columns: columns(),
        showsRequests: wantsRequests(),
      };
      showReport(problem === undefined ? await askWorker('report', asked) : undefined, problem ?? '');
      await showTrace();
      if (mine !== changes) continue;
      keep('replaceState');
      hash = await toHash(state, edgewrightExamples);
      if (mine !== changes) continue;
      history.replaceState({ state, isEdited } satisfies Kept, '', hash.length > longestLink ? '#' : hash);
      shown = mine;
      document.body.dataset['updates'] = String(mine);
      delete document.body.dataset['busy'];
    }
  } catch (error) {
    shown = changes;
    note([`This is a bug of the playground: ${error instanceof Error ? error.message : String(error)}`]);
  } finally {
    isUpdating = false;
  }
}

/** Above it the state is in the history only: browsers refuse addresses of some length. */
const longestLink = 30_000;

const wantsRequests = (): boolean => elementOf('requests', HTMLInputElement).checked;

function columns(): number {
  return Math.max(40, Math.floor(element('plan').clientWidth / 7.9) - 3);
}

function isBroken(checked: CheckAnswer): boolean {
  return 'failure' in checked || checked.findings.some(({ severity }) => severity === 'error');
}

function showCheck(checked: CheckAnswer): void {
  findings = 'failure' in checked ? [] : checked.findings;
  editor.mark(findings);
  showFiles();
  element('counts').textContent = countsOf(findings);
  const safe = findings.filter((finding) => finding.fix?.safety === 'safe');
  element('fix-all').hidden = safe.length === 0;
  refill(element('findings'), findings.map(findingItem), element('counts'));
  apply.disabled = isBroken(checked);
  apply.title = apply.disabled ? 'There are errors' : '';
}

function showEnvironments(names: readonly string[], chosen: string | undefined): void {
  const now = [...environments.options].map(({ value }) => value);
  if (now.join('\n') !== names.join('\n'))
    environments.replaceChildren(...names.map((name) => new Option(name)));
  if (chosen !== undefined) environments.value = chosen;
}

function showReport(made: Report | undefined, problem: string): void {
  report = made;
  showOutput('plan', made?.plan ?? problem);
  showOutput('tests', made?.tests ?? '');
  element('approve').hidden = made?.canApprove !== true;
  const verdict = element('verdict');
  verdict.dataset['is'] = made?.badge ?? 'error';
  const words =
    made === undefined ? problem : [made.headline, ...made.refused].join('. ').replace(/\.*$/, '.');
  const count = made === undefined ? `${countsOf(findings)}. ` : '';
  if (verdict.textContent !== count + words) verdict.textContent = count + words;
  showRequests(made ?? { witnesses: [], urls: [] }, () => void showTrace());
  const [first] = made?.witnesses ?? [];
  if (typedRequest() === undefined && made !== undefined) {
    const [url] = made.urls;
    if (first !== undefined) fillRequest(first.request);
    else if (url !== undefined) fillRequest({ method: 'GET', url });
  }
}

/** The way of the request in the form, by the files and the live objects of the last report. */
async function showTrace(): Promise<void> {
  const request = typedRequest();
  const { files, live } = state;
  if (report === undefined || request === undefined) return showOutput('trace', '');
  const asked = { files, live, environment: environments.value, columns: columns(), request };
  showOutput('trace', await askWorker('trace', asked));
}

function showOutput(id: string, text: string): void {
  showTerminal(element(id), text, { has: (path) => Object.hasOwn(state.files, path), go: goToLine });
}

function countsOf(some: readonly Finding[]): string {
  const count = (severity: Finding['severity'], word: string): string => {
    const { length } = some.filter((finding) => finding.severity === severity);
    return `${length} ${word}${length === 1 ? '' : 's'}`;
  };
  return `${count('error', 'error')}, ${count('warn', 'warning')}, ${count('info', 'hint')}`;
}

function showFiles(): void {
  const list = element('files');
  refill(list, Object.keys(state.files).sort().map(fileItem));
  const current = list.querySelector<HTMLElement>('[aria-current]');
  // The list scrolls, the page does not.
  if (current !== null)
    list.scrollTo(current.offsetLeft - list.offsetLeft - 20, current.offsetTop - list.offsetTop - 40);
  for (const id of ['rename', 'delete']) elementOf(id, HTMLButtonElement).disabled = state.open === '';
}

function fileItem(path: string): HTMLElement {
  const own = findings.filter((finding) => finding.path === path);
  const worst = own.some(({ severity }) => severity === 'error') ? 'error' : own.length > 0 ? 'warn' : 'none';
  const item = button(path, () => openFile(path));
  item.dataset['key'] = path;
  if (path === state.open) item.setAttribute('aria-current', 'true');
  if (own.length > 0) item.append(tag('span', `${own.length}`, worst));
  return listed(item);
}

const severityWords = { error: 'error', warn: 'warning', info: 'hint' } as const;

function findingItem(finding: Finding): HTMLElement {
  const { key, path, line, start, severity, rule, url, message, help, fix: offered } = finding;
  const go = button(`${path}:${line}`, () => goTo(path, start));
  go.className = 'place';
  go.dataset['key'] = `go ${key}`;
  const name = url === undefined ? tag('code', rule) : link(rule, url);
  name.dataset['key'] = `rule ${key}`;
  const head = tag('p');
  head.append(tag('strong', severityWords[severity], severity), ' ', name, ' ', go);
  const item = listed(head, tag('p', message));
  if (help !== undefined) item.append(tag('p', `help: ${help}`, 'dim'));
  if (offered !== undefined) {
    const made = button(`Fix: ${offered.title}`, () => void fix(key, offered.title));
    made.dataset['key'] = `fix ${key}`;
    item.append(made);
    if (offered.safety === 'unsafe')
      item.append(tag('span', ' to review: it may change what is meant', 'dim'));
  }
  return item;
}

function listed(...content: readonly HTMLElement[]): HTMLElement {
  const item = document.createElement('li');
  item.append(...content);
  return item;
}

/** What was done, with a way to take it back. */
function note(said: readonly string[], canUndo = false, more: readonly HTMLElement[] = []): void {
  const actions = [...more, ...(canUndo ? [button('Undo', () => history.back())] : [])];
  if (said.length > 0) actions.push(button('Close', () => note([])));
  const row = tag('p', '', 'actions');
  row.append(...actions);
  element('note').replaceChildren(...sentences(said), ...(actions.length === 0 ? [] : [row]));
}

async function fix(key: string, title: string): Promise<void> {
  const { files } = state;
  const texts = await askWorker('fix', { files, key });
  // What was typed meanwhile is not lost.
  if (files !== state.files || Object.keys(texts).length === 0) return;
  step({ files: { ...files, ...texts } }, [key === 'all' ? 'Fixed all that is safe.' : `Fixed: ${title}.`]);
}

async function chooseExample(): Promise<void> {
  const chosen = edgewrightExamples.find(({ example }) => example === examples.value);
  // Until it is said, the files are those of the other one.
  examples.value = state.example;
  if (chosen === undefined || (isEdited && !(await mayLeave(`Open “${chosen.title}”?`)))) return;
  const { title: _title, ...next } = chosen;
  begin(next);
}

async function mayLeave(title: string): Promise<boolean> {
  const text = 'Your files are replaced. They stay one step back in the history of the browser.';
  return (await askUser({ title, text, actions: ['Replace my files'] })) !== undefined;
}

/** Opens an example or a workspace, as a step. */
function begin(next: State): void {
  keep('replaceState');
  isEdited = false;
  state = next;
  keep('pushState');
  editor.clear();
  elementOf('url', HTMLInputElement).value = '';
  note([]);
  show(next);
}

async function applyFiles(): Promise<void> {
  if (report === undefined || shown !== changes) return;
  if (report.refused.length > 0) {
    note(['Not applied: the plan is refused.', ...report.refused]);
    return;
  }
  if (isSame(state.live, state.files)) {
    note(['These files are live already.']);
    return;
  }
  step({ live: state.files }, ['Applied: the mock API now has what these files declare.']);
}

async function approve(): Promise<void> {
  const input = document.createElement('input');
  const label = tag('label', 'Reason', 'field');
  label.append(input);
  const action = await askUser({
    title: 'Approve what is refused',
    text: 'An approval is a document of the workspace. It names the change, so any other change is refused again.',
    content: [label],
    actions: ['Add the approval'],
    problem: () => (input.value.trim() === '' ? 'Write why the change is right' : undefined),
  });
  if (action === undefined) return;
  const { files, live } = state;
  const asked = { files, live, environment: environments.value, reason: input.value.trim() };
  const { path, text } = await askWorker('approve', asked);
  step({ files: { ...files, [path]: text }, open: path }, [`Added the approval to \`${path}\`.`]);
}

async function newFile(): Promise<void> {
  const path = await askPath('New file', 'resources/new.yaml', state.files);
  if (path === undefined) return;
  if (Object.hasOwn(state.files, path)) return openFile(path);
  step({ files: { ...state.files, [path]: '' }, open: path });
  goTo(path, 0);
}

async function renameFile(): Promise<void> {
  const from = state.open;
  const to = await askPath(`Rename ${from}`, from, state.files);
  if (to === undefined || to === from) return;
  const renamed = Object.entries(state.files).map(
    ([path, text]) => [path === from ? to : path, text] as const,
  );
  editor.rename(from, to);
  step({ files: Object.fromEntries(renamed), open: to }, [`Renamed \`${from}\` to \`${to}\`.`]);
}

function deleteFile(): void {
  const { [state.open]: _gone, ...files } = state.files;
  const [next = ''] = Object.keys(files)
    .filter((path) => path > state.open)
    .sort();
  step({ files, open: next }, [`Deleted \`${state.open}\`.`]);
}

async function addFiles(given: GivenFiles | undefined): Promise<void> {
  if (given === undefined || given.files.length + given.said.length === 0) return;
  const isWorkspace = given.files.some(({ name }) => name === 'edgewright.yaml');
  if (isWorkspace) {
    if (isEdited && !(await mayLeave('Open the workspace?'))) return;
    const files = Object.fromEntries(given.files.map(({ name, text }) => [name, text]));
    const open = Object.keys(files).find((path) => path.startsWith('resources/')) ?? 'edgewright.yaml';
    begin({ ...nothing, files, open });
    note([`Opened a workspace of ${given.files.length} files.`, ...given.said]);
    return;
  }
  let files: Texts = state.files;
  let open = '';
  const said: string[] = [];
  for (const file of given.files) {
    const asked = { ...file, files, live: state.live, environment: environments.value };
    const found = await askWorker('import', asked);
    const path = pathFor(file, files);
    const isReplaced = found === undefined && Object.hasOwn(files, path);
    files = { ...files, ...(found === undefined ? { [path]: file.text } : found.files) };
    open ||= found === undefined ? path : found.open;
    said.push(...(found?.said ?? [`${isReplaced ? 'Replaced' : 'Added'} \`${path}\`.`]));
  }
  if (isSame(files, state.files)) note([...said, ...given.said]);
  else step({ files, open: open || state.open }, [...said, ...given.said]);
}

/** A text in the file of a resource that is something else, such as a policy, can be wrapped. */
async function offerToWrap(path: string): Promise<void> {
  const text = state.files[path] ?? '';
  if (!path.startsWith('resources/') || text.trim() === '') return;
  const { [path]: _raw, ...files } = state.files;
  const found = await askWorker('import', {
    name: path,
    text,
    files,
    live: state.live,
    environment: environments.value,
  });
  if (found === undefined || Object.keys(found.files).length === 0 || state.files[path] !== text) return;
  const wrap = button('Wrap it', () =>
    step({ files: { ...files, ...found.files }, open: found.open }, found.said),
  );
  note([`\`${path}\` is not a resource. ${found.said[0] ?? ''}`], false, [wrap]);
}

async function download(): Promise<void> {
  const action = await askUser({
    title: 'Download',
    text: 'As a zip file, or as commands that write the files in a shell.',
    actions: ['Zip file', 'Commands'],
  });
  if (action === 'Commands')
    await showText(
      'Commands',
      `They write the files into the folder ${downloadFolder}.`,
      commandsOf(state.files),
    );
  if (action !== 'Zip file') return;
  const to = URL.createObjectURL(new Blob([zipOf(state.files)], { type: 'application/zip' }));
  const anchor = link('', to);
  anchor.download = `${downloadFolder}.zip`;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(to));
}

async function showLink(): Promise<void> {
  const { origin, pathname } = location;
  if (hash.length > longestLink)
    return note(['These files are too large for a link. Download them, and drop the folder here.']);
  const text = `It has the difference to its example in ${hash.length} characters. If a program cuts it, the playground says so.`;
  await showText('Link', text, `${origin}${pathname}${hash}`);
}

/** Shows the step of the history, or what the address holds; an address that holds nothing shows the first example. */
async function showStep(kept: Kept | null): Promise<void> {
  note([]);
  if (kept !== null) {
    isEdited = kept.isEdited;
    show(kept.state);
    return;
  }
  const read = await fromHash(location.hash, edgewrightExamples);
  const [first] = edgewrightExamples;
  const { title: _title, ...start } = first ?? { ...nothing, title: '' };
  isEdited = false;
  show(read !== undefined && 'state' in read ? read.state : start);
  if (read === undefined) return;
  const said = 'problem' in read ? read.problem : read.note;
  if (said !== undefined) note([`${said}.`]);
}

/** Nothing of another tab or an older page is in the history but what this page kept. */
function keptIn(value: unknown): Kept | null {
  return typeof value === 'object' && value !== null && 'state' in value ? (value as Kept) : null;
}

examples.replaceChildren(
  ...edgewrightExamples.map(({ title, example }) => new Option(title, example)),
  Object.assign(new Option('Your own files', ''), { hidden: true }),
);
examples.addEventListener('change', () => void chooseExample());
environments.addEventListener('change', () => show({ ...state, environment: environments.value }));
element('requests').addEventListener('change', changedState);
element('fix-all').addEventListener('click', () => void fix('all', ''));
element('approve').addEventListener('click', () => void approve());
apply.addEventListener('click', () => void applyFiles());
element('new').addEventListener('click', () => void newFile());
element('rename').addEventListener('click', () => void renameFile());
element('delete').addEventListener('click', deleteFile);
element('paste').addEventListener('click', () => void askForFiles().then(addFiles));
element('download').addEventListener('click', () => void download());
element('link').addEventListener('click', () => void showLink());
onRequest(() => void showTrace());
addEventListener('popstate', ({ state: kept }: PopStateEvent) => void showStep(keptIn(kept)));
addEventListener('dragover', (event) => event.preventDefault());
addEventListener('drop', (event) => {
  event.preventDefault();
  if (event.dataTransfer !== null) void droppedFiles(event.dataTransfer).then(addFiles);
});
addEventListener('paste', ({ target, clipboardData }) => {
  const isTyped = target instanceof HTMLElement && target.closest('input, textarea, .cm-editor') !== null;
  if (!isTyped && clipboardData !== null) void droppedFiles(clipboardData).then(addFiles);
});
void showStep(keptIn(history.state));
