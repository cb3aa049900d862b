import { beginRun, openRun, type RunFlags } from '../../run/session/run.ts';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isMatched, matchesGlob, startGlobs } from '../../text/patterns/glob.ts';
import type { ApprovalGroup, AskedApproval } from '../../model/approval.ts';
import { usageError, UserError } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import type { Plan } from '../../model/plan/plan.ts';
import type { Settings } from '../../model/workspace/settings.ts';
import { approvalYaml } from '../../report/plan/approval-yaml.ts';
import { remedyWay } from '../../report/plan/words/remedy-words.ts';
import { inertLine, inertPath } from '../../report/text/inert.ts';
import { commandLine, envWords } from '../../run/cli/command-line.ts';
import { meantOf } from '../../run/cli/unused-words.ts';
import { refuseLinks } from '../../run/cli/files/refuse-target.ts';
import { replaceFile } from '../../run/cli/files/replace-file.ts';
import { openPlanFile } from '../../run/session/saved-plans.ts';
import { chooseEnvironments } from '../../run/session/workspace/choose-environments.ts';
import { openBase } from '../../run/plan/base/plan-base.ts';
import { planEnvironments } from '../../run/plan/plan-environments.ts';
import type { PlanFlags } from '../../run/plan/planned.ts';
import { groupBy } from '../../text/lists/group-by.ts';
import { suggestions } from '../../text/suggest.ts';
import { codeList } from '../../text/words/list-words.ts';
import { exitCodes, type ExitCode } from '../../model/exit-codes.ts';
import { firstGiven } from '../../run/cli/first-given.ts';

export interface ApproveOptions extends PlanFlags, RunFlags {
  readonly env?: readonly string[];
  readonly reason?: string;
  readonly base?: string;
  readonly rollback?: string;
  readonly plan?: string;
  readonly file?: string;
  readonly dryRun?: boolean;
}

/** Adds the approvals to one resource file, a document for each environment and kind of decision. */
export async function writeApprovals(
  io: Io,
  changes: readonly string[],
  options: ApproveOptions,
): Promise<ExitCode> {
  const given = options.reason === undefined ? undefined : reasonIn(options.reason);
  refuseTogether(options);
  const run = await beginRun(io, options);
  const { workspace: opened } = run;
  const file = approvalFile(io, opened.root, opened.settings, options.file);
  const environments = chooseEnvironments(opened, options.env);
  const plans = await plansOf(io, options, async () => {
    if (options.rollback !== undefined) return planOfUndo(io, options.rollback, options);
    const base = options.base === undefined ? undefined : await openBase(io, opened.root, options.base);
    return planEnvironments(run, { environments, base }, options);
  });
  const compared = [
    ...(options.base === undefined ? [] : ['--base', options.base]),
    ...(options.snapshot === undefined ? [] : ['--snapshot', options.snapshot]),
    ...(options.rollback === undefined ? [] : ['--rollback', options.rollback]),
  ];
  const plan = commandLine(['plan', ...envWords(options.env)], options, compared);
  const asked = chosenFrom(plans, changes, plan);
  const reason = given ?? (await askForReason(io, asked, options));
  const text = reason === undefined ? undefined : JSON.stringify(reason);
  const documents = documentsOf(asked).map((group) => approvalYaml(group, text).join('\n'));
  if (options.dryRun === true) {
    io.stdout(`${documents.map(inertLines).join('\n---\n')}\n`);
    return exitCodes.ok;
  }
  append(opened.root, file, documents);
  const done = reason === undefined ? 'prepared' : 'approved';
  const names = asked.map(({ allow, address, environment }) => ({
    line: `${done}  ${inertLine(address)}  (${allow}, ${environment})`,
    environment,
  }));
  io.stdout(`${names.map(({ line }) => line).join('\n')}\n`);
  const [only, ...more] = new Set(names.map(({ environment }) => environment));
  const next = commandLine(['plan', ...envWords(more.length > 0 ? undefined : only)], options, compared);
  const then = reason === undefined ? 'Fill in `reason:` there, then commit it' : 'Commit it';
  io.stdout(`\nWritten to ${inertPath(file)}. ${then} with the change; to check it:  ${next}\n`);
  return exitCodes.ok;
}

/** A plan of a file is made already, and undoing a run compares with what was there before it. */
function refuseTogether(options: ApproveOptions): void {
  const refuse = (option: string, others: readonly (keyof ApproveOptions)[]): void => {
    const other = firstGiven(options, others);
    if (other !== undefined) throw usageError(`${option} and ${other} cannot be used together`);
  };
  if (options.rollback !== undefined) refuse('--rollback', ['only', 'plan', 'base', 'snapshot']);
  if (options.plan !== undefined) refuse('--plan', ['only', 'base', 'snapshot']);
}

function reasonIn(text: string): string {
  const reason = text.trim();
  if (reason !== '' && !/\p{Cc}/u.test(reason)) return reason;
  throw usageError(
    '`--reason` must be one line of text',
    'say why the change is right: `--reason "the docs go public, SEC-412"`. Nothing was written',
  );
}

/** The reason that the person at the terminal gives; undefined without a terminal, where it is filled in later. */
async function askForReason(
  io: Io,
  asked: readonly AskedApproval[],
  { dryRun = false }: ApproveOptions,
): Promise<string | undefined> {
  if (dryRun || io.ask === undefined) return undefined;
  const names = [...new Set(asked.map(({ address }) => inertLine(address)))];
  const reply = await io.ask(`Reason to approve ${names.join(', ')}: `);
  if (reply === undefined)
    throw new UserError(exitCodes.usage, 'no reason was given', { help: 'nothing was written' });
  return reasonIn(reply);
}

async function planOfUndo(
  io: Io,
  run: string,
  { env: [name, ...more] = [], ...options }: ApproveOptions,
): Promise<readonly { readonly plan: Plan }[]> {
  if (more.length > 0) throw usageError('--rollback requires one environment');
  const { openUndo, showUndo } = await import('../../run/apply/rollback/undo-run.ts');
  const undoing = await openRun(io, { ...options, env: name });
  const planned = await showUndo(undoing, await openUndo(undoing, run), options);
  return planned === undefined ? [] : [planned];
}

function inertLines(text: string): string {
  return text.split('\n').map(inertLine).join('\n');
}

/** The plans of a file, or new ones. */
async function plansOf(
  io: Io,
  { plan: file, env }: ApproveOptions,
  make: () => Promise<readonly { readonly plan: Plan }[]>,
): Promise<readonly Plan[]> {
  if (file === undefined) return (await make()).map(({ plan }) => plan);
  const { plans } = openPlanFile(io, file);
  return env === undefined ? plans : plans.filter(({ environment }) => env.includes(environment));
}

/** An approval that a plan asks for, or offers for drift. */
interface Candidate {
  readonly asked: AskedApproval;
  readonly isRefused: boolean;
}

/** A secret that could not be compared is offered by its id alone: its resource may need other approvals. */
function candidatesOf({ environment, refusals, steps, notes }: Plan): readonly Candidate[] {
  const refused = refusals.flatMap(({ approvals = [] }) => approvals);
  const offered = steps.flatMap(({ remedies }) => remedies.flatMap((remedy) => remedyWay(remedy).asks ?? []));
  const secrets = notes.flatMap(({ values = [] }) =>
    values.map(({ address, change }): AskedApproval => ({
      allow: 'write-secret',
      address,
      environment,
      change,
    })),
  );
  return [
    ...refused.map((asked) => ({ asked, isRefused: true })),
    ...[...offered, ...secrets].map((asked) => ({ asked, isRefused: false })),
  ];
}

/** The approvals that are named, or all that are refused. What drifted is approved only by its name. */
function chosenFrom(
  plans: readonly Plan[],
  names: readonly string[],
  command: string,
): readonly AskedApproval[] {
  const all = plans.flatMap(candidatesOf);
  if (names.length > 0) return [...new Set(names.flatMap((name) => namedBy(name, all, command)))];
  const refused = all.filter(({ isRefused }) => isRefused);
  if (refused.length > 0) return refused.map(({ asked }) => asked);
  throw usageError(
    'no change of the plan needs an approval',
    `run \`${command}\`: it says what is refused and why. Nothing was written`,
  );
}

/** The shortest beginning of an id, which is what headings show. */
const leastDigits = 6;

function namedBy(name: string, all: readonly Candidate[], command: string): readonly AskedApproval[] {
  const isId = new RegExp(String.raw`^[\da-f]{${leastDigits},32}$`).test(name);
  const found = all.filter(({ asked: { allow, address, change, group = '' } }) =>
    isId ? change.startsWith(name) || group.startsWith(name) : address === name && allow !== 'write-secret',
  );
  const refused = found.filter(({ isRefused }) => isRefused);
  const chosen = refused.length > 0 ? refused : found;
  if (chosen.length > 0) return chosen.map(({ asked }) => asked);
  const near = suggestions(name, [...new Set(all.map(({ asked }) => asked.address))]);
  throw usageError(
    `no change of the plan needs an approval for \`${name}\``,
    `${meantOf(near) ?? `run \`${command}\`: it shows the change ids.`} Nothing was written`,
  );
}

function documentsOf(asked: readonly AskedApproval[]): readonly ApprovalGroup[] {
  const groups = groupBy(asked, ({ allow, environment }) => `${environment} ${allow}`);
  return [...groups.values()].flatMap(([first, ...others]): ApprovalGroup[] =>
    first === undefined ? [] : [[first, ...others]],
  );
}

/**
 * The file for approvals, from the root of the workspace. `approval-elsewhere` may limit them to files whose owners
 * approve: there it is the one named there, or `approvals.yaml` in the folder named there.
 */
function approvalFile(io: Io, root: string, settings: Settings, named: string | undefined): string {
  const rule = settings.lint.rules.get('approval-elsewhere');
  const files = rule?.options?.['files'];
  const allowed = Array.isArray(files) ? files.map(String) : [];
  const { state } = startGlobs(settings.resources);
  const isRead = (file: string): boolean => /\.ya?ml$/.test(file) && isMatched(state, file);
  const isAllowed = (file: string): boolean =>
    allowed.length === 0 || allowed.some((glob) => matchesGlob(glob, file));
  const where = codeList(allowed, ' or ');
  if (named === undefined) {
    const usual = allowed.length === 0 ? settings.resources : allowed;
    const found = usual.map(inFolderOf).find((file) => isRead(file) && isAllowed(file));
    if (found !== undefined) return found;
    throw usageError(
      'no file for approvals can be chosen',
      `name a YAML file that \`resources:\` matches${allowed.length === 0 ? '' : ` and \`approval-elsewhere\` allows (${where})`}, with \`--file\`. Nothing was written`,
    );
  }
  const file = path.relative(root, path.resolve(io.cwd, named)).split(path.sep).join('/');
  if (!isAllowed(file))
    throw usageError(
      `an approval is not allowed in \`${file}\``,
      `the rule \`approval-elsewhere\` allows ${where}. Nothing was written`,
    );
  if (isRead(file)) return file;
  throw usageError(
    `\`${file}\` is not a resource file of this workspace`,
    `name a YAML file that matches ${codeList(settings.resources, ' or ')}. Nothing was written`,
  );
}

/** `resources/approvals.yaml` for a pattern of `resources/`; a path without a pattern is the file itself. */
function inFolderOf(glob: string): string {
  const parts = glob.split('/');
  const pattern = parts.findIndex((part) => /[*?{[]/.test(part));
  return pattern === -1 ? glob : [...parts.slice(0, pattern), 'approvals.yaml'].join('/');
}

/** Adds documents at the end of a file, with the line breaks that it has. */
function append(root: string, file: string, documents: readonly string[]): void {
  refuseLinks(root, file);
  const target = path.join(root, file);
  const before = existsSync(target) ? readFileSync(target, 'utf8') : '';
  const trimmed = before.trimEnd();
  const kept = /(?:^|\n)---$/.test(trimmed) ? trimmed.slice(0, -'---'.length).trimEnd() : trimmed;
  const lineBreak = before.includes('\r\n') ? '\r\n' : '\n';
  const text = [...(kept === '' ? [] : [kept]), ...documents].join('\n---\n');
  replaceFile(root, file, `${text}\n`.replaceAll(/\r?\n/g, lineBreak));
}
