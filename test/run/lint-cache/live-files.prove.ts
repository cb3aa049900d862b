import '../../property-seed.ts';
import fc from 'fast-check';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { fileStats } from '../../../src/run/lint-cache/file-stats.ts';
import type { KnownFiles } from '../../../src/run/lint-cache/clean-files.ts';
import { createLiveFiles, type LiveFiles } from '../../../src/run/lint-cache/live-files.ts';
import { compileReleased, readReleased } from '../../../src/run/lint-cache/read-released.ts';
import { lint } from '../../../src/lint/engine/lint.ts';
import { rules } from '../../../src/lint/rules.ts';
import { isReleased, type Workspace } from '../../../src/model/workspace.ts';
import { lintJson } from '../../../src/report/findings/lint-json.ts';
import { loadWorkspace, openWorkspaceFiles } from '../../../src/workspace/load-workspace.ts';
import { runs } from '../../runs.ts';
import { doEdit, edits } from './edits.ts';

const bookshop = path.join(import.meta.dirname, '../../../examples/bookshop');
// So late that every file has settled down.
const now = new Date('2099-01-01T00:00:00Z');

type Overlay = ReadonlyMap<string, string>;

function findings(workspace: Workspace): unknown {
  const compiled = compileReleased(workspace, [...workspace.environments.keys()]);
  return JSON.parse(lintJson(lint({ workspace, compiled, now, rules }), '0'));
}

/** Undefined where even a big workspace is read at once. */
async function readAgain(
  root: string,
  overlay: Overlay,
  live: LiveFiles,
  count: () => void,
): Promise<Workspace | undefined> {
  const opened = openWorkspaceFiles({ from: root, overlay });
  const environments = [...opened.environments.keys()];
  const isOpen = (file: string): boolean => overlay.has(file);
  const checks = { environments, rules, overriding: new Map(), now, isOpen };
  const about = { head: opened, paths: opened.resourceFiles(), stats: fileStats(root), overlay, now };
  const known = live.forCheck(about);
  const recall: KnownFiles['recall'] = (source) => {
    const found = known.recall(source);
    if (found !== undefined) count();
    return found;
  };
  return readReleased(opened, checks, { ...known, recall });
}

/** What an editor does: opens a file with a changed text, or closes it without saving. */
interface Opening {
  readonly type: 'open' | 'close';
  readonly file: number;
  readonly from: string;
  readonly to: string;
}

const openings: fc.Arbitrary<Opening> = fc.record({
  type: fc.constantFrom('open', 'close'),
  file: fc.nat({ max: 1000 }),
  from: fc.constantFrom('path_prefix', 'kind: ', 'name: ', '$(domain)', 'corp-login', 'on_http', 'deny'),
  to: fc.constantFrom('exact_path', 'kind:', 'name: x', '$(domian)', '"', ': [', ''),
});

function opened(root: string, overlay: Overlay, edit: Opening): Overlay {
  const names = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .filter((name) => name !== 'edgewright.yaml')
    .sort();
  const name = names[edit.file % names.length] ?? '';
  const next = new Map(overlay);
  if (edit.type === 'close') next.delete([...overlay.keys()][edit.file % Math.max(1, overlay.size)] ?? '');
  else
    next.set(
      name,
      readFileSync(path.join(root, name), 'utf8').replace(edit.from, () => edit.to),
    );
  return next;
}

test('what a server remembers says the same as a look at every file, whatever is edited and opened', async () => {
  let recalled = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof({ weight: 1, arbitrary: edits }, { weight: 2, arbitrary: openings }), {
        minLength: 4,
        maxLength: 8,
      }),
      async (all) => {
        const root = mkdtempSync(path.join(tmpdir(), 'edgewright-live-'));
        try {
          cpSync(bookshop, root, { recursive: true });
          const live = createLiveFiles();
          let overlay: Overlay = new Map();
          for (const edit of all) {
            if ('from' in edit) overlay = opened(root, overlay, edit);
            else doEdit(root, edit);
            const workspace = await readAgain(root, overlay, live, () => recalled++);
            if (workspace === undefined) continue;
            const openFiles = workspace.resources.filter(({ source }) => overlay.has(source.path));
            expect(openFiles.filter(isReleased)).toEqual([]);
            expect(findings(workspace)).toEqual(findings(loadWorkspace({ from: root, overlay })));
          }
        } finally {
          rmSync(root, { recursive: true });
        }
      },
    ),
    { numRuns: runs(12) },
  );
  expect(recalled).toBeGreaterThan(runs(150));
});

test('what is remembered of a file ends with the file', () => {
  const head = openWorkspaceFiles({ from: bookshop });
  const live = createLiveFiles();
  const check = (paths: readonly string[]): readonly boolean[] => {
    const overlay = new Map<string, string>();
    const one = live.forCheck({ head, paths, stats: fileStats(bookshop), overlay, now });
    one.begin({ sources: [], inlined: [] });
    const sources = paths.map((path) => ({ path, text: '' }));
    const recalled = sources.map((source) => one.recall(source) !== undefined);
    for (const source of sources) one.remember({ source, resources: [], inlined: [] }, null);
    return recalled;
  };
  const [stays, goes] = ['resources/storefront/shop.yaml', 'resources/storefront/content.yaml'] as const;
  expect(check([stays, goes])).toEqual([false, false]);
  expect(check([stays, goes])).toEqual([true, true]);
  expect(check([stays])).toEqual([true]);
  expect(check([stays, goes])).toEqual([true, false]);
});
