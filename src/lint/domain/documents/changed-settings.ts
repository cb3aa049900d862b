import { type Difference, differences } from '../../../derive/compare/differences.ts';
import { ledgerSecret, toLedgerForm } from '../../../derive/forms/ledger-form.ts';
import { plainValue } from '../../../derive/schema/plain-value.ts';
import type { DocumentField, DocumentFields } from '../../../kinds/documents/document-field.ts';
import { settings as table } from '../../../kinds/documents/settings.ts';
import { kinds } from '../../../kinds/index.ts';
import type { DecidingFile } from '../../../model/deciding-file.ts';
import type { YamlDocument } from '../../../model/document.ts';
import type { Json, Path, Value } from '../../../model/value.ts';
import { isJsonList, isJsonMap, isSameJson } from '../../../text/json/json-access.ts';

import type { Base, Finding, Subject } from '../../rule.ts';
import { fitting, wholeWords } from '../message-words.ts';
import type { Before } from './known-before.ts';
import { quoted } from '../../../text/quoted.ts';
import { canonicalJson } from '../../../text/json/canonical-json.ts';
import { withoutUndefined } from '../../../text/without-undefined.ts';

/** Differences between the spec that was known before and the current one. Secrets are compared by reference only. */
export function changedLeaves({ kind, spec }: Subject, { spec: before }: Before): readonly Difference[] {
  if (before === undefined) return [];
  const now = toLedgerForm(spec, () => undefined);
  return differences(kinds[kind].fields, unprinted(before), now, () => undefined);
}

/** Drops the fingerprints of secrets: lint has no key to compute one to compare with. */
function unprinted(spec: Readonly<Record<string, Json>>): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(spec).map(([key, value]) => [key, withoutPrint(value)]));
}

function withoutPrint(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value;
  const secret = ledgerSecret(value);
  if (secret !== undefined) return { $secret: withoutUndefined({ template: secret.template }) };
  if (Array.isArray(value)) return (value as readonly Json[]).map(withoutPrint);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutPrint(item)]));
}

/** Keys whose changes are compared by what they allow: loosened-safety.ts, loosened-lint.ts. */
const compared = new Set(['version', 'safety', 'policies']);

/** In `lint` only the baseline; presets, rules and overrides are compared by what they allow. */
const ofLint: DocumentFields = { baseline: table.fields.lint.fields.baseline };

/**
 * Settings that differ from the base's and are neither stricter nor laxer: where state is kept, who is told, which
 * secrets there are, what is read, and when apply may run. A reviewer reads them with the gates.
 */
export function* changedSettings(
  { root: now }: YamlDocument,
  { root: before }: YamlDocument,
  { ref, without = [] }: { readonly ref: string; readonly without?: readonly string[] },
): Generator<Finding> {
  if (now === undefined || before === undefined) return;
  const [newValue, oldValue] = [plainValue(now), plainValue(before)];
  for (const [key, field] of Object.entries<DocumentField>(table.fields)) {
    if (compared.has(key) || without.includes(key)) continue;
    const documentField = key === 'lint' && field.type === 'group' ? { ...field, fields: ofLint } : field;
    yield* changesOf(documentField, [key], { current: at(newValue, key), former: at(oldValue, key), ref });
  }
}

/** From the longest words to the shortest. */
const roles: Readonly<Record<DecidingFile['decides'], readonly [string, string]>> = {
  tests: ['has policy tests', 'has tests'],
  jobs: ['has jobs, which can use credentials', 'has jobs'],
  owners: ['names who must approve', 'names owners'],
};

/** Files beside the settings that decide what is checked, what runs and who approves. */
export function* changedDecidingFiles({
  changedFiles,
  ref,
}: Pick<Base, 'changedFiles' | 'ref'>): Generator<Finding> {
  for (const { path, decides, change } of changedFiles) {
    const states = {
      new: `${wholeWords(path)} is not in \`${ref}\``,
      changed: `${wholeWords(path)} is not as in \`${ref}\``,
      gone: `${wholeWords(path)} of \`${ref}\` is gone`,
    };
    const [long, short] = roles[decides].map((role) => `${states[change]}: it ${role}`) as [string, string];
    yield {
      at: { path: decides === 'tests' ? ['policies'] : [] },
      message: fitting(long, short, states[change]),
    };
  }
}

interface Sides {
  readonly current: Json | undefined;
  readonly former: Json | undefined;
  readonly ref: string;
}

function* changesOf(field: DocumentField, path: Path, { current, former, ref }: Sides): Generator<Finding> {
  if (field.type === 'group' && isJsonMap(current ?? {}) && isJsonMap(former ?? {})) {
    for (const [key, inner] of Object.entries(field.fields))
      yield* changesOf(inner, [...path, key], { current: at(current, key), former: at(former, key), ref });
    return;
  }
  const [now, before] = [current, former].map((value) => value ?? defaultOf(field));
  if (isSameJson(now, before)) return;
  const name = `\`${path.join('.')}\``;
  for (const words of isJsonList(now ?? []) && isJsonList(before ?? [])
    ? listChanges(now, before)
    : [valueChange(now, before)])
    yield { at: { path }, message: `${name} ${words} in \`${ref}\`` };
}

function valueChange(now: Json | undefined, before: Json | undefined): string {
  if (before === undefined) return `is ${shownSetting(now)}, and not set`;
  return now === undefined
    ? `is not set, and ${shownSetting(before)}`
    : `is ${shownSetting(now)}, and ${shownSetting(before)}`;
}

function listChanges(now: Json | undefined, before: Json | undefined): readonly string[] {
  const [newItems, oldItems] = [now, before].map((value) =>
    isJsonList(value) ? value.map(canonicalJson) : [],
  );
  const [here, old] = [new Set(newItems), new Set(oldItems)];
  const added = [...here].filter((text) => !old.has(text));
  const lost = [...old].filter((text) => !here.has(text));
  if (added.length + lost.length === 0) return ['is in another order than'];
  return [
    ...added.map((text) => `has ${shownSetting(JSON.parse(text) as Json)}, which is not`),
    ...lost.map((text) => `has lost ${shownSetting(JSON.parse(text) as Json)}, which is`),
  ];
}

function shownSetting(value: Json | undefined): string {
  return quoted(typeof value === 'string' ? value : JSON.stringify(value ?? null));
}

function defaultOf(field: DocumentField): Json | undefined {
  return 'default' in field ? field.default : undefined;
}

function at(value: Json | undefined, key: string): Json | undefined {
  return value !== undefined && isJsonMap(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}
