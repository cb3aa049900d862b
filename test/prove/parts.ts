import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './test-files.ts';

/** A part of `npm run prove`: the tests of some folders, and in one sentence what they prove. */
export interface Part {
  readonly name: string;
  readonly proves: string;
  /** The folders of `src` that it is about: `--changed` runs it after a change there. */
  readonly about: readonly string[];
  /** Folders and files of tests. Of two that name a `.prove.ts` file, the longer name decides. */
  readonly of: readonly string[];
  /** Files of `npm test` that run here again, in full; or all others of which `npm test` runs a share. */
  readonly again?: readonly string[] | 'shortened';
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * In the order in which they run. `.ci/run` runs the first, which protects users most, and one of the others in turn,
 * so none takes longer than 20 minutes of an idle machine with two cores: `npm run prove -- --list` says what it took.
 */
export const parts: readonly Part[] = [
  {
    name: 'safety',
    proves:
      'No change opens what was closed, no interrupted run loses an object, no secret is printed, and the packed tarball works.',
    about: ['apply', 'derive', 'ledger', 'package', 'plan', 'remote', 'report', 'run', 'simulate'],
    of: [
      'gate-proof',
      'plan/gate-during-apply',
      'shipped',
      'redact',
      'kills/kills',
      'package/tarball',
      'package/installed',
      'simulation/simulation',
      'simulate/unknown',
    ],
    again: ['redact/written-secrets'],
    env: { KILLS: process.env['KILLS'] ?? '60', SEEDS: process.env['SEEDS'] ?? '2000' },
  },
  {
    name: 'exposure',
    proves:
      'Of 60,000 random changes none that opens a request is let through, and few harmless edits of 400 real policies are refused.',
    about: ['plan', 'routing', 'simulate'],
    of: ['exposure'],
  },
  {
    name: 'commands',
    proves: 'Every command that a page, a help text or a message prints works as printed, in real shells.',
    about: ['commands', 'package', 'report', 'run'],
    of: ['docs', 'help', 'life', 'scenarios', 'commands', 'pipeline', 'package/action'],
    again: ['scenarios/scenarios'],
  },
  {
    name: 'shipped',
    proves:
      'What is shipped does what the sources do: bundles, executable, image, extension, hooks, each Node.',
    about: ['commands', 'lsp', 'package', 'workspace'],
    of: ['bundle', 'package', 'editors', 'workspace/git/pre-commit', 'lsp/protocol', 'model/shipped'],
    again: ['bundle/every-verb'],
    env: { SCENARIOS: 'all' },
  },
  {
    name: 'stores',
    proves: 'The ledger survives kills, rivals and broken servers in files, git and PostgreSQL.',
    about: ['ledger', 'run', 'server'],
    of: [
      'kills',
      'ledger/git',
      'ledger/postgres',
      'ledger/migrate',
      'ledger/lock-interleavings',
      'ledger/night',
      'server',
    ],
    again: ['ledger/file-store'],
  },
  {
    name: 'growth',
    proves:
      'The work of large inputs grows in proportion to their size, counted in calls and blocks of code.',
    about: ['ledger', 'lint', 'lsp', 'plan', 'pull', 'report', 'routing', 'text'],
    of: [
      ...[
        'prove',
        'lint/growth',
        'lint/domain',
        'ledger',
        'plan/gate-growth',
        'plan/mass-growth',
        'plan/policy-growth',
      ],
      ...['report/linear', 'report/findings', 'pull', 'routing/traffic', 'routing', 'lsp', 'counts'],
    ],
  },
  {
    name: 'hostile',
    proves:
      'A fresh clone runs, reads, sends and publishes nothing; hostile servers and mebibytes of nonsense are refused.',
    about: ['derive', 'ledger', 'lint', 'plan', 'remote', 'report', 'workspace'],
    of: [
      'clone',
      'derive/yaml',
      'workspace',
      'lint',
      'injection',
      'workspace/git',
      'ledger/damaged',
      'report',
      'plan/snapshot',
      'remote/api',
    ],
  },
  {
    name: 'dev',
    proves:
      'The bookshop, served by `dev`, works in curl and a browser, keeps its memory, and a hostile page gets nothing.',
    about: ['dev', 'simulate', 'commands'],
    of: ['dev'],
  },
  {
    name: 'pages',
    proves:
      'The page of a plan and the site of the docs work in Chromium, and the pictures of the docs are those of today.',
    about: ['report'],
    of: ['report/html', 'site'],
    again: ['pictures/pictures'],
  },
  {
    name: 'histories',
    proves: 'Thousands of random histories agree with a second model of the service.',
    about: ['apply', 'ledger', 'plan', 'run', 'server', 'workspace'],
    of: ['model/histories-1', 'model/histories-2'],
  },
  {
    name: 'models',
    proves:
      'Bugs planted in the models and in the engine are found, and lint agrees with the local API on every document.',
    about: ['lint', 'plan', 'run', 'server', 'simulate'],
    of: ['model', 'simulation', 'simulate', 'plan', 'run'],
    again: ['agree/agree', 'plan/module-stories'],
    env: { AGREE: process.env['AGREE'] ?? 'Infinity' },
  },
  {
    name: 'properties',
    proves: 'The properties and lists of cases of which `npm test` runs a share hold in full.',
    about: ['derive', 'edit', 'kinds', 'lint', 'model', 'text'],
    of: ['lint/findings-of-others'],
    again: 'shortened',
  },
  {
    name: 'documents',
    proves:
      'Each key of each kind of document with a value of another type ends lint, tests, plan and editor as it should.',
    about: ['kinds', 'lint', 'lsp', 'model', 'workspace'],
    of: [],
    again: ['documents/mutated'],
  },
];

/** The files of a part, of all files of tests below `test/`. */
export function filesOf(part: Part, files: readonly string[]): readonly string[] {
  const { again } = part;
  const isAgain = (file: string): boolean =>
    again === 'shortened'
      ? isShortened(file) && !parts.some((other) => isAgainIn(other, file))
      : isAgainIn(part, file);
  return files.filter((file) => (file.endsWith('.prove.ts') ? partOf(file) === part : isAgain(file)));
}

/** The parts that changed files are about: by the folder of `src`, or because a test of theirs has changed. */
export function partsAbout(changed: readonly string[]): readonly Part[] {
  const rooms = new Set(changed.map((file) => /^src\/([^/]+)\//.exec(file)?.[1]));
  const own = new Set(changed.map(partOf));
  return parts.filter((part) => own.has(part) || part.about.some((room) => rooms.has(room)));
}

/** The most specific name decides: `kills/kills` before `kills`. */
export function partOf(file: string): Part | undefined {
  const named = parts.flatMap((part) =>
    part.of.filter((name) => isOf(file, name)).map((name) => ({ part, name })),
  );
  return named.sort((a, b) => b.name.length - a.name.length)[0]?.part;
}

function isAgainIn({ again = [] }: Part, file: string): boolean {
  return again !== 'shortened' && again.some((name) => isOf(file, name));
}

/** Whether `npm test` runs only a share of its cases or properties. */
function isShortened(file: string): boolean {
  return readFileSync(path.join(root, file), 'utf8').includes("/runs.ts'");
}

function isOf(file: string, name: string): boolean {
  return file.startsWith(`test/${name}/`) || file.startsWith(`test/${name}.`);
}
