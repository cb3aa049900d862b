import type { MapNode, ScalarNode, Source, YamlDocument } from '../../model/document.ts';
import type { KindName } from '../../kinds/kind.ts';
import type { CachedFile, CachedResource } from '../../model/lint/cached-file.ts';
import type { Address, ResourceDocument } from '../../model/workspace.ts';
import { meaningOf } from './documents.ts';
import type { FileTree } from '../files/file-tree.ts';
import { readYaml } from '../yaml/read-yaml.ts';

/** Restores the resources of a cached file. They look like any others; text and tree are read lazily. */
export function recallFile(tree: FileTree, file: CachedFile): readonly ResourceDocument[] {
  const unread = new UnreadFile(file.source ?? new UnreadSource(tree, file.path));
  return file.resources.map((resource, index) => new RecalledResource(unread, resource, index));
}

/** Reads a file at most once. If it changes during the run, the change is seen in the next run. */
class UnreadFile {
  readonly source: Source;
  #documents: readonly YamlDocument[] | undefined;

  constructor(source: Source) {
    this.source = source;
  }

  document(index: number): YamlDocument | undefined {
    this.#documents ??= readYaml(this.source).documents;
    return this.#documents[index];
  }
}

class UnreadSource implements Source {
  readonly path: string;
  readonly #tree: FileTree;
  #text: string | undefined;

  constructor(tree: FileTree, path: string) {
    this.#tree = tree;
    this.path = path;
  }

  get text(): string {
    if (this.#text === undefined) {
      const read = this.#tree.read(this.path);
      this.#text = 'source' in read ? read.source.text : '';
    }
    return this.#text;
  }
}

class UnreadDocument implements YamlDocument {
  readonly #file: UnreadFile;
  readonly source: Source;
  readonly index: number;

  constructor(file: UnreadFile, index: number) {
    this.#file = file;
    this.source = file.source;
    this.index = index;
  }

  get root(): YamlDocument['root'] {
    return this.#file.document(this.index)?.root;
  }

  get range(): YamlDocument['range'] {
    return this.#file.document(this.index)?.range ?? { start: 0, end: 0 };
  }

  get comments(): YamlDocument['comments'] {
    return this.#file.document(this.index)?.comments ?? [];
  }
}

const none: ResourceDocument['formerly'] = [];
const nowhere: ScalarNode = { type: 'scalar', start: 0, end: 0, value: '', style: 'plain' };

class RecalledResource implements ResourceDocument {
  readonly kind: KindName;
  readonly name: string;
  readonly address: Address;
  readonly labels: Readonly<Record<string, string>>;
  readonly document: YamlDocument;
  /** Files with a `formerly` are never cached. */
  readonly formerly = none;
  #read: ResourceDocument | undefined;

  constructor(file: UnreadFile, { kind, name, labels }: CachedResource, index: number) {
    this.kind = kind;
    this.name = name;
    this.address = `${kind}/${name}`;
    this.labels = labels;
    this.document = new UnreadDocument(file, index);
  }

  get root(): MapNode {
    return this.#again()?.root ?? { type: 'map', start: 0, end: 0, entries: [], flow: false };
  }

  get kindNode(): ScalarNode {
    return this.#again()?.kindNode ?? nowhere;
  }

  get nameNode(): ScalarNode {
    return this.#again()?.nameNode ?? nowhere;
  }

  get uses(): ResourceDocument['uses'] {
    return this.#again()?.uses ?? [];
  }

  get environments(): ResourceDocument['environments'] {
    return this.#again()?.environments;
  }

  get spec(): MapNode | undefined {
    return this.#again()?.spec;
  }

  get overrides(): ResourceDocument['overrides'] {
    return this.#again()?.overrides ?? new Map();
  }

  #again(): ResourceDocument | undefined {
    if (this.#read !== undefined) return this.#read;
    const meaning = meaningOf(this.document);
    if (meaning === undefined || !('spec' in meaning) || meaning.kind === 'preset') return undefined;
    this.#read = meaning;
    return meaning;
  }
}
