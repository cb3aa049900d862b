import type { RuleText } from '../../model/lint/rule-text.ts';
import type { Candidate } from './candidate.ts';
import { completionContext, type CompletionContext } from './completion-context.ts';
import type { Analysis, Engine } from '../engine.ts';
import { documentField } from '../document-table.ts';
import { expressionCandidates } from './expression-candidates.ts';
import { roleOf, type FileRole } from '../file-role.ts';
import { keyCandidates } from './key-candidates.ts';
import { schemaOf } from '../hover/schema-of.ts';
import { valueCandidates } from './value-candidates.ts';
import { isSuppressible } from '../../model/lint/suppressible.ts';
import { ruleWords } from '../hover/words-of-tables.ts';

/** A candidate with the range of text that it replaces. */
export interface Completion extends Candidate {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

interface Asked {
  readonly path: string;
  readonly text: string;
  readonly offset: number;
  /** The files that `$(file:path)` can name. */
  readonly files: () => readonly string[];
}

/**
 * The completions at an offset, best first. The text is the editor's, which may be invalid YAML; the names come from
 * the last version that could be read.
 */
export function completion(analysis: Analysis, asked: Asked, engine: Engine): readonly Completion[] {
  const role = roleOf(analysis.workspace, asked.path);
  const context = completionContext(asked.text, asked.offset);
  if (role === undefined || context === undefined) return [];
  const found = candidates(analysis, context, asked, role, engine);
  return found.map((one) => ({
    ...one,
    start: context.start,
    end: context.end,
    text: one.text ?? one.label,
  }));
}

function candidates(
  analysis: Analysis,
  context: CompletionContext,
  asked: Asked,
  role: FileRole,
  engine: Engine,
): readonly Candidate[] {
  const { at, path, kind, siblings } = context;
  const { workspace } = analysis;
  if (at === 'rule') return ruleCandidates(analysis, asked.path, engine.rules, context);
  if (at === 'expression') {
    const typed = asked.text.slice(context.start, asked.offset);
    return role === 'resource' ? expressionCandidates(workspace, typed, asked.files) : [];
  }
  const schemas = schemaOf(engine.schemas, role, kind)(path);
  const own = documentField(role, kind, path);
  const keys = at === 'value' ? [] : keyCandidates(schemas, { own, workspace, file: asked.path });
  if (keys.length > 0 || at === 'key')
    return keys.filter(({ label }) => !siblings.has(label)).map((one) => asKey(one, context));
  return valueCandidates(analysis, schemas, { own, role, path, kind }).map((one) => ({
    ...one,
    text: `${context.needsSpace ? ' ' : ''}${one.text ?? one.label}`,
  }));
}

function asKey(candidate: Candidate, { hasColon }: CompletionContext): Candidate {
  const isUnfinished = candidate.label.endsWith('/');
  const after = hasColon || isUnfinished ? '' : candidate.type === 'module' ? ':' : ': ';
  return { ...candidate, text: `${candidate.label}${after}` };
}

/** Rules with a finding in this file come first. */
function ruleCandidates(
  { workspace, result }: Analysis,
  path: string,
  rules: readonly RuleText[],
  { hasColon }: CompletionContext,
): readonly Candidate[] {
  const here = new Set(
    result.diagnostics.filter(({ place }) => place.source.path === path).map(({ rule }) => rule),
  );
  return (
    rules
      // Rules about suppression comments are left out: such a comment would suppress itself.
      .filter((rule) => isSuppressible(rule, workspace.settings.lint) && !rule.id.includes('suppression'))
      .map((rule) => ({ rule, rank: here.has(rule.id) ? 0 : 1 }))
      .sort((a, b) => a.rank - b.rank || (a.rule.id < b.rule.id ? -1 : 1))
      .map(({ rule }) => ({
        label: rule.id,
        type: 'rule',
        text: hasColon ? rule.id : `${rule.id}: `,
        detail: rule.summary,
        doc: ruleWords(rule),
      }))
  );
}
