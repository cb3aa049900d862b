/**
 * The part of the `vscode` module that the extension and its client use, for a test without an editor. Strict: reading
 * anything else throws, so a use that the real editor would answer differently is seen.
 */
import { pathToFileURL, fileURLToPath } from 'node:url';

type Listener = (event: unknown) => unknown;

export interface StubDocument {
  readonly uri: StubUri;
  readonly languageId: string;
  readonly version: number;
  readonly getText: () => string;
  readonly isClosed: boolean;
}

export interface StubbedEditor {
  readonly module: object;
  /** By owner (`diagnostics`), then by URI: what the client published. */
  readonly diagnostics: ReadonlyMap<string, readonly { readonly message: string; readonly code?: unknown }[]>;
  readonly providers: ReadonlyMap<string, readonly unknown[]>;
  readonly status: { text: string; tooltip: string; isShown: boolean };
  readonly log: readonly string[];
  readonly fire: (event: string, value: unknown) => void;
  readonly run: (command: string) => Promise<unknown>;
  readonly open: (file: string, text: string) => StubDocument;
}

export class StubUri {
  readonly scheme = 'file';
  readonly fsPath: string;
  constructor(fsPath: string) {
    this.fsPath = fsPath;
  }
  get path(): string {
    return this.fsPath;
  }
  toString(): string {
    return pathToFileURL(this.fsPath).href;
  }
  static parse(text: string): StubUri {
    return new StubUri(fileURLToPath(text));
  }
  static file(file: string): StubUri {
    return new StubUri(file);
  }
}

class Position {
  readonly line: number;
  readonly character: number;
  constructor(line: number, character: number) {
    this.line = line;
    this.character = character;
  }
}

class Range {
  readonly start: Position;
  readonly end: Position;
  constructor(start: Position | number, end: Position | number, endLine?: number, endCharacter?: number) {
    this.start = start instanceof Position ? start : new Position(start, end as number);
    this.end = end instanceof Position ? end : new Position(endLine ?? 0, endCharacter ?? 0);
  }
}

class EventEmitter {
  readonly #listeners = new Set<Listener>();
  readonly event = (listener: Listener): Disposable => {
    this.#listeners.add(listener);
    return new Disposable(() => this.#listeners.delete(listener));
  };
  fire(value: unknown): void {
    for (const listener of [...this.#listeners]) listener(value);
  }
  dispose(): void {
    this.#listeners.clear();
  }
}

class Disposable {
  readonly dispose: () => unknown;
  constructor(dispose: () => unknown) {
    this.dispose = dispose;
  }
}

class CancellationTokenSource {
  readonly token = { isCancellationRequested: false, onCancellationRequested: new EventEmitter().event };
  cancel(): void {
    this.token.isCancellationRequested = true;
  }
  dispose(): void {
    this.cancel();
  }
}

/** A class with the constructor arguments as fields, by name. */
function record(...names: readonly string[]): unknown {
  return class Recorded {
    readonly fields = names;
    constructor(...values: readonly unknown[]) {
      names.forEach((name, index) => Object.assign(this, { [name]: values[index] }));
    }
  };
}

/** A value of which only the known properties may be read. */
function strict<Value extends object>(name: string, value: Value): Value {
  return new Proxy(value, {
    get: (target, key, receiver) => {
      if (typeof key === 'symbol' || key in target || allowed.has(key))
        return Reflect.get(target, key, receiver) as unknown;
      throw new Error(`the stub of vscode has no ${name}.${key}`);
    },
  });
}

/** Read by module loaders and promises of any value. */
const allowed: ReadonlySet<string> = new Set(['then', '__esModule', 'default', 'toJSON']);

export interface Setting {
  readonly globalValue?: string;
  readonly workspaceValue?: string;
}

export function stubEditor(
  folder: string,
  { isTrusted, setting }: { isTrusted: boolean; setting: Setting },
): StubbedEditor {
  const events = new Map<string, EventEmitter>();
  const emitter = (name: string): EventEmitter => {
    const known = events.get(name) ?? new EventEmitter();
    events.set(name, known);
    return known;
  };
  const providers = new Map<string, unknown[]>();
  const commands = new Map<string, (...args: unknown[]) => unknown>();
  const diagnostics = new Map<string, { message: string; code?: unknown }[]>();
  const status = { text: '', tooltip: '', isShown: false };
  const log: string[] = [];
  const documents: StubDocument[] = [];
  const note = (...parts: unknown[]): void => void log.push(parts.map(String).join(' '));

  const dialog = (parts: readonly unknown[]): Promise<void> => {
    note('dialog', ...parts);
    return Promise.resolve();
  };

  const eventsNamed = (...names: readonly string[]): object =>
    Object.fromEntries(names.map((name) => [name, emitter(name).event]));
  const registering = (...names: readonly string[]): object =>
    Object.fromEntries(
      names.map((name) => [
        name,
        (_selector: unknown, provider: unknown) => {
          providers.set(name, [...(providers.get(name) ?? []), provider]);
          return new Disposable(() => undefined);
        },
      ]),
    );

  const workspace = {
    isTrusted,
    workspaceFolders: [{ uri: new StubUri(folder), name: 'case', index: 0 }],
    textDocuments: documents,
    notebookDocuments: [],
    getConfiguration: (section?: string) => ({
      inspect: (key: string) => (section === 'edgewright' && key === 'server.path' ? setting : undefined),
      get: (_key: string, other?: unknown) => other,
    }),
    getWorkspaceFolder: () => workspace.workspaceFolders[0],
    createFileSystemWatcher: () => ({
      ...eventsNamed('onDidCreate', 'onDidChange', 'onDidDelete'),
      dispose: () => undefined,
    }),
    applyEdit: () => Promise.resolve(true),
    registerTextDocumentContentProvider: () => new Disposable(() => undefined),
    ...eventsNamed(
      ...['Open', 'Close', 'Change', 'Save'].map((verb) => `onDid${verb}TextDocument`),
      ...['Open', 'Close', 'Change', 'Save'].map((verb) => `onDid${verb}NotebookDocument`),
      ...['Create', 'Rename', 'Delete'].flatMap((verb) => [`onDid${verb}Files`, `onWill${verb}Files`]),
      'onWillSaveTextDocument',
      'onDidChangeConfiguration',
      'onDidChangeWorkspaceFolders',
      'onDidGrantWorkspaceTrust',
    ),
  };
  const window = {
    activeTextEditor: undefined,
    visibleTextEditors: [],
    tabGroups: { all: [], ...eventsNamed('onDidChangeTabs', 'onDidChangeTabGroups') },
    createOutputChannel: (name: string) => ({
      name,
      logLevel: 2,
      onDidChangeLogLevel: emitter('logLevel').event,
      ...Object.fromEntries(
        ['append', 'appendLine', 'trace', 'debug', 'info', 'warn', 'error'].map((level) => [level, note]),
      ),
      clear: () => undefined,
      show: () => note('shown'),
      dispose: () => undefined,
    }),
    createStatusBarItem: () => ({
      set text(value: string) {
        status.text = value;
      },
      set tooltip(value: string) {
        status.tooltip = value;
      },
      name: '',
      command: '',
      show: () => void (status.isShown = true),
      hide: () => void (status.isShown = false),
      dispose: () => undefined,
    }),
    showErrorMessage: (...parts: unknown[]) => dialog(parts),
    showWarningMessage: (...parts: unknown[]) => dialog(parts),
    showInformationMessage: (...parts: unknown[]) => dialog(parts),
    ...eventsNamed('onDidChangeVisibleTextEditors', 'onDidChangeActiveTextEditor'),
  };
  const languages = {
    match: (selector: readonly { readonly language?: string }[], document: StubDocument) =>
      selector.some(({ language }) => language === document.languageId) ? 10 : 0,
    createDiagnosticCollection: () => ({
      set: (uri: StubUri, found: { message: string; code?: unknown }[]) =>
        void diagnostics.set(uri.fsPath, found),
      delete: (uri: StubUri) => void diagnostics.delete(uri.fsPath),
      clear: () => diagnostics.clear(),
      has: (uri: StubUri) => diagnostics.has(uri.fsPath),
      dispose: () => diagnostics.clear(),
    }),
    ...registering(
      ...[
        'Completion',
        'Hover',
        'Definition',
        'Reference',
        'Rename',
        'CodeActions',
        'DocumentSymbol',
        'DocumentFormattingEdit',
      ].map((name) => (name === 'Completion' ? 'registerCompletionItemProvider' : `register${name}Provider`)),
    ),
  };

  const module = strict('vscode', {
    ...enums,
    ...classes,
    Uri: StubUri,
    Position,
    Range,
    EventEmitter,
    Disposable,
    CancellationTokenSource,
    version: '1.91.0',
    workspace: strict('workspace', workspace),
    window: strict('window', window),
    languages: strict('languages', languages),
    commands: strict('commands', {
      registerCommand: (name: string, act: (...args: unknown[]) => unknown) => {
        commands.set(name, act);
        return new Disposable(() => commands.delete(name));
      },
    }),
    env: strict('env', { language: 'en', appName: 'a test' }),
  });
  return {
    module,
    diagnostics,
    providers,
    status,
    log,
    fire: (event, value) => emitter(event).fire(value),
    run: (command) => Promise.resolve(commands.get(command)?.()),
    open: (file, text) => {
      const document = {
        uri: new StubUri(file),
        languageId: 'yaml',
        version: 1,
        getText: () => text,
        isClosed: false,
      };
      documents.push(document);
      emitter('onDidOpenTextDocument').fire(document);
      return document;
    },
  };
}

interface ActionKind {
  readonly value: string;
  readonly append: (part: string) => ActionKind;
}

function actionKind(value: string): ActionKind {
  return { value, append: (part) => actionKind(value === '' ? part : `${value}.${part}`) };
}

/** Enumerations with the editor's own numbers. */
const enums = {
  StatusBarAlignment: { Left: 1, Right: 2 },
  LogLevel: { Off: 0, Trace: 1, Debug: 2, Info: 3, Warning: 4, Error: 5 },
  DiagnosticSeverity: { Error: 0, Warning: 1, Information: 2, Hint: 3 },
  DiagnosticTag: { Unnecessary: 1, Deprecated: 2 },
  CodeActionKind: Object.fromEntries(
    [
      ['Empty', ''],
      ['QuickFix', 'quickfix'],
      ['Refactor', 'refactor'],
      ['RefactorExtract', 'refactor.extract'],
      ['RefactorInline', 'refactor.inline'],
      ['RefactorRewrite', 'refactor.rewrite'],
      ['Source', 'source'],
      ['SourceOrganizeImports', 'source.organizeImports'],
    ].map(([name = '', value = '']) => [name, actionKind(value)]),
  ),
  SymbolKind: { File: 0, Property: 6, TypeParameter: 25 },
  SymbolTag: { Deprecated: 1 },
  FileType: { Unknown: 0, File: 1, Directory: 2 },
  ProgressLocation: { SourceControl: 1, Window: 10, Notification: 15 },
  NotebookCellKind: { Markup: 1, Code: 2 },
  TextDocumentSaveReason: { Manual: 1, AfterDelay: 2, FocusOut: 3 },
  CompletionItemKind: { Text: 0, TypeParameter: 24 },
  CompletionItemTag: { Deprecated: 1 },
  CompletionTriggerKind: { Invoke: 0, TriggerCharacter: 1, TriggerForIncompleteCompletions: 2 },
};

const classes = {
  CancellationError: class extends Error {},
  Diagnostic: record('range', 'message', 'severity'),
  DiagnosticRelatedInformation: record('location', 'message'),
  Location: record('uri', 'range'),
  RelativePattern: record('baseUri', 'pattern'),
  CompletionItem: record('label'),
  CompletionList: record('items', 'isIncomplete'),
  MarkdownString: record('value'),
  SnippetString: record('value'),
  TextEdit: record('range', 'newText'),
  CodeAction: record('title', 'kind'),
  CodeLens: record('range'),
  DocumentLink: record('range'),
  InlayHint: record('position', 'label'),
  SymbolInformation: record('name', 'kind', 'containerName', 'location'),
  CallHierarchyItem: record('kind', 'name', 'detail', 'uri', 'range', 'selectionRange'),
  TypeHierarchyItem: record('kind', 'name', 'detail', 'uri', 'range', 'selectionRange'),
};
