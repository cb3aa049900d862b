import { textMember } from './check-params.ts';
import { difference } from '../edits.ts';
import type { Analysis, Engine, FormattedRole } from '../engine.ts';
import { roleOf } from '../file-role.ts';
import { isPolicyFile } from '../traffic-policy/policy-place.ts';
import { policySymbols } from '../traffic-policy/policy-symbols.ts';
import type { FileSubject, Session } from './session.ts';

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
  if (role !== undefined) return role === 'resource' ? role : undefined;
  return isPolicyFile(workspace, path) ? 'policy' : undefined;
}
