import path from 'node:path';
import type { EditClient } from '../code-actions.ts';
import type { Analysis, Engine, Overlay, Unreadable } from '../engine.ts';
import { openProject, type Project } from '../project.ts';
import { listMember, member } from './check-params.ts';
import { pathOfUri, uriOfPath, withinRoot } from './document-uris.ts';
import { createPublisher, notify } from './publish-diagnostics.ts';
import { inertLine } from '../../report/text/inert.ts';
import { TextDocument, type TextDocumentContentChangeEvent } from 'vscode-languageserver-textdocument';
import type { ProtocolConnection } from 'vscode-languageserver/node';

export interface FileSubject {
  readonly document: OpenDocument;
  /** Path from the workspace root. */
  readonly path: string;
  readonly root: string;
  readonly overlay: Overlay;
  readonly client: EditClient;
}

/** The state of one client: its open texts and their projects. */
export interface Session {
  readonly client: () => Client;
  readonly begin: (client: Client, folders: readonly string[]) => void;
  readonly watchFiles: () => void;
  readonly opened: (uri: string, version: number, text: string) => void;
  readonly changed: (
    uri: string,
    version: number,
    changes: readonly TextDocumentContentChangeEvent[],
  ) => void;
  readonly closed: (uri: string) => void;
  readonly filesChanged: (uris: readonly string[]) => void;
  readonly foldersAdded: (uris: readonly string[]) => void;
  /** Undefined for a text that is not open, or is outside of any workspace. */
  readonly subject: (uri: string) => FileSubject | undefined;
  /** The result for the current texts; `latest` returns the last finished one without waiting. */
  readonly analysis: (root: string) => Promise<Analysis | undefined>;
  readonly latest: (root: string) => Analysis | undefined;
  readonly close: () => void;
}

const nobody: Client = {
  takesMarkdownHover: false,
  takesMarkdownCompletion: false,
  takesVersionedEdits: false,
  watchesFiles: false,
};

export function createSession(engine: Engine, connection: ProtocolConnection): Session {
  const documents = createOpenDocuments();
  const projects = new Map<string, Project>();
  let client = nobody;
  const uriIn = (root: string) => (file: string) => {
    const absolute = path.join(root, file);
    return documents.at(absolute)?.uri ?? uriOfPath(absolute);
  };
  const versionIn = (root: string) => (file: string) =>
    documents.at(path.join(root, file))?.text.version ?? null;

  const overlayOf = (root: string): Overlay =>
    new Map(
      [...documents.all()]
        .filter(({ file }) => engine.rootOf(path.dirname(file)) === root)
        .map(({ file, text }) => [withinRoot(root, file), text.getText()]),
    );
  const projectAt = (root: string): Project => {
    const known = projects.get(root);
    if (known !== undefined) return known;
    const publisher = createPublisher(connection, {
      uriOf: uriIn(root),
      versionOf: versionIn(root),
      clean: engine.clean,
    });
    const project = openProject({
      root,
      engine,
      overlay: () => overlayOf(root),
      publish: (found: Analysis | Unreadable) => publisher.publish(found),
      onFailure: (error) => tell(connection, error),
    });
    projects.set(root, project);
    return project;
  };
  const touch = (file: string): void => {
    const root = engine.rootOf(path.dirname(file));
    if (root !== undefined) projectAt(root).touch();
  };
  const begin = (uris: readonly string[]): void => {
    for (const uri of uris) {
      const folder = pathOfUri(uri);
      const root = folder === undefined ? undefined : engine.rootOf(folder);
      if (root !== undefined) projectAt(root).touch();
    }
  };

  return {
    client: () => client,
    begin: (opened, folders) => {
      client = opened;
      begin(folders);
    },
    watchFiles: () => {
      if (client.watchesFiles) register(connection);
    },
    opened: (uri, version, text) => {
      const document = documents.open(uri, version, text);
      if (document !== undefined) touch(document.file);
    },
    changed: (uri, version, changes) => {
      const document = documents.change(uri, version, changes);
      if (document !== undefined) touch(document.file);
    },
    closed: (uri) => {
      const document = documents.close(uri);
      if (document !== undefined) touch(document.file);
    },
    filesChanged: (uris) => {
      const files = uris.flatMap((uri) => pathOfUri(uri) ?? []).filter((file) => !isElsewhere(file));
      for (const project of projects.values())
        if (files.some((file) => file.startsWith(`${project.root}${path.sep}`))) project.touch();
    },
    foldersAdded: begin,
    subject: (uri) => {
      const document = documents.at(pathOfUri(uri) ?? '');
      if (document === undefined) return undefined;
      const root = engine.rootOf(path.dirname(document.file));
      if (root === undefined) return undefined;
      return {
        document,
        root,
        path: withinRoot(root, document.file),
        overlay: overlayOf(root),
        client: {
          uriOf: uriIn(root),
          versionOf: versionIn(root),
          takesVersions: client.takesVersionedEdits,
        },
      };
    },
    analysis: async (root) => {
      const found = await projectAt(root).current();
      return 'workspace' in found ? found : undefined;
    },
    latest: (root) => projectAt(root).latest(),
    close: () => {
      for (const project of projects.values()) project.close();
      projects.clear();
    },
  };
}

/** Whether a file is in a folder that no workspace reads and that changes often. */
function isElsewhere(file: string): boolean {
  return /[\\/](?:\.git|node_modules)[\\/]/.test(file);
}

/** Asks the client to report file changes on disk. If it refuses, changes are still noticed on save. */
function register(connection: ProtocolConnection): void {
  // All files, because `$(file:path)` may name any of them.
  const watchers = [{ globPattern: '**/*' }];
  const registrations = [
    { id: 'files', method: 'workspace/didChangeWatchedFiles', registerOptions: { watchers } },
  ];
  connection.sendRequest('client/registerCapability', { registrations }).catch(() => undefined);
}

function tell(connection: ProtocolConnection, error: unknown): void {
  const words = error instanceof Error ? error.message : String(error);
  const message = `this is a bug of edgewright, please report it: ${inertLine(words)}`;
  notify(connection, 'window/logMessage', { type: 1, message });
}

/** The capabilities that the client declared at initialization. */
interface Client {
  readonly takesMarkdownHover: boolean;
  readonly takesMarkdownCompletion: boolean;
  readonly takesVersionedEdits: boolean;
  readonly watchesFiles: boolean;
}

export function clientOf(params: unknown): Client {
  const has = (...names: readonly string[]): boolean => member(params, 'capabilities', ...names) === true;
  const takes = (word: string, ...names: readonly string[]): boolean =>
    listMember(params, 'capabilities', 'textDocument', ...names).includes(word);
  return {
    takesMarkdownHover: takes('markdown', 'hover', 'contentFormat'),
    takesMarkdownCompletion: takes('markdown', 'completion', 'completionItem', 'documentationFormat'),
    takesVersionedEdits: has('workspace', 'workspaceEdit', 'documentChanges'),
    watchesFiles: has('workspace', 'didChangeWatchedFiles', 'dynamicRegistration'),
  };
}

interface OpenDocument {
  readonly uri: string;
  /** Absolute path. */
  readonly file: string;
  readonly text: TextDocument;
}

/** The files that a client has open, by path. */
interface OpenDocuments {
  readonly open: (uri: string, version: number, text: string) => OpenDocument | undefined;
  /** Undefined for a document that was never opened. */
  readonly change: (
    uri: string,
    version: number,
    changes: readonly TextDocumentContentChangeEvent[],
  ) => OpenDocument | undefined;
  readonly close: (uri: string) => OpenDocument | undefined;
  readonly at: (file: string) => OpenDocument | undefined;
  readonly all: () => Iterable<OpenDocument>;
}

function createOpenDocuments(): OpenDocuments {
  const documents = new Map<string, OpenDocument>();
  const known = (uri: string): OpenDocument | undefined => documents.get(pathOfUri(uri) ?? '');
  return {
    open: (uri, version, text) => {
      const file = pathOfUri(uri);
      if (file === undefined) return undefined;
      const document = { uri, file, text: TextDocument.create(uri, 'yaml', version, text) };
      documents.set(file, document);
      return document;
    },
    change: (uri, version, changes) => {
      const document = known(uri);
      if (document === undefined) return undefined;
      const changed = { ...document, text: TextDocument.update(document.text, [...changes], version) };
      documents.set(document.file, changed);
      return changed;
    },
    close: (uri) => {
      const document = known(uri);
      if (document !== undefined) documents.delete(document.file);
      return document;
    },
    at: (file) => documents.get(file),
    all: () => documents.values(),
  };
}
