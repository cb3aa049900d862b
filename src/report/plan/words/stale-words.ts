import type {
  BoundDifference,
  FieldDifference,
  ForeignReason,
  StaleReason,
} from '../../../model/facts/stale.ts';
import type { Json } from '../../../model/value.ts';
import { reasonText } from './reason-words.ts';
import { named } from './say.ts';

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
