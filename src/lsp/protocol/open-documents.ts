import { TextDocument, type TextDocumentContentChangeEvent } from 'vscode-languageserver-textdocument';
import { pathOfUri } from './uris.ts';

/** A file that is open in the editor, with the editor's text. */
export interface OpenDocument {
  readonly uri: string;
  /** Absolute path. */
  readonly file: string;
  readonly text: TextDocument;
}

/** The files that a client has open, by path. */
export interface OpenDocuments {
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

export function createOpenDocuments(): OpenDocuments {
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
