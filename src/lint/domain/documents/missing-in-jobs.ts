import type { Place, Source } from '../../../model/document.ts';
import type { Workspace } from '../../../model/workspace/workspace.ts';
import { quoted } from '../../../text/quoted.ts';

/** A fact of a workspace that the jobs of its repository do not have. */
export interface MissingInJobs {
  /** Of the declaration. */
  readonly place: Place;
  readonly lack: string;
  /** The value of `init --with` that writes the jobs. */
  readonly extra: 'github' | 'gitlab' | 'gitea';
}

/** The commands of jobs for an environment, and what a job does with it. */
const works = [
  ['plan', 'plans'],
  ['apply', 'applies'],
  ['drift', 'looks for drift in'],
] as const;

/** Jobs that take a whole store of secrets pass each of them. */
const passesAll = /secrets-dir|secrets: inherit|toJSON\(secrets\)/;

/** The environments, secrets and tests that no job has. Jobs that name no environment are for all. */
export function missingInJobs(workspace: Workspace, jobs: readonly Source[]): readonly MissingInJobs[] {
  const [first] = jobs;
  if (first === undefined) return [];
  const applying = jobs.filter(does('apply'));
  const extra = forgeOf(applying[0] ?? first);
  // GitLab passes each variable to each job.
  const passing = applying.filter((file) => forgeOf(file) !== 'gitlab');
  const top: Place = { source: workspace.settings.document.source, start: 0, end: 0 };
  return [
    ...environmentsWithout(workspace, jobs).map(([name, lack]) => {
      const source = workspace.environments.get(name)?.documents[0]?.source;
      return { place: source === undefined ? top : { source, start: 0, end: 0 }, lack, extra };
    }),
    ...variablesNotPassed(workspace, passing).map(([name, place = top]) => ({
      place,
      lack: `no job that applies passes ${quoted(name)}`,
      extra: passing.map(forgeOf)[0] ?? extra,
    })),
    ...(hasTests(workspace) && someDoes(jobs, 'lint') && !someDoes(jobs, 'test')
      ? [{ place: top, lack: 'no job of this repository runs the tests of this workspace', extra }]
      : []),
  ];
}

type Lack = readonly [environment: string, lack: string];

function environmentsWithout({ environments }: Workspace, jobs: readonly Source[]): readonly Lack[] {
  const names = [...environments.keys()];
  const lacking = works.map(([verb, work]) => {
    const words = wordsOf(jobs.filter(does(verb)));
    return {
      work,
      names: names.some((name) => words.has(name)) ? names.filter((name) => !words.has(name)) : [],
    };
  });
  return names.flatMap((name) => {
    const missing = lacking.filter((job) => job.names.includes(name)).map(({ work }) => work);
    return missing.length === 0
      ? []
      : [[name, `no job of this repository ${alternatives(missing)} ${quoted(name)}`] as const];
  });
}

/** `plans, applies or looks for drift in` */
function alternatives(all: readonly string[]): string {
  return all.join(', ').replace(/, (?=[^,]*$)/, ' or ');
}

type Variable = readonly [name: string, place?: Place];

function variablesNotPassed({ settings }: Workspace, applying: readonly Source[]): readonly Variable[] {
  if (applying.length === 0 || applying.some(({ text }) => passesAll.test(text))) return [];
  const passed = wordsOf(applying);
  const needed: readonly Variable[] = [
    ...(settings.ledger?.store === 'postgres' ? [['EDGEWRIGHT_POSTGRES_URL'] as const] : []),
    ...[...settings.secrets].map(([name, place]) => [`EDGEWRIGHT_SECRET_${name}`, place] as const),
  ];
  return needed.filter(([name]) => !passed.has(name));
}

function hasTests({ requestTests, policyTests }: Workspace): boolean {
  return [requestTests, policyTests].some((read) => (read?.().files.length ?? 0) > 0);
}

/** Whether one of the jobs runs a command. */
export function someDoes(jobs: readonly Source[], verb: string): boolean {
  return jobs.some(does(verb));
}

/** Whether jobs run a command, by the action or on a command line. */
function does(verb: string): (jobs: Source) => boolean {
  const words = new RegExp(`\\bmode: ${verb}\\b|\\bedgewright ${verb}\\b`);
  return ({ text }) => words.test(text);
}

function wordsOf(files: readonly Source[]): ReadonlySet<string> {
  return new Set(files.flatMap(({ text }) => text.match(/[\w-]+/g) ?? []));
}

function forgeOf({ path }: Source): MissingInJobs['extra'] {
  if (path.startsWith('.gitlab')) return 'gitlab';
  return path.startsWith('.github') ? 'github' : 'gitea';
}
