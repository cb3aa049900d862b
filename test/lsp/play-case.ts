import type { LspClient, Message } from './client.ts';
import { cursor, edited, offsetAt, positionAt, type Position, type Stage, type TextEdit } from './stage.ts';

/** A case of cases/*.yaml. */
export interface Case {
  readonly name: string;
  /** Files open in the editor; the request is about the first with a cursor. Also on disk, unless `disk` is given. */
  readonly files: Readonly<Record<string, string>>;
  readonly disk?: Readonly<Record<string, string>>;
  readonly request:
    | 'completion'
    | 'hover'
    | 'definition'
    | 'references'
    | 'rename'
    | 'actions'
    | 'diagnostics'
    | 'formatting'
    | 'documentSymbol';
  /** Of a completion or an action: the one that is taken. */
  readonly take?: string;
  /** Of a rename. */
  readonly to?: string;
  /** Of code actions: `context.only`. */
  readonly only?: readonly string[];
  readonly expect: Readonly<Record<string, unknown>>;
}

interface Range {
  readonly start: Position;
  readonly end: Position;
}

interface Edit {
  readonly documentChanges?: readonly {
    readonly textDocument: { readonly uri: string; readonly version: number | null };
    readonly edits: readonly TextEdit[];
  }[];
}

/** Opens the files, asks, and says the answer in the words that the case expects it in. */
export async function play(client: LspClient, stage: Stage, one: Case): Promise<Record<string, unknown>> {
  const texts = new Map(Object.entries(one.files).map(([file, text]) => [file, text.replace(cursor, '')]));
  for (const [file, text] of texts)
    client.notify('textDocument/didOpen', {
      textDocument: { uri: stage.uriOf(file), languageId: 'yaml', version: 1, text },
    });
  try {
    return await ask(client, stage, one, texts);
  } catch (error) {
    return { error: (error as Error).message };
  } finally {
    for (const file of texts.keys())
      client.notify('textDocument/didClose', { textDocument: { uri: stage.uriOf(file) } });
  }
}

async function ask(
  client: LspClient,
  stage: Stage,
  one: Case,
  texts: ReadonlyMap<string, string>,
): Promise<Record<string, unknown>> {
  const [file, marked] = Object.entries(one.files).find(([, text]) => text.includes(cursor)) ?? ['', ''];
  const text = texts.get(file) ?? '';
  const position = positionAt(text, marked.indexOf(cursor));
  const at = { textDocument: { uri: stage.uriOf(file) }, position };
  const textOf = (path: string): string => texts.get(path) ?? stage.textOf(path);
  const place = ({ uri, range }: { readonly uri: string; readonly range: Range }): string => {
    const path = stage.fileOf(uri);
    const words = textOf(path).slice(offsetAt(textOf(path), range.start), offsetAt(textOf(path), range.end));
    return `${path}:${range.start.line + 1}:${range.start.character + 1} ${words}`.trimEnd();
  };
  switch (one.request) {
    case 'completion': {
      const items = (await client.request('textDocument/completion', at)) as readonly Message[] | null;
      return completionWords(items ?? [], one, text);
    }
    case 'hover': {
      const found = (await client.request('textDocument/hover', at)) as {
        contents: { value: string };
        range: Range;
      } | null;
      if (found === null) return { hover: null };
      return { hover: found.contents.value, on: place({ uri: at.textDocument.uri, range: found.range }) };
    }
    case 'definition':
    case 'references': {
      const context = { includeDeclaration: true };
      const found = await client.request(`textDocument/${one.request}`, { ...at, context });
      return { places: (found as { uri: string; range: Range }[] | null)?.map(place) ?? null };
    }
    case 'rename': {
      const prepared = (await client.request('textDocument/prepareRename', at)) as {
        placeholder: string;
      } | null;
      const edit = (await client.request('textDocument/rename', { ...at, newName: one.to })) as Edit;
      return { word: prepared?.placeholder ?? null, files: changed(edit, stage, textOf) };
    }
    case 'actions': {
      const range = { start: position, end: position };
      const context = { diagnostics: [], ...(one.only === undefined ? {} : { only: one.only }) };
      const found = (await client.request('textDocument/codeAction', { ...at, range, context })) as
        | readonly { readonly title: string; readonly edit: Edit }[]
        | null;
      if (one.take === undefined) return { titles: found?.map(({ title }) => title) ?? null };
      const taken = found?.find(({ title }) => title === one.take);
      return { files: taken === undefined ? null : changed(taken.edit, stage, textOf) };
    }
    case 'formatting': {
      const options = { tabSize: 2, insertSpaces: true };
      const found = await client.request('textDocument/formatting', { ...at, options });
      return { after: found === null ? null : edited(text, found as readonly TextEdit[]) };
    }
    case 'documentSymbol':
      return { outline: outlineWords(await client.request('textDocument/documentSymbol', at)) };
    case 'diagnostics': {
      const wanted = Object.keys(one.expect['findings'] as object);
      const found: Record<string, unknown> = {};
      for (const path of wanted) {
        const list = await client.diagnostics(stage.uriOf(path));
        found[path] = list.map((each) => findingWords(each, place, stage.uriOf(path)));
      }
      return { findings: found };
    }
  }
}

interface Symbol {
  readonly name: string;
  readonly range: Range;
  readonly children: readonly Symbol[];
}

/** Each symbol with its range, indented below the one that it is in. */
function outlineWords(symbols: unknown, indent = ''): readonly string[] | null {
  if (symbols === null) return null;
  return (symbols as readonly Symbol[]).flatMap(({ name, range: { start, end }, children }) => [
    `${indent}${name} ${start.line + 1}:${start.character + 1}-${end.line + 1}:${end.character + 1}`,
    ...(outlineWords(children, `${indent}  `) ?? []),
  ]);
}

function completionWords(items: readonly Message[], one: Case, text: string): Record<string, unknown> {
  const sorted = [...items].sort((a, b) => (String(a['sortText']) < String(b['sortText']) ? -1 : 1));
  const labels = sorted.map(({ label }) => String(label));
  const words: Record<string, unknown> = {};
  if ('labels' in one.expect) words['labels'] = labels;
  for (const key of ['has', 'lacks'])
    if (key in one.expect)
      words[key] = (one.expect[key] as string[]).filter(
        (label) => labels.includes(label) === (key === 'has'),
      );
  if ('first' in one.expect) words['first'] = labels[0];
  const taken = items.find(({ label }) => label === one.take);
  if ('after' in one.expect)
    words['after'] = taken === undefined ? null : edited(text, [taken['textEdit'] as TextEdit]);
  if ('doc' in one.expect)
    words['doc'] = (taken?.['documentation'] as { value: string } | undefined)?.value ?? null;
  return words;
}

function changed(
  { documentChanges = [] }: Edit,
  stage: Stage,
  textOf: (path: string) => string,
): Record<string, string> {
  return Object.fromEntries(
    documentChanges.map(({ textDocument, edits }) => {
      const path = stage.fileOf(textDocument.uri);
      return [path, edited(textOf(path), edits)];
    }),
  );
}

function findingWords(
  finding: Message,
  place: (location: { uri: string; range: Range }) => string,
  uri: string,
): Record<string, unknown> {
  const { range, severity, code, message, tags, relatedInformation } = finding as unknown as {
    range: Range;
    severity: number;
    code: string;
    message: string;
    tags?: number[];
    relatedInformation?: { location: { uri: string; range: Range }; message: string }[];
  };
  return {
    at: place({ uri, range }),
    code,
    severity: ['', 'error', 'warning', 'info'][severity],
    message: message.split('\n')[0],
    ...(tags === undefined ? {} : { tags }),
    ...(relatedInformation === undefined
      ? {}
      : { related: relatedInformation.map((one) => `${place(one.location)}: ${one.message}`) }),
  };
}
