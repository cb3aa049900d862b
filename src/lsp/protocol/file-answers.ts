import { groupBy } from '../../text/items-by.ts';
import { difference } from '../code-actions.ts';
import type { Analysis, Engine, FormattedRole } from '../engine.ts';
import { roleOf } from '../text-files.ts';
import { unquoted, type OutlineKey } from '../outline/outline-flow.ts';
import { documentAround, textOutline } from '../outline/outline.ts';
import { textMember } from './check-params.ts';
import type { FileSubject, Session } from './session.ts';
import { isPolicyFile } from '../traffic-policy/policy-place.ts';
import type { DocumentSymbol } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';

/** The numbers that the protocol has for kinds of symbols. */
const symbolKinds = { phase: 24, rule: 19, action: 12 } as const;

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

/** The outline of a policy file. Resources are left to the servers that know YAML. */
export async function documentSymbol(session: Session, _engine: Engine, params: unknown): Promise<unknown> {
  const found = await ofFile(session, params);
  return found?.role === 'policy' ? policySymbols(found.document.text) : null;
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
  readonly keys: readonly OutlineKey[];
  readonly inside: readonly Branch[];
}

/** The outline of a policy file: phases, their rules by name, and the actions of each. Works while it is being written. */
function policySymbols(document: TextDocument): readonly DocumentSymbol[] {
  const text = document.getText();
  const { keys } = textOutline(text, documentAround(text, 0));
  const branches = grouped(keys, 0).map(([phase, inPhase]): Branch => ({
    name: phase,
    kind: 'phase',
    keys: inPhase,
    inside: grouped(inPhase, 1).map(([rule, inRule]) => ({
      // An action may be written instead of a rule.
      name: valueOf(inRule, 'name', 3) ?? valueOf(inRule, 'type', 3) ?? `rule ${Number(rule) + 1}`,
      kind: 'rule',
      keys: inRule,
      inside: grouped(
        inRule.filter(({ path }) => path[2] === 'actions'),
        3,
      ).map(([action, inAction]) => ({
        name: valueOf(inAction, 'type', 5) ?? `action ${Number(action) + 1}`,
        kind: 'action',
        keys: inAction,
        inside: [],
      })),
    })),
  }));
  const next = new Map(keys.map((key, index) => [key, keys[index + 1]?.start ?? text.length]));
  return branches.map((branch) => symbolOf(branch, next, document));
}

/** The keys below each step at a depth of their paths. */
function grouped(keys: readonly OutlineKey[], depth: number): readonly [string, readonly OutlineKey[]][] {
  const below = keys.filter(({ path }) => path[depth] !== undefined);
  return [...groupBy(below, ({ path }) => String(path[depth]))];
}

function valueOf(keys: readonly OutlineKey[], name: string, depth: number): string | undefined {
  const value = keys.find((key) => key.name === name && key.path.length === depth)?.value;
  const text = value === undefined ? '' : unquoted(value.replace(/\s+#.*$/, '').trim());
  return text === '' ? undefined : text;
}

function symbolOf(
  { name, kind, keys: own, inside }: Branch,
  next: ReadonlyMap<OutlineKey, number>,
  document: TextDocument,
): DocumentSymbol {
  const text = document.getText();
  const [first, last] = [own[0], own.at(-1)];
  const start = first?.start ?? 0;
  // Without the dash, or the comments, of what follows.
  const whole = text.slice(start, last && next.get(last));
  const end = start + whole.replace(/(?:\s+-?|\n\s*#[^\n]*)+$/, '').length;
  const range = { start: document.positionAt(start), end: document.positionAt(end) };
  const selectionRange = { start: range.start, end: document.positionAt(first?.end ?? end) };
  const children = inside.map((branch) => symbolOf(branch, next, document));
  return { name, kind: symbolKinds[kind], range, selectionRange, children };
}
