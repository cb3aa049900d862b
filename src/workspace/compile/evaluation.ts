import type { Diagnostic } from '../../model/diagnostic.ts';
import type { DocumentNode, Place, Range, ScalarNode, Source } from '../../model/document.ts';
import { problem } from '../../model/problem.ts';
import type { Path } from '../../model/value.ts';
import type { Workspace } from '../../model/workspace/workspace.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';
import type { Address } from '../../model/workspace/address.ts';
import type { Environment } from '../../model/workspace/environment.ts';
import type { Fix } from '../../model/fix.ts';

let progress: Progress | undefined;

/** Limit of failed searches, so that a text with escaped parts is not scanned again for each of them. */
const mostMisses = 16;

/** A running compilation and its remaining budget. */
export interface Compilation {
  readonly workspace: Workspace;
  readonly environment: Environment;
  readonly budget: EvaluationBudget;
}

/**
 * The remaining number of values and characters from variables and included files: a few lines could expand to
 * gigabytes.
 */
export interface EvaluationBudget {
  values: number;
  characters: number;
}

export const fullEvaluationBudget: EvaluationBudget = { values: 1_000_000, characters: 256 * 1024 * 1024 };

/** A source of a value, and the path in the spec where it is used. */
export interface Through {
  readonly path: Path;
  /** `$(domain)`, `policies/www.yaml`, `backend/shop`. */
  readonly what: string;
  readonly place: Place | undefined;
  /** The value of a variable: a mistake in a part of it has the place of that part. */
  readonly node?: DocumentNode;
}

/** The evaluation of one field: its location and its results other than the value. */
export interface Evaluation {
  readonly compilation: Compilation;
  readonly source: Source;
  /** The resource if the field is its own; undefined for a preset's. */
  readonly address: Address | undefined;
  readonly diagnostics: Diagnostic[];
  readonly through: Through[];
  /** The path of the current node in the spec: it changes with the walk; what keeps it copies it. */
  readonly path: (string | number)[];
  /** True if the value depends on this environment. */
  dependsOnEnvironment: boolean;
  /** The `$(name)` whose variable the current nodes belong to; nothing in a variable is evaluated again. */
  variableAt: ScalarNode | undefined;
}

/** A mistake in the text of a value, without its place. */
type TextMistake = Pick<Diagnostic, 'rule' | 'message'> &
  Partial<
    Pick<
      Diagnostic,
      'severity' | 'help' | 'related' | 'environments' | 'fix' | 'cause' | 'mistake' | 'isConsequence'
    >
  >;

/** A node, or a part of its text. */
interface NodePart<Node extends DocumentNode = DocumentNode> {
  readonly node: Node;
  readonly within?: Range;
}

/** Reports a mistake at a node or in a part of its text. */
export function reportAt(
  evaluation: Evaluation,
  part: NodePart,
  { rule, message, ...more }: TextMistake,
): void {
  const place = evaluationPlace(evaluation, part);
  const { address, path } = evaluation;
  const whose = address === undefined ? {} : { address, path: [...path] };
  evaluation.diagnostics.push(problem(rule, place, message, { ...whose, ...more }));
}

/** Reports a mistake that depends on this environment. */
export function reportHere(evaluation: Evaluation, part: NodePart, mistake: TextMistake): void {
  evaluation.dependsOnEnvironment = true;
  const environments = [evaluation.compilation.environment.name];
  reportAt(evaluation, part, { ...mistake, environments });
}

/** The declaration of the similar name. */
export function similarAt(place: Place | undefined): Pick<TextMistake, 'related'> {
  return withoutUndefined({ related: place && [{ place, label: 'a similar name is declared here' }] });
}

/** The place to report for a node: the use of an alias, or of a variable for its parts. */
export function evaluationPlace({ source, variableAt }: Evaluation, { node, within }: NodePart): Place {
  const { start, end } = variableAt ?? node.alias ?? node;
  const isOwn = variableAt === undefined && node.alias === undefined;
  const part =
    isOwn && within !== undefined && node.type === 'scalar' ? partIn(source.text, node, within) : undefined;
  return { source, start: part?.start ?? start, end: part?.end ?? end };
}

/** The names of the other environments that satisfy a condition. */
export function othersThat(
  { compilation }: Evaluation,
  holds: (environment: Environment) => boolean,
): readonly string[] {
  const { workspace, environment } = compilation;
  return [...workspace.environments.values()]
    .filter((other) => other.name !== environment.name && holds(other))
    .map(({ name }) => name);
}

/** A suggestion to replace a part of a text; none if that part is not literally in the file. */
export function rewording(
  evaluation: Evaluation,
  part: NodePart<ScalarNode> & { readonly within: Range },
  to: string | undefined,
): { readonly fix?: Fix } {
  const { node, within } = part;
  if (to === undefined || typeof node.value !== 'string') return {};
  const place = evaluationPlace(evaluation, part);
  const isThere =
    place.source.text.slice(place.start, place.end) === node.value.slice(within.start, within.end);
  if (!isThere || evaluation.variableAt !== undefined || node.alias !== undefined) return {};
  return { fix: { safety: 'unsafe', title: `write \`${to}\``, edits: [{ ...place, text: to }] } };
}

/** Subtracts a cost from the budget. False if it is exhausted, which is reported once. */
export function spend(evaluation: Evaluation, node: ScalarNode, cost: Partial<EvaluationBudget>): boolean {
  const { budget } = evaluation.compilation;
  if (isSpent(budget)) return false;
  budget.values -= cost.values ?? 0;
  budget.characters -= cost.characters ?? 0;
  if (!isSpent(budget)) return true;
  const message = 'the expressions of this workspace expand to more than can be compiled';
  const help = 'use smaller variables, or use them less often';
  reportAt(evaluation, { node }, { rule: 'yaml-limit', message, help });
  return false;
}

function isSpent({ values, characters }: EvaluationBudget): boolean {
  return values < 0 || characters < 0;
}

/** The state of a search through one scalar, whose parts are requested from start to end. */
interface Progress {
  readonly node: ScalarNode;
  /** Offset in the value. */
  valueAt: number;
  /** Offset in the text as written. */
  writtenAt: number;
  misses: number;
}

/**
 * Finds the place in the file of a part of a scalar's value. An unescaped expression is written as in the value, so its
 * nth occurrence is searched. A search continues where the last one in the same scalar ended, so that thousands of
 * expressions in one text take one pass.
 */
function partIn(text: string, node: ScalarNode, { start, end }: Range): Range | undefined {
  if (typeof node.value !== 'string') return undefined;
  if (progress?.node !== node || progress.valueAt > start)
    progress = { node, valueAt: 0, writtenAt: node.start, misses: 0 };
  if (progress.misses >= mostMisses) return undefined;
  const words = node.value.slice(start, end);
  let at = text.indexOf(words, progress.writtenAt);
  for (
    let before = node.value.indexOf(words, progress.valueAt);
    at !== -1 && before !== -1 && before < start;
    before = node.value.indexOf(words, before + 1)
  ) {
    at = text.indexOf(words, at + 1);
  }
  if (at === -1 || at + words.length > node.end) {
    progress.misses++;
    return undefined;
  }
  Object.assign(progress, { valueAt: start, writtenAt: at });
  return { start: at, end: at + words.length };
}
