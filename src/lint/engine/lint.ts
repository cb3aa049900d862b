/**
 * Two passes. The first checks documents as written: their shape, by the validators, and the document rules. The second
 * checks the compiled resources of each environment, where every value is final. Rules yield paths; here paths become
 * places, severities are looked up, suppression comments are applied, and the same finding in several environments
 * becomes one.
 */
import { applyBaseline } from '../baseline/apply-baseline.ts';
import { createBrokenParts, rulesIn, type LintInput, type LintRun } from './lint-run.ts';
import { countFindings } from './count-findings.ts';
import { collectFindings, diagnosticOrder } from './finding-collector.ts';
import { checkSettings, checkSuppressions, newSuppression } from './hygiene.ts';
import { readLevels, type Levels } from './levels.ts';
import { lintDocuments } from './lint-documents.ts';
import { runEnvironmentRules } from './lint-environment.ts';
import type { LinkSettings } from './finding-links.ts';
import { findingsOfFiles, withReach } from './finding-reach.ts';
import { indexRules } from './enabled-rules.ts';
import { testMistakes, withoutUnserved } from './test-mistakes.ts';
import { sensitiveText } from './sensitive.ts';
import { findSuppressions, hideSuppressed } from './suppress/hide-suppressed.ts';
import { ignoring } from './suppress/ignorable.ts';
import { includedPolicies, newlySuppressed } from './suppress/new-suppressions.ts';
import type { CompileResult } from '../../model/desired.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { LintResult } from '../../model/lint/lint-result.ts';
import type { RuleSetting } from '../../model/workspace/settings.ts';

export function lint(input: LintInput): LintResult {
  const { workspace, compiled, policies } = input;
  const run = startRun(input);
  for (const diagnostic of workspace.diagnostics) reportDiagnostic(run, diagnostic, undefined);
  for (const diagnostic of policies?.diagnostics ?? []) reportDiagnostic(run, diagnostic, undefined);
  for (const diagnostic of testMistakes(input)) reportDiagnostic(run, diagnostic, undefined);
  lintDocuments(run);
  for (const [environment, result] of compiled) {
    reportCompiled(run, environment, result);
    runEnvironmentRules(run, environment, result);
  }
  return settle(run);
}

function startRun(input: LintInput): LintRun {
  const { workspace, now, overriding = new Map<string, RuleSetting>() } = input;
  const rules = rulesIn(input);
  const levels = readLevels(rules, workspace.settings.lint, overriding);
  return {
    input,
    levels,
    index: indexRules(rules, levels),
    collector: collectFindings(levels, linksOf(input), environmentsOf(input)),
    broken: createBrokenParts(),
    hasPassed: (time) => time < now.getTime(),
    sensitive: new Map(),
  };
}

function reportCompiled(run: LintRun, environment: string, { diagnostics }: CompileResult): void {
  for (const diagnostic of diagnostics) {
    if (diagnostic.isConsequence === true || run.broken.has(diagnostic.place)) continue;
    reportDiagnostic(run, diagnostic, environment);
  }
}

/** Reports a finding of the reader or the compiler. The lint settings decide its severity if it has a rule id. */
function reportDiagnostic(
  { collector, levels }: LintRun,
  diagnostic: Diagnostic,
  environment: string | undefined,
): void {
  const isKnown = levels.rule(diagnostic.rule) !== undefined;
  collector.add({
    ...diagnostic,
    severity: isKnown ? undefined : diagnostic.severity,
    isUnread: diagnostic.severity === 'error',
    environment,
  });
}

function linksOf({ workspace }: LintInput): LinkSettings {
  const { docsUrl } = workspace.settings.lint;
  return { docsUrl, workspace };
}

/** Returns the environments that an address exists in. Built lazily, since few findings need it. */
function environmentsOf({ compiled }: LintInput): (address: string | undefined) => readonly string[] {
  const all = [...compiled.keys()];
  let addresses: Map<string, Set<string>> | undefined;
  return (address) => {
    if (address === undefined) return all;
    addresses ??= new Map(
      [...compiled].map(([name, { desired }]) => [
        name,
        new Set(desired.map((resource) => resource.address)),
      ]),
    );
    return all.filter((name) => addresses?.get(name)?.has(address));
  };
}

function settle(run: LintRun): LintResult {
  const { input, collector, levels } = run;
  const { workspace, files } = input;
  const isAsked = findingsOfFiles(input);
  const found = withoutUnserved(withoutConsequences(collector.diagnostics(), levels))
    .filter(isAsked)
    .sort(diagnosticOrder);
  const suppressions = findSuppressions(workspace, includedPolicies(found));
  const spoken =
    suppressions.size === 0
      ? { shown: found, hidden: [] }
      : hideSuppressed(found, suppressions, ignoring(input, levels));
  const { shown, hidden, checked: ofBaseline } = applyBaseline(input, spoken.shown, levels);
  const uncovered = newlySuppressed(input, { byComments: spoken.hidden, byBaseline: hidden }, levels);
  const hygiene = collectFindings(levels, linksOf(input), () => []);
  const comments = checkSuppressions([...suppressions.values()].flat(), levels);
  const ofBase = uncovered.map((diagnostic) => newSuppression(diagnostic, input.base?.ref));
  // Added one by one, not collected first: a file may have a great many.
  for (const checked of [checkSettings(workspace.settings, levels), comments, ofBaseline, ofBase]) {
    for (const finding of checked) hygiene.add({ ...finding, related: [] });
  }
  const reaching = shown.map((diagnostic) => withReach(diagnostic, workspace));
  const diagnostics = [...reaching, ...hygiene.diagnostics().filter(isAsked)].sort(diagnosticOrder);
  return {
    diagnostics,
    suppressed: spoken.hidden.length,
    baselined: hidden.length,
    newlySuppressed: uncovered,
    ...countFindings(diagnostics),
    files: files?.size ?? workspace.sources.size,
    sensitive: sensitiveText(run, diagnostics),
  };
}

/** Drops findings about unused names while other errors exist: a misspelled or unreadable part may use them. */
function withoutConsequences(found: readonly Diagnostic[], levels: Levels): readonly Diagnostic[] {
  const isUnclear = found.some(({ rule: id, severity }) => {
    if (id === 'null-module') return true;
    const rule = levels.rule(id);
    return severity === 'error' && (rule?.scope === 'reported' || rule?.group === 'reference');
  });
  const lacksSecret = found.some(({ rule }) => lacking.has(rule));
  if (!isUnclear && !lacksSecret) return found;
  return found.filter(
    ({ rule }) => !(isUnclear && unused.has(rule)) && !(lacksSecret && rule === 'unused-secret'),
  );
}

const unused: ReadonlySet<string> = new Set(['unused-id', 'unused-preset', 'unused-variable']);

/** While one of these is reported, an unused secret may be the one that is missing there. */
const lacking: ReadonlySet<string> = new Set([
  ...['oauth-client-secret-required', 'webhook-secret-required'],
  ...['expression-syntax', 'secret-reference-syntax', 'secret-reference-undefined', 'undefined-variable'],
  ...['no-plaintext-secret', 'traffic-policy-secret-literal', 'traffic-policy-placeholder'],
]);
