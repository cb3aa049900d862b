import { readFileSync } from 'node:fs';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { isKindName } from '../../kinds/index.ts';
import type { Io } from '../../model/io.ts';
import { beginWorkspace } from '../../run/session/workspace/open-workspace.ts';

/** The words of a workspace; empty outside of one. */
export interface WorkspaceWords {
  readonly root: string;
  readonly environments: readonly string[];
  readonly policies: readonly string[];
  readonly declared: () => DeclaredWords;
}

export async function workspaceWords(
  io: Io,
  folder: string | undefined,
): Promise<WorkspaceWords | undefined> {
  try {
    const opened = await beginWorkspace(io, { workspace: folder });
    return {
      root: opened.root,
      environments: [...opened.environments.keys()].sort(),
      policies: opened.settings.policies.map(({ name }) => name),
      declared: () => declaredWords(textsIn(opened.root, opened.resourceFiles())),
    };
  } catch {
    // No workspace, or one that cannot be read: a shell that is completing shows no errors.
    return undefined;
  }
}

/** A person waits: in a huge workspace, the first files are better than all of them late. */
const longestMs = 300;

function* textsIn(root: string, files: readonly string[]): Generator<string> {
  const end = performance.now() + longestMs;
  for (const file of files) {
    if (performance.now() > end) return;
    try {
      yield readFileSync(path.join(root, file), 'utf8');
    } catch {
      continue;
    }
  }
}

interface DeclaredWords {
  readonly addresses: ReadonlySet<string>;
  /** `team=shop`. */
  readonly labels: ReadonlySet<string>;
}

/**
 * The addresses and labels in the texts of resource files, by their lines alone. Parsing YAML would cost a noticeable
 * part of a second at each press of the key, and a file that is being edited is often broken.
 */
function declaredWords(texts: Iterable<string>): DeclaredWords {
  const addresses = new Set<string>();
  const labels = new Set<string>();
  for (const text of texts)
    for (const document of text.split(/^---.*$/m)) {
      const kind = topLevel(document, 'kind');
      const name = topLevel(document, 'name');
      if (kind === undefined || !isKindName(kind)) continue;
      if (name !== undefined && /^[a-z0-9][a-z0-9-]*$/.test(name)) addresses.add(`${kind}/${name}`);
      for (const label of labelsIn(document)) labels.add(label);
    }
  return { addresses, labels };
}

function topLevel(document: string, key: string): string | undefined {
  return scalar(new RegExp(`^${key}:[ \\t]+(.{1,200})$`, 'm').exec(document)?.[1] ?? '');
}

/** The value of a line, without quotes and comment; undefined for anything but a plain one. */
function scalar(text: string): string | undefined {
  const [, quoted, plain] =
    /^(?:(["'])(.*)\1|([^"'[{&*!|>#][^#]*?))[ \t\r]*(?:#.*)?$/.exec(text)?.slice(1) ?? [];
  return quoted ?? plain;
}

/** `labels: { team: shop }` on one line, or a block below it. */
function labelsIn(document: string): readonly string[] {
  const [, flow] = /^labels:[ \t]+\{([^}]*)\}/m.exec(document) ?? [];
  const [, block = ''] = /^labels:[ \t\r]*\n((?:[ \t]+.*\n?)+)/m.exec(document) ?? [];
  return (flow === undefined ? block.split('\n') : flow.split(',')).flatMap((line) => {
    const [, key = '', value = ''] = /^\s*([^:\s]+):[ \t]+(.{1,200})$/.exec(line) ?? [];
    const [name, text] = [scalar(key), scalar(value.trimEnd())];
    return name === undefined || text === undefined ? [] : [`${name}=${text}`];
  });
}
