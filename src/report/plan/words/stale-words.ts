import { kinds } from '../../../kinds/index.ts';
import type { DocumentProblem } from '../../../model/facts/refusal.ts';
import type { RollbackKept, RollbackLoss } from '../../../model/facts/rollback.ts';
import type {
  BoundDifference,
  FieldDifference,
  ForeignReason,
  StaleReason,
} from '../../../model/facts/stale.ts';
import type { Json } from '../../../model/value.ts';
import { reasonText } from './reason-words.ts';
import { named, say, type Words } from './say.ts';

/** One sentence without a final period. */
export function staleReasonText(reason: StaleReason): string {
  return say(staleWords, reason);
}

const differenceWords: Words<FieldDifference> = {
  'changes-now': ({ path, to }) => `\`${path}\` is to become ${valueText(to)}, and was not to change`,
  'changed-then': ({ path, to }) => `\`${path}\` was to become ${valueText(to)}, and is not to change`,
  'other-value': ({ path, was, is }) =>
    `\`${path}\` was to become ${valueText(was)}, and is to become ${valueText(is)}`,
  'other-live': ({ path, was, is }) => `\`${path}\` was ${valueText(was)} live, and is ${valueText(is)}`,
};

const staleWords: Words<StaleReason> = {
  ...differenceWords,
  'not-known': () => 'it is not in the new plan',
  'new-step': ({ because }) => reasonText(because),
  'other-action': ({ was, is, because }) =>
    `it would be \`${is}\` now, not \`${was}\`: ${reasonText(because)}`,
  'not-live': ({ hash }) => `it was live with the hash ${hash}, and no longer is`,
  'live-changed': ({ how, fields, was, is }) =>
    `it was ${how === 'outside' ? 'changed outside Edgewright' : 'changed since'}: ${fieldsText(fields) ?? `its live hash was ${was} and is ${is}`}`,
  'no-longer-declared': ({ file }) => `${fileText(file)} no longer declares it`,
  'now-declared': ({ file }) => `${fileText(file)} declares it now`,
  'declared-otherwise': ({ file }) => `${fileText(file)} declares it differently`,
  'files-changed': ({ files, fields, was, is }) =>
    `${files.length === 0 ? fileText(undefined) : named(files)} changed: ${fieldsText(fields) ?? `its desired hash was ${was} and is ${is}`}`,
  'part-changed': ({ part }) => `its \`${part}\` is different`,
  'request-changed': ({ places }) =>
    `the request would be different: ${places.length === 0 ? 'what is filled in' : named(places)}`,
};

const mostFields = 3;

/** Undefined if the plans do not have the fields that differ. */
function fieldsText(fields: readonly FieldDifference[]): string | undefined {
  if (fields.length === 0) return undefined;
  const more = fields.length - mostFields;
  const texts = fields.slice(0, mostFields).map((field) => say(differenceWords, field));
  return `${texts.join('; ')}${more > 0 ? `; and ${more} more` : ''}`;
}

function fileText(file: string | undefined): string {
  return file === undefined ? 'the workspace' : `\`${file}\``;
}

const longest = 60;

function valueText(value: Json | undefined): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value);
  if (text.length <= longest) return `\`${text}\``;
  return `${typeof value === 'string' ? 'a string' : 'a value'} of ${text.length} characters`;
}

const boundWords: Readonly<Record<BoundDifference['what'], string>> = {
  environment: 'the environment',
  lineage: 'the lineage of the ledger',
  serial: 'the serial of the ledger',
  api: 'the API',
  tool: 'the version of edgewright',
  files: 'the hash of the files',
  only: '--only',
  overrides: 'the overrides',
};

export function boundText({ what, was, is }: BoundDifference): string {
  const side = (text: string): string => (text === '' ? 'nothing' : text);
  return `${boundWords[what]} was ${side(was)} and is ${side(is)}`;
}

/** The end of a sentence about the file. */
export function foreignText(reason: ForeignReason): string {
  return say(foreignWords, reason);
}

const foreignWords: Words<ForeignReason> = {
  'other-lineage': ({ lineage, own }) =>
    `is a plan of the workspace with the lineage ${lineage}; this one has ${own}`,
  'other-environment': ({ environment }) => `is a plan for \`${environment}\``,
  'other-api': ({ api, own }) => `was made against ${api}, not against ${own}`,
  'other-tool': ({ tool, own }) => `was made by edgewright ${tool}; this is ${own}`,
  applied: ({ at }) => `was applied already, at ${at}: a plan is single-use`,
  older: ({ serial, own }) =>
    `is older than what was applied since: the ledger was at serial ${serial} and is at ${own}`,
  newer: ({ serial, own }) =>
    `is of serial ${serial} of the ledger, which is at ${own}: an older ledger was put back`,
};

/** The document that was expected. */
export type ExpectedDocument = 'saved plan' | 'rollback file' | 'plan';

/** The end of a sentence about the file; `what` is the expected document. */
export function documentProblemText(problem: DocumentProblem, what: ExpectedDocument): string {
  return say(problemWords, problem, what);
}

const problemWords: Words<DocumentProblem, [ExpectedDocument]> = {
  syntax: ({ line, column, what }) => `cannot be read at ${line}:${column}: ${what}`,
  'not-ours': (_problem, what) => `is not a valid ${what}`,
  report: () => 'is a report, not a saved plan: it has no seal, so it may be incomplete',
  'no-steps': () => 'is malformed at /plans: it is empty',
  'old-rollback': () => 'was written by an older Edgewright: it does not say which fields the run changed',
  'too-large': ({ most }) => `is larger than ${most / 1024 / 1024} MiB`,
  newer: ({ format, known }) =>
    `was written by a newer Edgewright (format ${format}; this one knows ${known})`,
  damaged: () => 'was damaged or edited after it was saved: its checksum does not match',
  unsigned: () => 'is not signed, and EDGEWRIGHT_PLAN_KEY is set here',
  'other-key': () => 'is not signed with the key that is set here: its signature does not match',
  'laid-out': () => 'was reformatted: it is not as Edgewright wrote it',
  malformed: ({ at }) => `is malformed at ${at}`,
  'unknown-fact': ({ at }) => `is malformed at ${at}: this version does not know it`,
  'other-run': ({ run, own }) => `is the rollback file of run ${run}, not of ${own}`,
};

/** The advice; undefined if a new plan should be saved instead. */
export function savedPlanHelp({ code }: DocumentProblem): string | undefined {
  if (code === 'not-ours') return 'a saved plan is what `plan --save` wrote';
  if (code === 'newer') return 'apply it with the Edgewright that made it, or plan again';
  if (code === 'unsigned') return 'save it where that key is set, too';
  if (code === 'other-key') return 'set the EDGEWRIGHT_PLAN_KEY that it was saved with, or plan again';
  return undefined;
}

/** The advice about the JSON of a plan. */
export function planJsonHelp({ code }: Pick<DocumentProblem, 'code'>): string {
  if (code === 'newer') return 'read it with the Edgewright that made it, or plan again';
  return 'make it with `edgewright plan --format json=<file>`, and leave it as it is';
}

/** A part of a run that cannot be undone, listed behind `Cannot be undone:`. */
export function rollbackLossText(loss: RollbackLoss): string {
  return say(losses, loss);
}

const losses: Words<RollbackLoss> = {
  'cannot-delete': ({ address, kind }) => `${address} (the API cannot delete ${kinds[kind].title}s)`,
  'new-id': ({ address, id }) => `${address} (created again with an id other than ${id ?? 'its own'})`,
  gone: ({ address }) => `${address} (no longer exists; it is not created again)`,
  'modules-stay': ({ address, modules }) =>
    `${address}: ${named(modules)} (the API cannot remove a module; it can only be disabled)`,
  'secrets-unknown': ({ address, fields }) =>
    `${address}: ${named(fields)} (the old secret values are unknown; the current ones are sent)`,
  'never-declared': ({ address, fields }) => `${address}: ${named(fields)} (never declared, so not restored)`,
};

/** A part of a run that a rollback keeps, on one line without a final period. */
export function rollbackKeptText(kept: RollbackKept): string {
  return say(keptWords, kept);
}

const keptWords: Words<RollbackKept> = {
  replaced: ({ address, run }) =>
    `\`${address}\` is kept: the object that run ${run} replaced no longer existed`,
  'other-object': ({ address, run }) =>
    `\`${address}\` is kept: it is not the object that run ${run} created`,
  'no-longer-managed': ({ address, run }) => `\`${address}\` is kept: no longer managed since run ${run}`,
  'not-in-ledger': ({ address, run }) => `\`${address}\` is kept: not in the ledger since run ${run}`,
  'name-given-away': ({ address, run }) =>
    `\`${address}\` is kept: a different object has had its name since run ${run}`,
  'created-again': ({ address, run }) => `\`${address}\` is kept: created again since run ${run}`,
  'secret-field': ({ address, field }) =>
    `\`${field}\` of \`${address}\` is kept: it had a secret that Edgewright never sent`,
  'secret-lost': ({ address, field }) =>
    `\`${field}\` of \`${address}\` is restored without its secret, which Edgewright never sent`,
  'not-managed-again': ({ address, id }) =>
    `\`${id}\` is not managed again: \`${address}\` is a different object now`,
  'renamed-again': ({ address, run }) => `\`${address}\` keeps its name: renamed again since run ${run}`,
  'name-taken': ({ address, other }) =>
    `\`${address}\` keeps its name: \`${other}\` is a different object now`,
};
