import { readFileSync } from 'node:fs';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import type { Io } from '../../../model/io.ts';
import { beginWorkspace } from '../../../session/workspace/open-workspace.ts';
import { declaredWords, type DeclaredWords } from './declared-words.ts';

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
    const opened = await beginWorkspace(io, folder === undefined ? {} : { workspace: folder });
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
