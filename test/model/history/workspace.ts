import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse, parseAllDocuments, stringify } from 'yaml';
import { isMap, type Json, type JsonMap, plainText } from '../service/values.ts';

/** One document of a resource file, with its place. */
export interface Placed {
  readonly file: string;
  readonly index: number;
  readonly document: JsonMap;
}

/** The files of a workspace, edited as by a person. They are read again each time, since `pull` writes them too. */
export interface Workspace {
  readonly root: string;
  readonly documents: () => readonly Placed[];
  readonly environment: (name: string) => JsonMap;
  readonly writeEnvironment: (name: string, value: JsonMap) => void;
  readonly settings: () => JsonMap;
  readonly writeSettings: (value: JsonMap) => void;
  /** Replaces a document, or removes it for `undefined`. */
  readonly replace: (placed: Placed, document: JsonMap | undefined) => void;
  readonly add: (document: JsonMap) => void;
  readonly textOf: (file: string) => string;
}

export function openFiles(root: string): Workspace {
  const at = (file: string): string => path.join(root, file);
  const write = (file: string, text: string): void => {
    mkdirSync(path.dirname(at(file)), { recursive: true });
    writeFileSync(at(file), text);
  };
  const readYaml = (file: string): JsonMap => {
    const value: unknown = existsSync(at(file)) ? parse(readFileSync(at(file), 'utf8')) : {};
    return isMap(value) ? value : {};
  };
  const documentsOf = (file: string): readonly Json[] =>
    parseAllDocuments(readFileSync(at(file), 'utf8')).map((each) => each.toJS() as Json);
  const resourceFiles = (): readonly string[] =>
    existsSync(at('resources'))
      ? readdirSync(at('resources'), { recursive: true })
          .map((name) => path.join('resources', String(name)))
          .filter((name) => name.endsWith('.yaml'))
          .sort()
      : [];
  const writeDocuments = (file: string, documents: readonly Json[]): void => {
    if (documents.length === 0) rmSync(at(file));
    else write(file, documents.map((document) => stringify(document)).join('---\n'));
  };
  return {
    root,
    documents: () =>
      resourceFiles().flatMap((file) =>
        documentsOf(file).flatMap((document, index) => (isMap(document) ? [{ file, index, document }] : [])),
      ),
    environment: (name) => readYaml(`environments/${name}.yaml`),
    writeEnvironment: (name, value) => write(`environments/${name}.yaml`, stringify(value)),
    settings: () => readYaml('edgewright.yaml'),
    writeSettings: (value) => write('edgewright.yaml', stringify(value)),
    replace: ({ file, index }, document) => {
      const all = [...documentsOf(file)];
      all.splice(index, 1, ...(document === undefined ? [] : [document]));
      writeDocuments(file, all);
    },
    add: (document) => {
      const name = plainText(document['name'] ?? document['address']).replaceAll('/', '-');
      const taken = resourceFiles();
      let file = `resources/${name}.yaml`;
      for (let more = 2; taken.includes(file); more++) file = `resources/${name}-${more}.yaml`;
      writeDocuments(file, [document]);
    },
    textOf: (file) => readFileSync(at(file), 'utf8'),
  };
}
