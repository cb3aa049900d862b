import { maskedValue } from '../../derive/forms/masked.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { FieldChange, PlanOrigin } from '../../model/plan/change.ts';
import type { PlannedRequest } from '../../model/plan/planned-request.ts';
import type { Json } from '../../model/value.ts';
import { lineColumn } from '../../text/line-column.ts';
import { helpBeside } from '../findings/lint-report.ts';
import { approvalYaml } from '../plan/approval-yaml.ts';
import { changeNotes } from '../plan/change-notes.ts';
import { changeSides } from '../plan/change-sides.ts';
import type { StepView } from '../plan/step-view.ts';
import type { ExposureReason, ProtectionRow } from '../plan/words/exposure-words.ts';
import { escapedCharacter, inert, inertLine } from '../text/inert.ts';
import type { ChangeData, FindingData, RequestData, SourceData, StepData } from './data.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';
import { type Names, withIdNames } from '../plan/named-ids.ts';
import { filledInText } from '../plan/words/filled-in-text.ts';

/** All data of a step's body. */
export function stepData(
  view: StepView,
  { findings, once }: { readonly findings: readonly Diagnostic[]; readonly once: string | undefined },
): StepData {
  const {
    approvals,
    approve,
    change,
    changes,
    exposure,
    facts,
    outcomes,
    refused,
    sides,
    step,
    ways,
    waysHeading,
  } = view;
  const { id, origin, requests } = step;
  return {
    ...withoutUndefined({ at: origin && originData(origin) }),
    hash: safe(change),
    ...withoutUndefined({ id: id && safe(id) }),
    refused: refused.map(safe),
    exposure: exposure.map(safeReason),
    facts: facts.map(safe),
    outcomes: outcomes.map(safe),
    changes: changes.map((fieldChange) => changeData(fieldChange, view)),
    sides,
    findings: findings.map(findingData),
    ...withoutUndefined({ approve: approve === undefined ? undefined : safe(approve) }),
    ...(once === undefined || approvals.length === 0 ? {} : { once: safe(once) }),
    approvals: approvals.map((asked) => safe(approvalYaml(asked).join('\n'))),
    ways: ways.map(({ lead, command, asks, approve: write }) => ({
      lead: safe(lead),
      ...withoutUndefined({
        command: command === undefined ? undefined : safe(command),
        approve: write === undefined ? undefined : safe(write),
        document: asks && safe(approvalYaml(asks).join('\n')),
      }),
    })),
    heading: waysHeading,
    requests: requests.map(requestData),
  };
}

/** Maximum columns of two values, and of a single one, before they are laid out line by line. */
const room = { pair: 60, single: 100 } as const;

function safeReason({ headline, table }: ExposureReason): ExposureReason {
  if (table === undefined) return { headline: safe(headline) };
  const { titles, rows } = table;
  return { headline: safe(headline), table: { titles: safeRow(titles), rows: rows.map(safeRow) } };
}

function safeRow({ way, asks, lacks }: ProtectionRow): ProtectionRow {
  return { way: safe(way), asks: safe(asks), lacks: safe(lacks) };
}

function changeData(change: FieldChange, { base, names, sides }: StepView): ChangeData {
  const { origin } = change;
  const notes = changeNotes(change, { base, isKept: sides !== 'before-after' });
  return {
    path: inertLine(change.path),
    ...sidesOf(change, names),
    notes: notes === '' ? [] : [safe(notes)],
    ...withoutUndefined({ at: origin && originData(origin) }),
  };
}

function sidesOf(
  change: FieldChange,
  names: Names,
): Pick<ChangeData, 'before' | 'after' | 'lines' | 'shape'> {
  const sides = changeSides(change, room, names);
  if (sides.shape === 'secret') return { after: safe(sides.text), shape: 'secret' };
  const { isSecret } = change;
  const [before, after] = [change.before, change.after].map((value) =>
    value === undefined ? undefined : withIdNames(value, names),
  );
  const values = {
    ...withoutUndefined({
      before: before === undefined ? undefined : safeTree(before),
      after: after === undefined ? undefined : safeTree(after),
    }),
  };
  if (sides.shape === 'values') return { ...values, shape: isSecret ? 'secret' : 'line' };
  const isText = typeof before === 'string' || typeof after === 'string';
  const lines = { before: safe(sides.before), after: safe(sides.after) };
  return { ...values, ...(isText ? { lines } : {}), shape: 'lines' };
}

function originData({ file, line, column, layer }: PlanOrigin): SourceData {
  return {
    file,
    line,
    column,
    ...withoutUndefined({ layer: layer === undefined ? undefined : inertLine(layer) }),
  };
}

export function findingData(finding: Diagnostic): FindingData {
  const { severity, rule, message, place, url, reference } = finding;
  const help = helpBeside(finding);
  return {
    severity,
    rule,
    message: safe(message),
    ...withoutUndefined({ help: help === undefined ? undefined : safe(help), url, reference }),
    at: { file: place.source.path, ...lineColumn(place.source, place.start) },
  };
}

function requestData(request: PlannedRequest): RequestData {
  const { method, path, body, filledIn = [] } = request;
  return {
    line: inertLine(`${method} ${path}`),
    ...withoutUndefined({ body: body && safeTree(maskedValue(body)) }),
    filledIn: filledIn.map((place) =>
      inertLine(`filled in when it is sent: ${filledInText(place, request)}`),
    ),
  };
}

function safeTree(value: Json): Json {
  if (typeof value === 'string') return safe(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return (value as readonly Json[]).map(safeTree);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [safe(key), safeTree(item)]));
}

/** Inert text that keeps its line breaks and has no lone surrogates. */
export function safe(text: string): string {
  return inert(text)
    .replaceAll('\r', String.raw`\r`)
    .replace(/\p{Surrogate}/gu, escapedCharacter);
}
