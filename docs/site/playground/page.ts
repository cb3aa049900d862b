/* The page: files at the left, findings and the plan at the right. All of it happens in this page. */
import { yaml } from '@codemirror/lang-yaml';
import { lintGutter, setDiagnostics, type Diagnostic as Mark } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import { oneDark } from '@codemirror/theme-one-dark';
import { EditorView } from '@codemirror/view';
import { basicSetup } from 'codemirror';
import type { Diagnostic } from '../../../src/model/diagnostic.ts';
import { accountWith, checkFiles, fixed, hasErrors, planTextOf, testTextOf, type Account } from './engine.ts';
import { fromHash, toHash, type Example, type State } from './state.ts';

declare const edgewrightExamples: readonly Example[];

const element = <Kind extends HTMLElement>(id: string): Kind => document.getElementById(id) as Kind;
const examples = element<HTMLSelectElement>('examples');
const environments = element<HTMLSelectElement>('environments');
const isDark = matchMedia('(prefers-color-scheme: dark)').matches;

let state: State = edgewrightExamples[0] ?? { example: '', files: {}, live: {}, open: '' };
let findings: readonly Diagnostic[] = [];
/** The accounts of these files, by environment. */
let accounts: { readonly of: State['live']; readonly byName: Map<string, Promise<Account>> } | undefined;
let asked = 0;

const editor = new EditorView({ parent: element('editor') });

/** Opens the chosen file in the editor, with a history of its own. */
function openFile(path: string): void {
  state = { ...state, open: path };
  const changed = EditorView.updateListener.of((edit) => {
    if (!edit.docChanged) return;
    state = { ...state, files: { ...state.files, [path]: edit.state.doc.toString() } };
    void update();
  });
  const label = EditorView.contentAttributes.of({ 'aria-label': path, tabindex: '0' });
  editor.setState(
    EditorState.create({
      doc: state.files[path] ?? '',
      extensions: [
        basicSetup,
        yaml(),
        lintGutter(),
        changed,
        label,
        EditorView.lineWrapping,
        isDark ? oneDark : [],
      ],
    }),
  );
  showFindings();
}

function show(next: State): void {
  state = next;
  const texts = JSON.stringify(next.files);
  examples.selectedIndex = edgewrightExamples.findIndex(({ files }) => JSON.stringify(files) === texts);
  openFile(next.open in next.files ? next.open : (Object.keys(next.files)[0] ?? ''));
  void update();
}

/** Checks and plans the files as they are. Of several calls, the last one is shown. */
async function update(): Promise<void> {
  const mine = ++asked;
  const isOld = (): boolean => mine !== asked;
  await painted();
  if (isOld()) return;
  const files = new Map(Object.entries(state.files));
  const checked = await checkFiles(files);
  if (isOld()) return;
  findings = 'failure' in checked ? [] : checked.findings;
  showFindings();
  // The findings are on the screen before the plan is made.
  await painted();
  if (isOld()) return;
  const names = 'failure' in checked ? [] : [...checked.workspace.environments.keys()];
  const name = names.find((each) => each === state.environment) ?? names[0] ?? '';
  environments.replaceChildren(...names.map((each) => new Option(each, each, false, each === name)));
  const environment = 'failure' in checked ? undefined : checked.workspace.environments.get(name);
  const columns = Math.max(40, Math.floor(element('plan').clientWidth / 7.9) - 2);
  const [tests, plan] =
    'failure' in checked
      ? ['', `error: ${checked.failure}`]
      : environment === undefined || hasErrors(findings)
        ? ['', 'No plan until the errors are fixed.']
        : [
            await testTextOf(checked, environment, columns),
            await planTextOf(checked, environment, { account: await accountOf(name), columns }),
          ];
  if (isOld()) return;
  showTerminal('tests', tests);
  showTerminal('plan', plan);
  history.replaceState(null, '', await toHash(state, edgewrightExamples));
  // A test waits for it.
  if (!isOld()) document.body.dataset['updates'] = String(mine);
}

function painted(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

function accountOf(name: string): Promise<Account> {
  if (accounts?.of !== state.live) accounts = { of: state.live, byName: new Map() };
  const { byName } = accounts;
  const account = byName.get(name) ?? accountWith(new Map(Object.entries(withSettings(state))), name);
  byName.set(name, account);
  return account;
}

/** What is live; nothing is live of a workspace that has only its settings and environments. */
function withSettings({ files, live }: State): Readonly<Record<string, string>> {
  if (Object.keys(live).length > 0) return live;
  return Object.fromEntries(Object.entries(files).filter(([path]) => !path.startsWith('resources/')));
}

const severities = { error: 'error', warn: 'warning', info: 'info' } as const;

function showFindings(): void {
  const marks = findings
    .filter(({ place }) => place.source.path === state.open)
    .map((finding): Mark => {
      const { place, severity, message, rule, help, why } = finding;
      const { length } = editor.state.doc;
      const start = Math.min(place.start, length);
      return {
        from: start,
        to: Math.min(Math.max(place.end, start), length),
        severity: severities[severity],
        source: rule,
        message: [message, why, help].filter((text) => text !== undefined).join('\n'),
        ...(finding.fix === undefined
          ? {}
          : { actions: [{ name: finding.fix.title, apply: () => fix([finding]) }] }),
      };
    });
  editor.dispatch(setDiagnostics(editor.state, marks));
  const files = Object.keys(state.files).sort();
  element('files').replaceChildren(...files.map(fileItem));
  element('counts').textContent = countsOf(findings);
  const fixable = findings.filter(({ fix: one }) => one !== undefined);
  element('fix-all').hidden = fixable.length === 0;
  element('findings').replaceChildren(...findings.map(findingItem));
}

function countsOf(some: readonly Diagnostic[]): string {
  const count = (severity: Diagnostic['severity'], word: string): string => {
    const { length } = some.filter((one) => one.severity === severity);
    return `${length} ${word}${length === 1 ? '' : 's'}`;
  };
  return `${count('error', 'error')}, ${count('warn', 'warning')}, ${count('info', 'hint')}`;
}

function fileItem(path: string): HTMLElement {
  const own = findings.filter(({ place }) => place.source.path === path);
  const worst = hasErrors(own) ? 'error' : own.length > 0 ? 'warn' : 'none';
  const item = button(path, () => openFile(path));
  if (path === state.open) item.setAttribute('aria-current', 'true');
  if (own.length > 0) item.append(tag('span', `${own.length}`, worst));
  return listed(item);
}

function findingItem(finding: Diagnostic): HTMLElement {
  const { place, severity, rule, message, help, fix: one } = finding;
  const { source, start } = place;
  const line = source.text.slice(0, start).split('\n').length;
  const go = button(`${source.path}:${line}`, () => {
    openFile(source.path);
    editor.dispatch({
      selection: { anchor: Math.min(start, editor.state.doc.length) },
      scrollIntoView: true,
    });
    editor.focus();
  });
  const item = listed(tag('strong', `${severities[severity]}[${rule}] `, severity), go, tag('p', message));
  if (help !== undefined) item.append(tag('p', `help: ${help}`, 'dim'));
  if (one !== undefined) item.append(button(`Fix: ${one.title}`, () => fix([finding])));
  return item;
}

function fix(some: readonly Diagnostic[]): void {
  show({ ...state, files: Object.fromEntries(fixed(new Map(Object.entries(state.files)), some)) });
}

/** The codes of a terminal as classes. */
function showTerminal(id: string, text: string): void {
  const parts = ` \u001b[m${text}`.split(/\u001b\[([\d;]*)m/).slice(1);
  const spans = parts.map((part, index) =>
    index % 2 === 0
      ? ''
      : tag('span', part, (parts[index - 1] ?? '').replaceAll(/\d+/g, 'sgr-$&').replaceAll(';', ' ')),
  );
  element(id).replaceChildren(...spans);
}

function tag(name: string, text: string, classes = ''): HTMLElement {
  const made = document.createElement(name);
  made.className = classes;
  made.textContent = text;
  return made;
}

function button(text: string, act: () => void): HTMLElement {
  const made = tag('button', text);
  made.addEventListener('click', act);
  return made;
}

function listed(...content: readonly HTMLElement[]): HTMLElement {
  const item = document.createElement('li');
  item.append(...content);
  return item;
}

examples.replaceChildren(...edgewrightExamples.map(({ title }, index) => new Option(title, String(index))));
examples.addEventListener('change', () => show(edgewrightExamples[Number(examples.value)] ?? state));
environments.addEventListener('change', () => show({ ...state, environment: environments.value }));
element('fix-all').addEventListener('click', () => fix(findings));
element('apply').addEventListener('click', () => show({ ...state, live: state.files }));
addEventListener('hashchange', () => void showLink());
void showLink();

/** Shows what the address holds; an address that holds nothing shows the first example. */
async function showLink(): Promise<void> {
  const read = await fromHash(location.hash, edgewrightExamples);
  const problem = read === undefined ? undefined : 'problem' in read ? read.problem : read.note;
  element('note').textContent = problem === undefined ? '' : `${problem}.`;
  show(read !== undefined && 'state' in read ? read.state : state);
}
