/*
 * The page: files at the left, what is said of them at the right. The worker computes; what is here is the state, whose
 * every step is one of the browser's history.
 */
import { askWorker } from './ask-worker.ts';
import { openEditor } from './editor.ts';
import { button, element, elementOf, refill, showTerminal } from './elements.ts';
import { askForFiles, droppedFiles, type GivenFiles } from './own-files.ts';
import type { CheckAnswer, Finding, Report } from './protocol.ts';
import { fillRequest, onRequest, showRequests, typedRequest } from './request-form.ts';
import { countsOf, fileItem, findingItem, note } from './results.ts';
import { emptyState, fromHash, isSame, toHash, type Example, type State } from './state.ts';
import { download, longestLink, showLink } from './take-away.ts';
import {
  addFiles,
  approve,
  deleteFile,
  fix,
  mayLeave,
  newFile,
  offerToWrap,
  renameFile,
  type Session,
} from './user-actions.ts';

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

let state: State = emptyState;
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
  pasted: (path) => void offerToWrap(session, path),
  fix: (finding) => void fix(session, finding),
});

const add = (given: GivenFiles | undefined): Promise<void> => addFiles(session, given);

const session: Session = {
  state: () => state,
  environment: () => environments.value,
  isEdited: () => isEdited,
  step,
  begin,
  go: goTo,
  rename: editor.rename,
};

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
  note(said, said.length === 0 ? [] : [button('Undo', () => history.back())]);
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

const wantsRequests = (): boolean => elementOf('requests', HTMLInputElement).checked;

/** As many characters as fit: a text is hidden while it is empty, so what is around it is measured. */
function columns(): number {
  const width = element('results').clientWidth - 2 * 28;
  return Math.max(40, Math.floor(width / 7.9) - 1);
}

function isBroken(checked: CheckAnswer): boolean {
  return 'failure' in checked || checked.findings.some(({ severity }) => severity === 'error');
}

function showCheck(checked: CheckAnswer): void {
  findings = 'failure' in checked ? [] : checked.findings;
  editor.mark(findings);
  showFiles();
  const counts = countsOf(findings);
  // What is said again would be read again.
  if (element('counts').textContent !== counts) element('counts').textContent = counts;
  const safe = findings.filter((finding) => finding.fix?.safety === 'safe');
  element('fix-all').hidden = safe.length === 0;
  const acts = { go: goTo, fix: (finding: Finding) => void fix(session, finding) };
  const items = findings.map((finding) => findingItem(finding, acts));
  refill(element('findings'), items, element('counts'));
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
  verdict.dataset['is'] = made?.tone ?? 'error';
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

function showFiles(): void {
  const list = element('files');
  const items = Object.keys(state.files)
    .sort()
    .map((path) => {
      const own = findings.filter((finding) => finding.path === path);
      return fileItem(path, own, { open: () => openFile(path), isOpen: path === state.open });
    });
  refill(list, items);
  const current = list.querySelector<HTMLElement>('[aria-current]');
  // The list scrolls, the page does not.
  if (current !== null)
    list.scrollTo(current.offsetLeft - list.offsetLeft - 20, current.offsetTop - list.offsetTop - 40);
  for (const id of ['rename', 'delete']) elementOf(id, HTMLButtonElement).disabled = state.open === '';
}

async function chooseExample(): Promise<void> {
  const chosen = edgewrightExamples.find(({ example }) => example === examples.value);
  // Until it is said, the files are those of the other one.
  examples.value = state.example;
  if (chosen === undefined || (isEdited && !(await mayLeave(`Open “${chosen.title}”?`)))) return;
  const { title: _title, ...next } = chosen;
  begin(next);
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

function applyFiles(): void {
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

/** Shows the step of the history, or what the address holds; an address that holds nothing shows the first example. */
async function showStep(kept: Kept | null): Promise<void> {
  note([]);
  if (kept !== null) {
    isEdited = kept.isEdited;
    if (kept.state.example !== state.example) editor.clear();
    show(kept.state);
    return;
  }
  const read = await fromHash(location.hash, edgewrightExamples);
  const [first] = edgewrightExamples;
  const { title: _title, ...start } = first ?? { ...emptyState, title: '' };
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
  Object.assign(new Option('Files of a link or a folder', ''), { hidden: true }),
);
examples.addEventListener('change', () => void chooseExample());
environments.addEventListener('change', () => show({ ...state, environment: environments.value }));
element('requests').addEventListener('change', changedState);
element('fix-all').addEventListener('click', () => void fix(session));
element('approve').addEventListener('click', () => void approve(session));
apply.addEventListener('click', applyFiles);
element('new').addEventListener('click', () => void newFile(session));
element('rename').addEventListener('click', () => void renameFile(session));
element('delete').addEventListener('click', () => deleteFile(session));
element('paste').addEventListener('click', () => void askForFiles().then(add));
element('download').addEventListener('click', () => void download(state.files));
element('link').addEventListener('click', () => void showLink(hash));
onRequest(() => void showTrace());
// A browser leaves a button where it is if a part of it is in view.
addEventListener('focusin', ({ target }) => {
  if (target instanceof HTMLElement && target.closest('#files, pre button') !== null)
    target.scrollIntoView({ block: 'nearest', inline: 'nearest' });
});
addEventListener('popstate', ({ state: kept }: PopStateEvent) => void showStep(keptIn(kept)));
addEventListener('dragover', (event) => event.preventDefault());
addEventListener('drop', (event) => {
  event.preventDefault();
  if (event.dataTransfer !== null) void droppedFiles(event.dataTransfer).then(add);
});
addEventListener('paste', ({ target, clipboardData }) => {
  const isTyped = target instanceof HTMLElement && target.closest('input, textarea, .cm-editor') !== null;
  if (!isTyped && clipboardData !== null) void droppedFiles(clipboardData).then(add);
});
void showStep(keptIn(history.state));
