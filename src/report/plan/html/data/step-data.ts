import { shortChange } from '../../../../derive/approval-text.ts';
import { maskedValue } from '../../../../derive/forms/masked.ts';
import type { Diagnostic } from '../../../../model/diagnostic.ts';
import type { FieldChange, PlannedRequest, PlanOrigin, Step } from '../../../../model/plan.ts';
import type { Json } from '../../../../model/value.ts';
import { lineColumn } from '../../../../workspace/yaml/position.ts';
import { attributionWords, changeNotes } from '../../change-notes.ts';
import { changeSides } from '../../change-sides.ts';
import { unjudgedLines, weakenedLines } from '../../exposed.ts';
import { exposureText } from '../../words/exposure.ts';
import { filledInText } from '../../filled-in-text.ts';
import { heldWords } from '../../held-words.ts';
import { restsOnLines } from '../../rests-on.ts';
import { escapedCharacter, inert, inertLine } from '../../../text/inert.ts';
import { helpBeside } from '../../../findings/lint-report.ts';
import { protectionText } from '../../text/plan-step.ts';
import { reasonText } from '../../words/reason.ts';
import { remedyHeading, remedyText } from '../../words/remedy.ts';
import type { ChangeData, FindingData, RequestData, SourceData, StepData } from './data.ts';

/** All that is shown inside a step. */
export function stepData(step: Step, findings: readonly Diagnostic[]): StepData {
  const { action, changes, exposure, hash, origin, requests, remedies } = step;
  return {
    reason: safe(reasonText(step.reason)),
    ...(origin === undefined ? {} : { at: originData(origin) }),
    hash: safe(shortChange(hash)),
    facts: factsOf(step).map(safe),
    exposure: [
      ...(exposure?.reasons ?? []).map(exposureText),
      ...weakenedLines(step),
      ...unjudgedLines(step),
    ].map(safe),
    // Why a field of a deleted object goes needs no words.
    changes: changes.map((change) =>
      changeData(action === 'delete' ? { ...change, cause: 'configuration' } : change),
    ),
    findings: findings.map(findingData),
    remedies: remedies.map((remedy) => safe(remedyText(remedy))),
    heading: remedyHeading(step),
    requests: requests.map(requestData),
  };
}

function factsOf(step: Step): readonly string[] {
  const { exposure, held = [], formerly, action, id, isProtected, missingSecrets, protection, since } = step;
  const { attribution = [], changes } = step;
  const isSaid = changes.some((change) => change.attribution !== undefined);
  return [
    ...(protection === undefined ? [] : [`protection: ${protectionText(protection)}`]),
    ...(exposure === undefined || exposure.isAllowed
      ? []
      : [`nobody has said yes to change ${shortChange(exposure.change)}`]),
    ...heldWords(step, ['the first of two values', 'the second']),
    ...(formerly === undefined || action === 'keep' ? [] : [`formerly ${formerly}`]),
    ...(since === undefined ? [] : [`changed since ${since}`]),
    ...restsOnLines(step),
    ...(isProtected ? ['on the list of what is protected'] : []),
    ...(isSaid ? [] : attribution.map((one) => attributionWords[one])),
    ...(held.length === 0 ? [] : [`changed outside, and left as it is: ${held.join(', ')}`]),
    ...(missingSecrets.length === 0
      ? []
      : [`apply needs ${missingSecrets.join(', ')}, which cannot be found here`]),
    ...(id === undefined ? [] : [`live as ${id}`]),
  ];
}

/** Beyond so many columns two values are laid out line by line. */
const room = { pair: 60, single: 100 } as const;

function changeData(change: FieldChange): ChangeData {
  const { origin } = change;
  const notes = changeNotes(change);
  return {
    path: inertLine(change.path),
    ...sidesOf(change),
    notes: notes === '' ? [] : [safe(notes)],
    ...(origin === undefined ? {} : { at: originData(origin) }),
  };
}

function sidesOf(change: FieldChange): Pick<ChangeData, 'before' | 'after' | 'lines' | 'shape'> {
  const sides = changeSides(change, room);
  if (sides.shape === 'secret') return { after: safe(sides.text), shape: 'secret' };
  const { before, after, isSecret } = change;
  const values = {
    ...(before === undefined ? {} : { before: safeTree(before) }),
    ...(after === undefined ? {} : { after: safeTree(after) }),
  };
  if (sides.shape === 'values') return { ...values, shape: isSecret ? 'secret' : 'line' };
  const isText = typeof before === 'string' || typeof after === 'string';
  const lines = { before: safe(sides.before), after: safe(sides.after) };
  return { ...values, ...(isText ? { lines } : {}), shape: 'lines' };
}

export function originData({ file, line, column, layer }: PlanOrigin): SourceData {
  return { file, line, column, ...(layer === undefined ? {} : { layer: inertLine(layer) }) };
}

export function findingData(finding: Diagnostic): FindingData {
  const { severity, rule, message, place } = finding;
  const help = helpBeside(finding);
  return {
    severity,
    rule,
    message: safe(message),
    ...(help === undefined ? {} : { help: safe(help) }),
    at: { file: place.source.path, ...lineColumn(place.source, place.start) },
  };
}

function requestData(request: PlannedRequest): RequestData {
  const { method, path, body, filledIn = [] } = request;
  return {
    line: inertLine(`${method} ${path}`),
    ...(body === undefined ? {} : { body: safeTree(maskedValue(body)) }),
    filledIn: filledIn.map((place) => inertLine(`put in when it is sent: ${filledInText(place, request)}`)),
  };
}

function safeTree(value: Json): Json {
  if (typeof value === 'string') return safe(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return (value as readonly Json[]).map(safeTree);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [safe(key), safeTree(item)]));
}

/** With its lines; nothing else in it acts, and it is whole characters. */
export function safe(text: string): string {
  return inert(text)
    .replaceAll('\r', String.raw`\r`)
    .replace(/\p{Surrogate}/gu, escapedCharacter);
}
