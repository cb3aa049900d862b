import { applyFixes } from '../../src/lint/fix/apply-fixes.ts';
import type { Diagnostic } from '../../src/model/diagnostic.ts';
import type { YamlDocument } from '../../src/model/document.ts';
import type { Workspace } from '../../src/model/workspace/workspace.ts';
import { compile } from '../../src/workspace/compile/compile.ts';
import type { Files } from './workspace-of.ts';
import type { Edit } from '../../src/model/fix.ts';

/** A finding whose fix or help was followed, and what was wrong with the result. */
export interface Followed {
  readonly rule: string;
  readonly message: string;
  readonly advice: string;
  readonly isFix: boolean;
  readonly faults: readonly string[];
}

export interface Checked {
  readonly diagnostics: readonly Diagnostic[];
  readonly workspace: Workspace;
}

/** Follows the fix of each finding, or else its help if a machine can: see `waysToFollow`. */
export function followAll(files: Files, check: (files: Files) => Checked): readonly Followed[] {
  const before = check(files);
  const allFixed = applyFixes(before.workspace.sources, before.diagnostics, 'unsafe').texts;
  // Of two mistakes that are alike, such as two durations in milliseconds, one may show what is odd about the other.
  const lasting = new Set(check({ ...files, ...Object.fromEntries(allFixed) }).diagnostics.map(named));
  return before.diagnostics.flatMap((finding) => {
    const ways = waysToFollow(finding, before.workspace);
    if (ways.length === 0) return [];
    const results = ways.map((edits) => {
      const fix = { safety: 'unsafe', title: '', edits } as const;
      const { texts } = applyFixes(before.workspace.sources, [{ ...finding, fix }], 'unsafe');
      const after = check({ ...files, ...Object.fromEntries(texts) });
      return faultsOf(finding, edits, before, after).filter(
        (fault) => finding.fix === undefined || !fault.startsWith('new: ') || lasting.has(fault.slice(5)),
      );
    });
    const faults = results.reduce((best, each) => (each.length < best.length ? each : best));
    const { rule, message, fix, help } = finding;
    return [{ rule, message, isFix: fix !== undefined, advice: fix?.title ?? help ?? '', faults }];
  });
}

/**
 * A document with a syntax error or of an unknown kind is not checked further, and what gets its right name may be
 * unused: neither is a fault of the advice.
 */
function faultsOf(
  finding: Diagnostic,
  edits: readonly Edit[],
  before: Checked,
  after: Checked,
): readonly string[] {
  const alike = (one: Diagnostic): boolean => one.rule === finding.rule && one.message === finding.message;
  const left = count(before.diagnostics, alike) - 1;
  const known = before.diagnostics.map(named);
  const paths = new Set(before.diagnostics.map(({ place }) => place.source.path));
  const seen = after.diagnostics.filter(({ place }) => paths.has(place.source.path));
  const added = seen.map(named).filter((one) => {
    const at = known.indexOf(one);
    if (at !== -1) known.splice(at, 1);
    return at === -1;
  });
  const isDue = (one: string): boolean =>
    finding.rule === 'yaml-syntax'
      ? one.startsWith('yaml-')
      : finding.rule !== 'unknown-kind' && !one.startsWith('unused-');
  return [
    ...(count(after.diagnostics, alike) > left ? ['the finding stays'] : []),
    ...added.filter(isDue).map((one) => `new: ${one}`),
    ...changed(edits, before.workspace, after.workspace),
    ...turned(edits, before.workspace),
  ];
}

function count(all: readonly Diagnostic[], holds: (one: Diagnostic) => boolean): number {
  return all.filter(holds).length;
}

function named({ rule, message, environments }: Diagnostic): string {
  return `${rule}: ${message} ${environments.join(' ')}`.toLowerCase().trimEnd();
}

/**
 * The resources whose meaning changed, but for those that the edits are in; what is written for several of them may
 * change all.
 */
function changed(edits: readonly Edit[], before: Workspace, after: Workspace): readonly string[] {
  const isIn = (edit: Edit, { source, range }: YamlDocument): boolean =>
    edit.source.path === source.path && edit.end >= range.start && edit.start <= range.end;
  const own = before.resources.filter(({ document }) => edits.some((edit) => isIn(edit, document)));
  const isForAll = edits.some((edit) => !own.some(({ document }) => isIn(edit, document)));
  const now = meaningOf(after);
  return [...meaningOf(before)].flatMap(([key, meaning]) => {
    const isOwn = own.some(({ address }) => key.startsWith(`${address} `));
    if (now.get(key) === meaning || isOwn || (isForAll && now.has(key))) return [];
    return [`${key} ${now.has(key) ? 'changed' : 'is gone'}`];
  });
}

function meaningOf(workspace: Workspace): ReadonlyMap<string, string> {
  return new Map(
    [...workspace.environments.keys()].flatMap((environment) =>
      compile(workspace, environment).desired.map(
        ({ address, labels, formerly, spec }) =>
          [`${address} in ${environment}`, JSON.stringify([labels, formerly, spec])] as const,
      ),
    ),
  );
}

/** A name of something that exists must not become the name of something else of its kind. */
function turned(edits: readonly Edit[], workspace: Workspace): readonly string[] {
  const { environments, settings, presets, resources } = workspace;
  const ids = [...environments.values()].flatMap((each) => [...each.ids.keys(), ...each.vars.keys()]);
  const urls = resources.flatMap(({ spec }) => spec?.entries ?? []).map(({ value }) => value);
  const names = new Set<unknown>([
    ...[...environments.keys(), ...ids, ...settings.secrets.keys(), ...presets.keys()],
    ...resources.flatMap(({ address, name }) => [address, name]),
    ...urls.map((node) => (node.type === 'scalar' ? node.value : undefined)),
  ]);
  const kindOf = (name: string): string => name.slice(0, name.indexOf('/') + 1);
  return edits.flatMap(({ source, start, end, text }) => {
    const old = source.text.slice(start, end);
    const isTurned = old !== text && names.has(old) && names.has(text) && kindOf(old) === kindOf(text);
    return isTurned ? [`\`${old}\` is turned into \`${text}\``] : [];
  });
}

/**
 * The edits that follow a finding: its fix, or what its help says to write, in each place where it may be meant. None
 * for a help in words, or with a placeholder.
 */
function waysToFollow(finding: Diagnostic, { sources }: Workspace): readonly (readonly Edit[])[] {
  const { fix, help = '', message, place } = finding;
  if (fix !== undefined) return [fix.edits];
  const settings = sources.get('edgewright.yaml');
  const [, secret] = /add `([A-Z][A-Z0-9_]*)` to `secrets/.exec(help) ?? [];
  const list = settings?.text.indexOf('secrets: [') ?? -1;
  const declared =
    secret === undefined || settings === undefined || list === -1
      ? []
      : [{ source: settings, start: list + 10, end: list + 10, text: `${secret}, ` }];
  if (help.startsWith('add `') && declared.length > 0) return [declared];
  const [, text] = inWords.test(help) ? [] : (/^write `([^`…<=]+)`/.exec(help) ?? []);
  if (text === undefined || /\bNAME\b/.test(text) || message.includes(`\`${text}\``)) return [];
  const { source, start, end } = place;
  const [, key = text, value = text] = /^(\w+): (.+)$/.exec(text) ?? [];
  const lineEnd = source.text.indexOf('\n', start) + 1 || source.text.length;
  const line = source.text.slice(start, lineEnd);
  const indent = source.text
    .slice(source.text.lastIndexOf('\n', start - 1) + 1, start)
    .replaceAll(/\S/g, ' ');
  const word = /`([^`]+)`/g;
  const wrong = [...message.matchAll(word)].map(([, each = '']) => line.indexOf(each)).filter((at) => at > 0);
  return [
    { start, end, text },
    { start, end, text: value },
    { start, end, text: `"${value}"` },
    { start, end, text: text.replaceAll('"', '\\"') },
    { start, end, text: `\\"${text}\\"` },
    ...wrong.map((at) => ({ start: start + at, end: start + at + line.slice(at).search(/[^\w-]|$/), text })),
    { start, end: start + line.indexOf(':') + 1, text: `${key}:` },
    { start: end, end, text: `: ${text}` },
    { start: end + 1, end: end + 1, text: ` ${text}` },
    { start: lineEnd, end: lineEnd, text: `${indent}  ${text}\n` },
    { start: lineEnd, end: lineEnd, text: `${indent}${text}\n` },
  ].map((edit) => [{ source, ...edit }, ...declared]);
}

/** After the text to write comes more that is to be done, or something else that could be written. */
const inWords =
  /^write `[^`]+`(?: or (?:more|less)|, (?:and )?`|, and another| (?:where|and|before|under|behind|in) )/;
