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
  switch (reason.code) {
    case 'not-known':
      return 'it is not in the new plan';
    case 'new-step':
      return reasonText(reason.because);
    case 'other-action':
      return `it would be \`${reason.is}\` now, not \`${reason.was}\`: ${reasonText(reason.because)}`;
    case 'not-live':
      return `it was live with the hash ${reason.hash}, and no longer is`;
    case 'live-changed': {
      const how = reason.how === 'outside' ? 'changed outside Edgewright' : 'changed since';
      return `it was ${how}: ${fieldsText(reason.fields) ?? `its live hash was ${reason.was} and is ${reason.is}`}`;
    }
    case 'no-longer-declared':
      return `${fileText(reason.file)} no longer declares it`;
    case 'now-declared':
      return `${fileText(reason.file)} declares it now`;
    case 'declared-otherwise':
      return `${fileText(reason.file)} declares it differently`;
    case 'files-changed': {
      const files = reason.files.length === 0 ? fileText(undefined) : named(reason.files);
      return `${files} changed: ${fieldsText(reason.fields) ?? `its desired hash was ${reason.was} and is ${reason.is}`}`;
    }
    case 'part-changed':
      return `its \`${reason.part}\` is different`;
    case 'request-changed':
      return `the request would be different: ${reason.places.length === 0 ? 'what is filled in' : named(reason.places)}`;
    case 'changes-now':
    case 'changed-then':
    case 'other-value':
    case 'other-live':
      return differenceText(reason);
  }
}

const mostFields = 3;

/** Undefined if the plans do not have the fields that differ. */
function fieldsText(fields: readonly FieldDifference[]): string | undefined {
  if (fields.length === 0) return undefined;
  const more = fields.length - mostFields;
  return `${fields.slice(0, mostFields).map(differenceText).join('; ')}${more > 0 ? `; and ${more} more` : ''}`;
}

function differenceText(one: FieldDifference): string {
  switch (one.code) {
    case 'changes-now':
      return `\`${one.path}\` is to become ${valueText(one.to)}, and was not to change`;
    case 'changed-then':
      return `\`${one.path}\` was to become ${valueText(one.to)}, and is not to change`;
    case 'other-value':
      return `\`${one.path}\` was to become ${valueText(one.was)}, and is to become ${valueText(one.is)}`;
    case 'other-live':
      return `\`${one.path}\` was ${valueText(one.was)} live, and is ${valueText(one.is)}`;
  }
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
  switch (reason.code) {
    case 'other-lineage':
      return `is a plan of the workspace with the lineage ${reason.lineage}; this one has ${reason.own}`;
    case 'other-environment':
      return `is a plan for \`${reason.environment}\``;
    case 'other-api':
      return `was made against ${reason.api}, not against ${reason.own}`;
    case 'other-tool':
      return `was made by edgewright ${reason.tool}; this is ${reason.own}`;
    case 'applied':
      return `was applied already, at ${reason.at}: a plan is single-use`;
    case 'older':
      return `is older than what was applied since: the ledger was at serial ${reason.serial} and is at ${reason.own}`;
    case 'newer':
      return `is of serial ${reason.serial} of the ledger, which is at ${reason.own}: an older ledger was put back`;
  }
}

/** The document that was expected. */
export type ExpectedDocument = 'saved plan' | 'rollback file' | 'plan';

/** The end of a sentence about the file; `what` is the expected document. */
export function documentProblemText(problem: DocumentProblem, what: ExpectedDocument): string {
  switch (problem.code) {
    case 'syntax':
      return `cannot be read at ${problem.line}:${problem.column}: ${problem.what}`;
    case 'not-ours':
      return `is not a valid ${what}`;
    case 'report':
      return 'is a report, not a saved plan: it has no seal, so it may be incomplete';
    case 'no-steps':
      return 'is malformed at /plans: it is empty';
    case 'old-rollback':
      return 'was written by an older Edgewright: it does not say which fields the run changed';
    case 'too-large':
      return `is larger than ${problem.most / 1024 / 1024} MiB`;
    case 'newer':
      return `was written by a newer Edgewright (format ${problem.format}; this one knows ${problem.known})`;
    case 'damaged':
      return 'was damaged or edited after it was saved: its checksum does not match';
    case 'unsigned':
      return 'is not signed, and EDGEWRIGHT_PLAN_KEY is set here';
    case 'other-key':
      return 'is not signed with the key that is set here: its signature does not match';
    case 'laid-out':
      return 'was reformatted: it is not as Edgewright wrote it';
    case 'malformed':
      return `is malformed at ${problem.at}`;
    case 'unknown-fact':
      return `is malformed at ${problem.at}: this version does not know it`;
    case 'other-run':
      return `is the rollback file of run ${problem.run}, not of ${problem.own}`;
  }
}

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
