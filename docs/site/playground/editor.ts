/* The editor: a text with a history of its own for each file, so that a fix is undone like anything typed. */
import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { yaml } from '@codemirror/lang-yaml';
import { lintGutter, setDiagnostics, type Diagnostic as Mark } from '@codemirror/lint';
import { Compartment, EditorState, type TransactionSpec } from '@codemirror/state';
import { oneDark } from '@codemirror/theme-one-dark';
import { EditorView, hoverTooltip, type Tooltip } from '@codemirror/view';
import { basicSetup } from 'codemirror';
import { fieldLinkWords } from '../../../src/report/findings/field-link.ts';
import { askWorker } from './ask-worker.ts';
import { link, tag } from './elements.ts';
import type { Finding } from './protocol.ts';
import type { Texts } from './state.ts';

interface Events {
  readonly typed: (path: string, text: string) => void;
  readonly pasted: (path: string) => void;
  readonly fix: (finding: Finding) => void;
}

export interface Editor {
  /** Shows a file; its place, undo history and selection are those it had. */
  readonly open: (path: string) => void;
  readonly go: (path: string, offset: number) => void;
  /** Makes the texts those of the files. A text that is there already is edited, which undo takes back. */
  readonly setTexts: (files: Texts) => void;
  readonly rename: (from: string, to: string) => void;
  /** Forgets all texts and their histories. */
  readonly clear: () => void;
  readonly mark: (findings: readonly Finding[]) => void;
}

const severities = { error: 'error', warn: 'warning', info: 'info' } as const;

/** Of a suggestion of the language server, the icon in the editor. */
const icons: Readonly<Record<string, string>> = {
  field: 'property',
  module: 'class',
  value: 'enum',
  name: 'variable',
  rule: 'keyword',
  file: 'text',
  variable: 'variable',
  secret: 'constant',
};

export function openEditor(parent: HTMLElement, events: Events): Editor {
  const view = new EditorView({ parent });
  const label = new Compartment();
  const states = new Map<string, EditorState>();
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
  let shown = '';
  let texts: Texts = {};
  let isOurs = false;

  const labelOf = (path: string): ReturnType<typeof EditorView.contentAttributes.of> =>
    EditorView.contentAttributes.of({ 'aria-label': path, 'aria-describedby': 'about', tabindex: '0' });
  const changed = EditorView.updateListener.of((update) => {
    if (!update.docChanged) return;
    const text = update.state.doc.toString();
    texts = { ...texts, [shown]: text };
    if (!isOurs) events.typed(shown, text);
  });
  const pasted = EditorView.domEventHandlers({
    paste: () => void setTimeout(() => events.pasted(shown)),
  });
  const completions = EditorState.languageData.of(() => [{ autocomplete: complete }]);
  const extensions = (path: string) => [
    basicSetup,
    yaml(),
    lintGutter(),
    changed,
    pasted,
    completions,
    hoverTooltip(hover),
    label.of(labelOf(path)),
    EditorView.lineWrapping,
    isDark ? oneDark : [],
    EditorState.readOnly.of(path === ''),
  ];
  const stateOf = (path: string): EditorState =>
    states.get(path) ?? EditorState.create({ doc: texts[path] ?? '', extensions: extensions(path) });

  async function complete(context: CompletionContext): Promise<CompletionResult | null> {
    const { state, pos, explicit } = context;
    if (!explicit && context.matchBefore(/[\w$(./-]$/) === null) return null;
    const found = await askWorker('complete', { path: shown, text: state.doc.toString(), offset: pos });
    const [first] = found;
    if (first === undefined) return null;
    const options = found.map(({ label: name, type, detail, doc, text }): Completion => ({
      label: name,
      type: icons[type] ?? 'text',
      apply: text,
      ...(detail === undefined ? {} : { detail }),
      ...(doc === undefined ? {} : { info: () => tag('div', doc, 'words') }),
    }));
    return { from: first.start, to: Math.max(first.end, pos), options, validFor: /^[\w/-]*$/ };
  }

  async function hover({ state }: EditorView, offset: number): Promise<Tooltip | null> {
    const found = await askWorker('hover', { path: shown, text: state.doc.toString(), offset });
    if (found === undefined) return null;
    return {
      pos: found.start,
      end: found.end,
      above: true,
      create: () => ({ dom: tag('div', found.text, 'words') }),
    };
  }

  const open = (path: string): void => {
    if (path === shown && states.has(path)) return;
    if (states.has(shown)) states.set(shown, view.state);
    const state = stateOf(path);
    states.set(path, state);
    shown = path;
    view.setState(state);
  };

  return {
    open,
    go: (path, offset) => {
      open(path);
      const anchor = Math.min(offset, view.state.doc.length);
      view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) });
      view.focus();
    },
    setTexts: (files) => {
      if (states.has(shown)) states.set(shown, view.state);
      // A file that was not opened yet begins with the text that it had.
      for (const [path, text] of Object.entries(files))
        if (Object.hasOwn(texts, path) && texts[path] !== text) states.set(path, stateOf(path));
      texts = files;
      for (const [path, state] of states) {
        const text = Object.hasOwn(files, path) ? files[path] : undefined;
        if (text === undefined) states.delete(path);
        else if (text !== state.doc.toString()) {
          const change = changeTo(state.doc.toString(), text);
          if (path === shown) {
            isOurs = true;
            view.dispatch(change);
            isOurs = false;
            states.set(path, view.state);
          } else states.set(path, state.update(change).state);
        }
      }
    },
    rename: (from, to) => {
      if (from === shown) states.set(from, view.state);
      const state = states.get(from);
      states.delete(from);
      if (state !== undefined)
        states.set(to, state.update({ effects: label.reconfigure(labelOf(to)) }).state);
      if (from === shown) shown = '';
    },
    clear: () => {
      states.clear();
      texts = {};
      shown = '';
    },
    mark: (findings) => {
      const { length } = view.state.doc;
      const marks = findings
        .filter(({ path }) => path === shown)
        .map((finding): Mark => {
          const { start, end, severity, rule, fix } = finding;
          const from = Math.min(start, length);
          return {
            from,
            to: Math.min(Math.max(end, from), length),
            severity: severities[severity],
            source: rule,
            message: finding.message,
            renderMessage: () => messageOf(finding),
            ...(fix === undefined
              ? {}
              : { actions: [{ name: `Fix: ${fix.title}`, apply: () => events.fix(finding) }] }),
          };
        });
      view.dispatch(setDiagnostics(view.state, marks));
    },
  };
}

function messageOf({ rule, url, reference, message, why, help }: Finding): HTMLElement {
  const made = tag('div');
  const name = url === undefined ? tag('strong', rule) : link(rule, url);
  made.append(tag('p', message), ...(why === undefined ? [] : [tag('p', why)]));
  if (help !== undefined) made.append(tag('p', `help: ${help}`));
  made.append(name);
  if (reference !== undefined) made.append(' ', link(fieldLinkWords, reference));
  return made;
}

/** The change between the first and the last difference. */
function changeTo(before: string, after: string): TransactionSpec {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  return {
    changes: { from: start, to: before.length - end, insert: after.slice(start, after.length - end) },
    userEvent: 'input.fix',
  };
}
