import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { interpolate, type Contexts } from './expressions.ts';
import { runProgram } from '../run-program.ts';
import type { Runner, StepEnd } from './play-step.ts';

const repository = path.join(import.meta.dirname, '../../..');

interface Use {
  readonly inputs: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string>>;
  readonly contexts: Contexts;
}

type Ended = Pick<StepEnd, 'exit' | 'log' | 'outputs'>;

/** Plays an action: GitHub's own by their documented effect, ours by its `action.yml` and the file that is shipped. */
export async function playAction(runner: Runner, uses: string, use: Use): Promise<Ended> {
  const [name = '', commit = ''] = uses.split('@');
  if (name !== 'edgewright/edgewright' && !/^[0-9a-f]{40}$/.test(commit)) {
    throw new Error(`${uses} is not pinned by its commit`);
  }
  switch (name) {
    case 'actions/checkout':
      return checkout(runner, use);
    case 'actions/setup-node':
      return done;
    case 'actions/upload-artifact':
      return upload(runner, use);
    case 'actions/download-artifact':
      return download(runner, use);
    case 'github/codeql-action/upload-sarif':
      JSON.parse(readFileSync(path.join(runner.workspace, use.inputs['sarif_file'] ?? ''), 'utf8'));
      return done;
    case 'edgewright/edgewright':
    case 'your-org/edgewright':
      return ours(runner, use);
    default:
      throw new Error(`no way to play ${uses}`);
  }
}

const done: Ended = { exit: 0, log: '', outputs: {} };

async function checkout({ hub, event, workspace }: Runner, { inputs, env }: Use): Promise<Ended> {
  const remote = hub.repositories[inputs['repository'] ?? event.repository] ?? '';
  const ref = inputs['ref'] ?? event.sha;
  const target = path.join(workspace, inputs['path'] ?? '.');
  mkdirSync(target, { recursive: true });
  const depth = inputs['fetch-depth'] === '0' ? [] : [`--depth=${inputs['fetch-depth'] ?? 1}`];
  const script = [
    'git init -q .',
    'git remote add origin "$REMOTE"',
    `git fetch -q ${depth.join(' ')} origin "$REF"`,
    'git checkout -q --detach FETCH_HEAD',
  ];
  const more = { REMOTE: `file://${remote}`, REF: ref };
  const { exit, log } = await runProgram('bash', ['-e', '-c', script.join('\n')], {
    cwd: target,
    env: { ...env, ...more },
  });
  if (exit !== 0) throw new Error(log);
  return done;
}

function upload({ hub, event, workspace, github }: Runner, { inputs }: Use): Ended {
  const [runId, name] = [Number(github['run_id']), inputs['name'] ?? 'artifact'];
  const folder = path.join(hub.folder, 'artifacts', String(runId), name);
  const paths = (inputs['path'] ?? '').split('\n').filter((each) => each !== '');
  const there = paths.map((each) => path.resolve(workspace, each)).filter((each) => existsSync(each));
  if (there.length === 0) return { ...done, exit: inputs['if-no-files-found'] === 'error' ? 1 : 0 };
  mkdirSync(folder, { recursive: true });
  for (const each of there) cpSync(each, path.join(folder, path.basename(each)), { recursive: true });
  hub.door.artifacts.push({
    id: hub.door.artifacts.length + 1,
    name,
    runId,
    headBranch: event.headRef ?? event.ref.replace('refs/heads/', ''),
    headRepositoryId: event.isFork === true ? 2 : 1,
    folder,
  });
  return done;
}

/** Of the same run. */
function download({ hub, workspace, github }: Runner, { inputs }: Use): Ended {
  const name = inputs['name'] ?? 'artifact';
  const found = hub.door.artifacts.find(
    (each) => each.runId === Number(github['run_id']) && each.name === name,
  );
  if (found === undefined) return { exit: 1, log: `Unable to find artifact ${name}\n`, outputs: {} };
  const target = path.resolve(workspace, inputs['path'] ?? '.');
  mkdirSync(target, { recursive: true });
  for (const each of readdirSync(found.folder))
    cpSync(path.join(found.folder, each), path.join(target, each), { recursive: true });
  return done;
}

interface ActionFile {
  readonly inputs: Readonly<Record<string, { readonly default?: string; readonly required?: boolean }>>;
  readonly runs: { readonly main: string };
}

async function ours({ workspace }: Runner, { inputs, env, contexts }: Use): Promise<Ended> {
  const file = parse(readFileSync(path.join(repository, 'action.yml'), 'utf8')) as ActionFile;
  const stray = Object.keys(inputs).filter((name) => !Object.hasOwn(file.inputs, name));
  if (stray.length > 0) throw new Error(`action.yml has no input ${stray.join(', ')}`);
  const given = Object.entries(file.inputs).map(([name, input]) => {
    const value = inputs[name] ?? interpolate(input.default ?? '', contexts);
    if (input.required === true && value === '') throw new Error(`the input ${name} is required`);
    return [`INPUT_${name.replaceAll(' ', '_').toUpperCase()}`, value];
  });
  const main = path.join(repository, file.runs.main);
  const own = { ...env, ...(Object.fromEntries(given) as Record<string, string>) };
  return { ...(await runProgram(process.execPath, [main], { cwd: workspace, env: own })), outputs: {} };
}
