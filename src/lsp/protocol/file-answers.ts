import type { Range } from '../../model/document.ts';
import { groupBy } from '../../text/lists/group-by.ts';
import { difference } from '../text-difference.ts';
import type { Analysis, Engine, FormattedRole } from '../engine.ts';
import { roleOf } from '../file-role.ts';
import { unquoted, type RoughKey } from '../rough-parse/rough-key.ts';
import { documentAround, roughParse } from '../rough-parse/rough-parse.ts';
import { textMember } from './check-params.ts';
import type { FileSubject, Session } from './session.ts';
import { isPolicyFile } from '../traffic-policy/policy-place.ts';
import type { DocumentSymbol } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';

/** The numbers that the protocol has for kinds of symbols. */
const symbolKinds = { document: 5, field: 8, phase: 24, rule: 19, action: 12 } as const;

/** The edit of the changed part that brings a file into the form of `fmt`; null for a file that `fmt` leaves alone. */
export async function formatting(session: Session, engine: Engine, params: unknown): Promise<unknown> {
  const found = await ofFile(session, params);
  if (found === undefined) return null;
  const { path, document, analysis, role } = found;
  const before = document.text.getText();
  const after = await engine.formatted(analysis.workspace, { path, text: before }, role);
  if (after === undefined) return null;
  const change = difference(before, after);
  if (change === undefined) return [];
  const [start, end] = [change.start, change.end].map((offset) => document.text.positionAt(offset));
  return [{ range: { start, end }, newText: change.text }];
}

/** The outline of a policy file, or of a file of resources. */
export async function documentSymbol(session: Session, _engine: Engine, params: unknown): Promise<unknown> {
  const found = await ofFile(session, params);
  if (found?.role === 'policy') return policySymbols(found.document.text);
  return found?.role === 'resource' ? resourceSymbols(found.document.text) : null;
}

interface FormattedFile extends FileSubject {
  readonly analysis: Analysis;
  readonly role: FormattedRole;
}

/** An open file of the last finished check, or of the next one; undefined for a file that is neither. */
async function ofFile(session: Session, params: unknown): Promise<FormattedFile | undefined> {
  const uri = textMember(params, 'textDocument', 'uri') ?? '';
  const before = session.subject(uri);
  if (before === undefined) return undefined;
  const latest = session.latest(before.root);
  const known = latest === undefined ? undefined : roleIn(latest, before.path);
  const analysis = known === undefined ? await session.analysis(before.root) : latest;
  const subject = session.subject(uri);
  const role = known ?? (analysis === undefined ? undefined : roleIn(analysis, before.path));
  if (subject === undefined || analysis === undefined || role === undefined) return undefined;
  return { ...subject, analysis, role };
}

function roleIn({ workspace }: Analysis, path: string): FormattedRole | undefined {
  const role = roleOf(workspace, path);
  if (role !== undefined) return role === 'resource' || role === 'test' ? role : undefined;
  return isPolicyFile(workspace, path) ? 'policy' : undefined;
}

interface Branch {
  readonly name: string;
  readonly kind: keyof typeof symbolKinds;
  /** All keys of the branch, in the order of the text. */
  readonly keys: readonly RoughKey[];
  readonly inside: readonly Branch[];
}

/**
 * The outline of a policy file: phases, their rules by name, and the actions of each. Works while it is being written.
 */
function policySymbols(document: TextDocument): readonly DocumentSymbol[] {
  const text = document.getText();
  const { keys } = roughParse(text, documentAround(text, 0));
  const next = followers(keys, text.length);
  return phasesIn(keys).map((branch) => symbolOf(branch, next, document));
}

/** The documents of a file by their addresses, the fields of each, and the rules of a policy in it. */
function resourceSymbols(document: TextDocument): readonly DocumentSymbol[] {
  const text = document.getText();
  return documentsIn(text).flatMap((range, index): readonly DocumentSymbol[] => {
    const { keys } = roughParse(text, range);
    if (keys.length === 0) return [];
    const [kind, name] = [valueOf(keys, 'kind', 1), valueOf(keys, 'name', 1)];
    const address = valueOf(keys, 'address', 1) ?? name;
    const named = [kind, kind === 'removed' || kind === 'approval' ? address : name]
      .filter(Boolean)
      .join('/');
    const inSpec = keys.filter(({ path }) => path[0] === 'spec');
    const branch: Branch = {
      name: named === '' ? `document ${index + 1}` : named,
      kind: 'document',
      keys,
      inside: grouped(inSpec, 1).map(([field, keysOfField]) => ({
        name: field,
        kind: 'field',
        keys: keysOfField,
        inside: field === 'traffic_policy' ? phasesIn(keysOfField, 2) : [],
      })),
    };
    return [symbolOf(branch, followers(keys, range.end), document)];
  });
}

function documentsIn(text: string): readonly Range[] {
  const found: Range[] = [];
  for (let at = 0; at < text.length;) {
    const range = documentAround(text, at);
    if (range.end > range.start) found.push(range);
    const line = text.indexOf('\n', range.end);
    if (range.end >= text.length || line === -1) break;
    at = line + 1;
  }
  return found;
}

/** The phases of a policy whose path has `depth` steps. */
function phasesIn(keys: readonly RoughKey[], depth = 0): readonly Branch[] {
  return grouped(keys, depth).map(([phase, inPhase]) => ({
    name: phase,
    kind: 'phase',
    keys: inPhase,
    inside: grouped(inPhase, depth + 1).map(([rule, inRule]) => ({
      // An action may be written instead of a rule.
      name:
        valueOf(inRule, 'name', depth + 3) ??
        valueOf(inRule, 'type', depth + 3) ??
        `rule ${Number(rule) + 1}`,
      kind: 'rule',
      keys: inRule,
      inside: grouped(
        inRule.filter(({ path }) => path[depth + 2] === 'actions'),
        depth + 3,
      ).map(([action, inAction]) => ({
        name: valueOf(inAction, 'type', depth + 5) ?? `action ${Number(action) + 1}`,
        kind: 'action',
        keys: inAction,
        inside: [],
      })),
    })),
  }));
}

function followers(keys: readonly RoughKey[], end: number): ReadonlyMap<RoughKey, number> {
  return new Map(keys.map((key, index) => [key, keys[index + 1]?.start ?? end]));
}

/** The keys below each step at a depth of their paths. */
function grouped(keys: readonly RoughKey[], depth: number): readonly [string, readonly RoughKey[]][] {
  const below = keys.filter(({ path }) => path[depth] !== undefined);
  return [...groupBy(below, ({ path }) => String(path[depth]))];
}

function valueOf(keys: readonly RoughKey[], name: string, depth: number): string | undefined {
  const value = keys.find((key) => key.name === name && key.path.length === depth)?.value;
  const text = value === undefined ? '' : unquoted(value.replace(/\s+#.*$/, '').trim());
  return text === '' ? undefined : text;
}

function symbolOf(
  { name, kind, keys, inside }: Branch,
  next: ReadonlyMap<RoughKey, number>,
  document: TextDocument,
): DocumentSymbol {
  const text = document.getText();
  const [first, last] = [keys[0], keys.at(-1)];
  const start = first?.start ?? 0;
  // Without the dash, or the comments, of what follows.
  const whole = text.slice(start, last && next.get(last));
  const end = start + whole.replace(/(?:\s+-?|\n\s*#[^\n]*)+$/, '').length;
  const range = { start: document.positionAt(start), end: document.positionAt(end) };
  const selectionRange = { start: range.start, end: document.positionAt(first?.end ?? end) };
  const children = inside.map((branch) => symbolOf(branch, next, document));
  return { name, kind: symbolKinds[kind], range, selectionRange, children };
}
