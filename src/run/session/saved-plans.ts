import { UserError, usageError } from '../../model/errors.ts';
import type { DocumentProblem } from '../../model/facts/document-problem.ts';
import type { Io } from '../../model/io.ts';
import type { MadeBy, Plan } from '../../model/plan/plan.ts';
import type { JsonObject } from '../../model/value.ts';
import type { SavedPlan } from '../../plan/saved/plan-document.ts';
import { planOf } from '../../plan/saved/plan-of.ts';
import { readPlanJson } from '../../plan/saved/read-plan-json.ts';
import { type OpenedPlan, readSaved, savedText } from '../../plan/saved/read-saved.ts';
import { planDocument, planJson } from '../../report/plan/json/plan-json.ts';
import {
  documentProblemText,
  planJsonHelp,
  savedPlanHelp,
} from '../../report/plan/words/document-problem-words.ts';
import { cleanDocument, jsonText } from '../../report/text/json.ts';
import { commandLine, type PlaceFlags, secretsWords } from '../cli/command-line.ts';
import { readFromDisk } from '../cli/files/named-file.ts';
import { keyIn } from './secrets/environment-key.ts';
import { writePrivateFile } from '../cli/files/write-result.ts';
import { exitCodes } from '../../model/exit-codes.ts';

/** The length of a signature: a shorter key would be easier to guess than the signature. */
const shortestKey = 32;

/** The key that signs saved plans, only from the environment; undefined if there is none. */
export function planKey({ env }: Io): string | undefined {
  return keyIn(env, 'EDGEWRIGHT_PLAN_KEY', shortestKey);
}

/** Saves a plan: the document of `plan --format json` plus the seal. Prints whether it is signed. */
export function savePlan(io: Io, file: string, plan: Plan): void {
  const key = planKey(io);
  writePrivateFile(io, file, savedText(shownDocument(io, plan), { key, print: jsonText }));
  const signed = key === undefined ? 'not signed: EDGEWRIGHT_PLAN_KEY is not set' : 'signed';
  io.stderr(`saved \`${file}\` (${signed})\n`);
}

/** Without known secrets, before it is sealed. */
function shownDocument({ secrets }: Io, plan: Plan): JsonObject {
  const document = documentOf(plan);
  return secrets === undefined ? document : (cleanDocument(document, secrets) as JsonObject);
}

const made = 'name a file that `plan --save` wrote';

/** The options of a saved plan, for the command that saves it again. */
interface SaveFlags extends PlaceFlags {
  readonly env?: string | undefined;
  readonly only?: readonly string[];
}

/** The command that saves a new plan in place of this one. */
export function saveCommand(file: string, { env, only = [], ...place }: SaveFlags): string {
  return commandLine(['plan', '--env', env ?? '<environment>'], place, [
    ...only.flatMap((filter) => ['--only', filter]),
    ...secretsWords(place),
    '--save',
    file,
  ]);
}

/** Throws `UserError` 5 for a file that is not a complete saved plan, 64 if there is no file. */
export function openSavedPlan(io: Io, file: string, flags: SaveFlags = {}): OpenedPlan {
  const opened = readSaved(readText(io, file, flags), { key: planKey(io), print: jsonText });
  if (!('problem' in opened)) return opened;
  throw unusablePlan(file, opened.problem, flags);
}

/** The content of a file with plans. */
export interface PlanFile {
  readonly plans: readonly Plan[];
  /** A saved plan has neither its commit nor its time. */
  readonly madeBy: MadeBy;
  readonly signature: OpenedPlan['signature'] | 'no-seal';
  /** The sentences of a report are made again: those in the file may say anything. */
  readonly json: () => string;
}

/** Like `openSavedPlan`, but the file may also be the JSON of `plan --format json`, which has no seal. */
export function openPlanFile(io: Io, file: string): PlanFile {
  const text = readText(io, file, {});
  const opened = readSaved(text, { key: planKey(io), print: jsonText });
  if (!('problem' in opened)) {
    const { plan, signature, document } = opened;
    const madeBy = { version: plan.bound.tool, apis: [plan.bound.api] };
    return { plans: [planOf(plan)], madeBy, signature, json: () => jsonText(document) };
  }
  if (opened.problem.code === 'not-ours') {
    throw new UserError(exitCodes.unsafe, `\`${file}\` ${documentProblemText(opened.problem, 'plan')}`, {
      help: 'name a file that `plan --format json=<file>` or `plan --save` wrote',
    });
  }
  if (opened.problem.code !== 'report') throw unusablePlan(file, opened.problem, {});
  const report = readPlanJson(text);
  if (!('problem' in report)) {
    const { plans, madeBy } = report;
    return { plans, madeBy, signature: 'no-seal', json: () => planJson(plans, madeBy) };
  }
  throw new UserError(exitCodes.unsafe, `\`${file}\` ${documentProblemText(report.problem, 'plan')}`, {
    help: planJsonHelp(report.problem),
  });
}

function unusablePlan(file: string, problem: DocumentProblem, flags: SaveFlags): UserError {
  return new UserError(exitCodes.unsafe, `\`${file}\` ${documentProblemText(problem, 'saved plan')}`, {
    help: savedPlanHelp(problem) ?? `save a new one: \`${saveCommand(file, flags)}\``,
  });
}

/** A plan in the form of the document, for comparison with a saved one. */
export function savedForm(plan: Plan): SavedPlan {
  const [saved] = documentOf(plan)['plans'] as unknown as readonly SavedPlan[];
  if (saved === undefined) throw new Error('a document of one plan has none');
  return saved;
}

/** A plan as it is read again: undefined properties are absent. */
function documentOf(plan: Plan): JsonObject {
  return JSON.parse(JSON.stringify(planDocument([plan]))) as JsonObject;
}

function readText(io: Io, file: string, flags: SaveFlags): string {
  const read = readFromDisk(io, file, { help: `\`${saveCommand(file, flags)}\` makes it` });
  if (typeof read === 'string') {
    if (!/\.ya?ml$/i.test(file)) return read;
    throw usageError(`\`${file}\` is a YAML file, not a saved plan`, made);
  }
  throw new UserError(exitCodes.unsafe, `\`${file}\` ${read.problem}`, { help: made });
}
