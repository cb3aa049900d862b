import type {
  BoundDifference,
  FieldDifference,
  ForeignReason,
  StaleReason,
} from '../../../model/facts/stale.ts';
import type { Json } from '../../../model/value.ts';
import { reasonText } from './reason-words.ts';
import { say, type Words } from './say.ts';
import { named } from '../../../text/words/list-words.ts';

/** One sentence without a final period. */
export function staleReasonText(reason: StaleReason): string {
  return say(staleWords, reason);
}

const differenceWords: Words<FieldDifference> = {
  'changes-now': ({ path, to }) => `\`${path}\` is to become ${valueText(to)}, and was not to change`,
  'changed-then': ({ path, to }) => `\`${path}\` was to become ${valueText(to)}, and is not to change`,
  'other-value': ({ path, was: planned, is: current }) =>
    `\`${path}\` was to become ${valueText(planned)}, and is to become ${valueText(current)}`,
  'other-live': ({ path, was: planned, is: live }) =>
    `\`${path}\` was ${valueText(planned)} live, and is ${valueText(live)}`,
};

const staleWords: Words<StaleReason> = {
  ...differenceWords,
  'not-known': () => 'it is not in the new plan',
  'new-step': ({ because }) => reasonText(because),
  'other-action': ({ was: planned, is: current, because }) =>
    `it would be \`${current}\` now, not \`${planned}\`: ${reasonText(because)}`,
  'not-live': ({ hash }) => `it was live with the hash ${hash}, and no longer is`,
  'live-changed': ({ how, fields, was: before, is: now }) =>
    `it was ${how === 'outside' ? 'changed outside Edgewright' : 'changed since'}: ${fieldsText(fields) ?? `its live hash was ${before} and is ${now}`}`,
  'no-longer-declared': ({ file }) => `${fileText(file)} no longer declares it`,
  'now-declared': ({ file }) => `${fileText(file)} declares it now`,
  'declared-otherwise': ({ file }) => `${fileText(file)} declares it differently`,
  'files-changed': ({ files, fields, was: before, is: now }) =>
    `${files.length === 0 ? fileText(undefined) : named(files)} changed: ${fieldsText(fields) ?? `its desired hash was ${before} and is ${now}`}`,
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

export function boundText({ what, was: planned, is: current }: BoundDifference): string {
  const side = (text: string): string => (text === '' ? 'nothing' : text);
  return `${boundWords[what]} was ${side(planned)} and is ${side(current)}`;
}

/** The end of a sentence about the file. */
export function foreignText(reason: ForeignReason): string {
  return say(foreignWords, reason);
}

const foreignWords: Words<ForeignReason> = {
  'other-lineage': ({ lineage, own: ownLineage }) =>
    `is a plan of the workspace with the lineage ${lineage}; this one has ${ownLineage}`,
  'other-environment': ({ environment }) => `is a plan for \`${environment}\``,
  'other-api': ({ api, own: ownApi }) => `was made against ${api}, not against ${ownApi}`,
  'other-tool': ({ tool, own: ownVersion }) => `was made by edgewright ${tool}; this is ${ownVersion}`,
  applied: ({ at }) => `was applied already, at ${at}: a plan is single-use`,
  older: ({ serial, own: ownSerial }) =>
    `is older than what was applied since: the ledger was at serial ${serial} and is at ${ownSerial}`,
  newer: ({ serial, own: ownSerial }) =>
    `is of serial ${serial} of the ledger, which is at ${ownSerial}: an older ledger was put back`,
};
