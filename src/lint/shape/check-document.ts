import { entryWithKey, walk } from '../../derive/yaml/document-tree.ts';
import type { DocumentForm } from '../../kinds/documents/document-field.ts';
import { documentKinds, tableOf, type DocumentKind } from '../../kinds/documents/index.ts';
import { besideSpec } from './beside-spec.ts';
import type { MarkerSetting } from './diagnose/bytes.ts';
import type { Diagnosis, UnknownKey } from './diagnose/diagnosis.ts';
import { diagnoseKey } from './diagnose/key.ts';
import { diagnoseValue } from './diagnose/wrong-value.ts';
import { foldErrors, type KeywordError, type Mistake } from './fold-findings.ts';
import { plainValue } from '../../derive/schema/plain-value.ts';
import type { DocumentNode, MapNode, YamlDocument } from '../../model/document.ts';
import type { Path } from '../../model/value.ts';
import { groupBy } from '../../text/lists/group-by.ts';
import { firstSentence } from '../../text/words/first-sentence.ts';
import { quotedStart, type ShapeFinding } from './shape-finding.ts';
import { replacement } from '../fix-request.ts';
import { positionAt, type FormatPosition } from './format-position.ts';

/** A document of the file format, as written. */
interface FormatDocument {
  readonly document: YamlDocument;
  readonly root: MapNode;
  readonly kind: DocumentKind;
}

/** Turns the validator's errors for a document into one finding per mistake. */
export function checkDocument(
  written: FormatDocument,
  errors: readonly KeywordError[],
  settings: MarkerSetting,
): readonly ShapeFinding[] {
  const { document, root, kind } = written;
  const beside = besideSpec(document, root, kind);
  const isSaid = ({ path, ...rest }: Mistake): boolean =>
    beside?.keys.has('key' in rest ? rest.key : String(path[0])) === true &&
    path.length < ('key' in rest ? 1 : 2);
  const folded = foldErrors(errors, (path) => walk(root, path).node.type === 'list').filter(
    (mistake) => !isSaid(mistake),
  );
  const { mistakes, taken } = withoutMembers(folded, root, kind);
  const missing = groupBy(
    mistakes.filter((mistake) => mistake.what === 'missing-key'),
    ({ path }) => path.join('/'),
  );
  const findings: ShapeFinding[] = beside === undefined ? [] : [beside.finding];
  const renamedTo = new Set<string>();
  for (const mistake of mistakes) {
    if (mistake.what !== 'unknown-key') continue;
    const unknown = unknownKey(mistake, missing, written);
    const { rule, finding } = diagnoseKey(unknown);
    for (const change of finding.fix?.changes ?? []) {
      if ('rename' in change && mistake.path.length === 0) renamedTo.add(change.to);
    }
    // Missing keys of a resource without `spec` are reported at its name.
    const lacking = mistake.path.length === 0 ? ['name'] : mistake.path;
    findings.push({ rule, finding, broken: [...mistake.path, mistake.key], lacking });
  }
  for (const mistake of mistakes) {
    const isOfDocument = mistake.what === 'missing-key' && mistake.path.length === 0;
    if (isOfDocument && !renamedTo.has(mistake.key) && !isElsewhere(mistake.key, root))
      findings.push(missingKey(kind, mistake.key));
    if (mistake.what === 'wrong-value')
      findings.push(nested(valueFinding(mistake, written, settings), taken.get(mistake)));
  }
  return findings;
}

/** Keys beside an object that is null or only named, where its members belong. */
interface TakenKeys {
  /** The path inside the object. */
  readonly inside: Path;
  readonly keys: readonly string[];
}

/**
 * `provider: google` or `google:`, and beside it what belongs in it: one mistake, whose keys are not mistakes of their
 * own.
 */
function withoutMembers(
  all: readonly Mistake[],
  root: MapNode,
  kind: DocumentKind,
): { readonly mistakes: readonly Mistake[]; readonly taken: ReadonlyMap<Mistake, TakenKeys> } {
  const taken = new Map<Mistake, TakenKeys>();
  const dropped = new Set<Mistake>();
  for (const mistake of all) {
    if (mistake.what !== 'wrong-value' || mistake.path.length < 2) continue;
    const { field } = positionAt(kind, mistake.path);
    const { node } = walk(root, mistake.path);
    if (field?.type !== 'object' || node.type !== 'scalar') continue;
    const member = typeof node.value === 'string' ? field.fields[node.value] : field;
    if (member?.type !== 'object' || (node.value !== null && member === field)) continue;
    const beside = all.filter(
      (candidate) =>
        candidate.what === 'unknown-key' &&
        candidate.path.join('/') === mistake.path.slice(0, -1).join('/') &&
        Object.hasOwn(member.fields, candidate.key),
    );
    if (beside.length === 0) continue;
    const inside = node.value === null ? [] : [String(node.value)];
    taken.set(mistake, { inside, keys: beside.flatMap((other) => ('key' in other ? [other.key] : [])) });
    for (const other of beside) dropped.add(other);
  }
  return { mistakes: all.filter((mistake) => !dropped.has(mistake)), taken };
}

/** Puts the keys that were taken into the help of a finding. */
function nested(finding: ShapeFinding, taken: TakenKeys | undefined): ShapeFinding {
  if (taken === undefined || !('path' in finding.finding.at)) return finding;
  const { inside, keys } = taken;
  const example = keys.map((key) => `${key}: …`).join(', ');
  const shape = inside.reduceRight<string>((inner, key) => `{ ${String(key)}: ${inner} }`, `{ ${example} }`);
  const help = `write \`${String(finding.finding.at.path.at(-1))}: ${shape}\``;
  // The map around both is misunderstood.
  return { ...finding, broken: finding.broken.slice(0, -1), finding: { ...finding.finding, help } };
}

/** Whether a missing key is present under `metadata` or `spec`, as in a Kubernetes manifest. */
function isElsewhere(key: string, root: MapNode): boolean {
  return ['metadata', 'spec'].some((name) => {
    const value = entryWithKey(root.entries, name)?.value;
    return value?.type === 'map' && entryWithKey(value.entries, key) !== undefined;
  });
}

function unknownKey(
  { path, key }: Extract<Mistake, { what: 'unknown-key' }>,
  missing: ReadonlyMap<string, readonly { readonly key: string }[]>,
  { root, kind: documentKind }: FormatDocument,
): UnknownKey {
  const { node } = walk(root, path);
  const entries = node.type === 'map' ? node.entries : [];
  const entry = entryWithKey(entries, key);
  return {
    documentKind,
    path,
    key,
    position: positionAt(documentKind, path),
    value: entry === undefined ? undefined : plainValue(entry.value),
    has: (name) => entryWithKey(entries, name) !== undefined,
    missing: (missing.get(path.join('/')) ?? []).map((requirement) => requirement.key),
  };
}

function valueFinding(
  { path }: Extract<Mistake, { what: 'wrong-value' }>,
  { document, root, kind }: FormatDocument,
  { marker: hasMarker }: MarkerSetting,
): ShapeFinding {
  const { node } = walk(root, path);
  const position = positionAt(kind, path);
  const { field, form } = position;
  const value: unknown = plainValue(node);
  const name = valueName(path, position);
  const diagnosis =
    field === undefined
      ? undefined
      : diagnoseValue({ field, name, value, text: sourceText(document, node), hasMarker });
  const help = diagnosis === undefined ? helpIfEmpty(kind, path, value) : undefined;
  if (help !== undefined) {
    const finding = { at: { path }, message: `${name} is empty`, help };
    return { rule: 'wrong-type', finding, broken: path };
  }
  if (diagnosis === undefined) return diagnoseForm(path, String(value), form);
  // A text that is only too long may hold a `//`.
  const isFreeText = diagnosis.rule.endsWith('-bytes');
  const [, meant = '', comment] =
    typeof value === 'string' && !isFreeText ? (/^(\S.*?)\s+\/\/\s+(\S.*)$/.exec(value) ?? []) : [];
  if (comment !== undefined) {
    const text = comment.length > 40 || comment.includes('`') ? '…' : comment;
    const help = `write \`# ${text}\`, or delete the comment`;
    const at = { path, within: { start: meant.length, end: String(value).length } };
    const message = 'a comment begins with `#`, not with `//`';
    return { rule: diagnosis.rule, finding: { at, message, help }, broken: path };
  }
  const isSpec = path.length === 1 && path[0] === 'spec';
  return {
    ...findingAt(path, diagnosis),
    // An empty value is reported as empty only, not also as missing.
    ...(isSpec ? { lacking: ['name'] } : value === null ? { lacking: path.slice(0, -1) } : {}),
  };
}

/** The help at an empty list of the file format that would mean nothing. */
function helpIfEmpty(kind: DocumentKind, path: Path, value: unknown): string | undefined {
  if (path.length !== 1 || !Array.isArray(value) || value.length > 0) return undefined;
  const field = tableOf(kind).fields[String(path[0])];
  return field?.type === 'list' ? field.ifEmpty : undefined;
}

/** The name of a value in a message: its key, or the number of a list item. */
export function valueName(path: Path, position: Pick<FormatPosition, 'inSpec'>): string {
  const last = path.at(-1);
  const above = path.at(-2);
  if (typeof last === 'number') return `item ${last + 1} of \`${above ?? ''}\``;
  const isEntry =
    path.length > 1 && (above === 'add' || (position.inSpec === undefined && above === 'labels'));
  return isEntry ? `\`${last ?? ''}\` in \`${above}\`` : `\`${last ?? 'this'}\``;
}

export function findingAt(path: Path, diagnosis: Diagnosis): ShapeFinding {
  const { rule, within, fix, ...reported } = diagnosis;
  const at = within === undefined ? { path } : { path, within };
  const change = fix && replacement(fix.safety, path, fix.with, fix.title);
  return { rule, finding: { at, ...reported, fix: change }, broken: path };
}

function sourceText({ source }: YamlDocument, node: DocumentNode): string | undefined {
  if (node.type !== 'scalar') return undefined;
  return source.text.slice(node.start, node.end).trimEnd();
}

/**
 * Reports a missing key of the file format. Fields that the API requires are checked by rules on the compiled resource,
 * because presets and overrides may set them.
 */
function missingKey(kind: DocumentKind, key: string): ShapeFinding {
  const { doc = '', ifMissing } = tableOf(kind).fields[key] ?? {};
  const what = firstSentence(doc).replace(/\.$/, '');
  return {
    rule: ifMissing?.rule ?? 'missing-field',
    finding: {
      at: { path: ['kind'], on: 'entry' },
      message: `this \`${kind}\` has no \`${key}\``,
      help: what === '' ? undefined : `add \`${key}\`: ${what.charAt(0).toLowerCase()}${what.slice(1)}`,
    },
    broken: [key],
  };
}

/**
 * Reports a string of the file format that does not have the required form. Without a known form the value is not
 * shown, because it might be a secret.
 */
export function diagnoseForm(path: Path, text: string, form: DocumentForm | undefined): ShapeFinding {
  const key = String(path.at(-1) ?? 'this');
  if (form === undefined) {
    const message = `\`${key}\` must be of another form`;
    return { rule: 'invalid-format', finding: { at: { path }, message }, broken: path };
  }
  const { rule, is: expected, help = helpFor(key, expected, text) } = form;
  const message =
    text === ''
      ? `\`${key}\` is empty, but must be ${expected}`
      : `\`${key}\` must be ${expected}, not ${quotedStart(text)}`;
  return { rule, finding: { at: { path }, message: short(message, key, text), help }, broken: path };
}

function helpFor(key: string, expected: string, text: string): string {
  const [, kind, name = ''] = /^([a-z-]+)\/(.+)$/.exec(text) ?? [];
  const isAddress = documentKinds.some((candidate) => candidate === kind);
  const slug = key === 'name' ? slugOf(isAddress ? name : text) : '';
  if (slug === '') return `\`${key}\` must be ${expected}`;
  if (isAddress) return `write \`${slug}\`: the kind is not part of the name`;
  return `write \`${slug}\`: lower-case letters, digits and \`-\`, at most 63, not beginning with \`-\``;
}

function slugOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+/g, '')
    .slice(0, 63)
    .replaceAll(/-+$/g, '');
}

/** Keeps a message within 100 characters: if necessary, the expected form moves to the help. */
function short(message: string, key: string, text: string): string {
  return message.length <= 100 ? message : `${quotedStart(text)} is not a valid \`${key}\``;
}
