import { validateBody } from '../derive/validate.ts';
import type { Desired } from '../model/desired.ts';
import type { Run } from './run.ts';
import { groundOfResource, noteSensitive, reportFinding, type Ground } from './report-finding.ts';
import { isFirstField } from './rule-index.ts';
import type { CrossRule, Finding, ResourceRule, RuleContext } from './rule.ts';
import { checkBody, checkBytes } from './shape/check-body.ts';

/** The pass over what was compiled for one environment: each resource, then all together. A step is a resource. */
export function* lintEnvironment(
  run: Run,
  environment: string,
  desired: readonly Desired[],
): Generator<undefined, void> {
  const { files } = run.input;
  const contextOf = contexts(run, environment);
  for (const resource of desired) {
    if (files !== undefined && !isAmong(resource, files)) continue;
    checkShape(run, resource);
    runResourceRules(run, resource, contextOf);
    yield;
  }
  runCrossRules(run, desired, contextOf);
}

function isAmong({ document, layers }: Desired, files: ReadonlySet<string>): boolean {
  if (files.has(document.document.source.path)) return true;
  for (const layer of layers.values()) if (files.has(layer.document.source.path)) return true;
  return false;
}

/** Only where an expression or the marker decides: all else was judged as it was written. */
function checkShape(run: Run, resource: Desired): void {
  const hasMarker = run.input.workspace.settings.marker;
  const bytes = checkBytes(resource, hasMarker);
  const body = checkBody(resource, validateBody, hasMarker);
  if (bytes.length === 0 && body.length === 0) return;
  const ground = groundOfResource(resource, undefined);
  for (const { rule, finding } of [...bytes, ...body]) {
    const located = ground.locate(finding.at);
    if (run.broken.has(located.place)) continue;
    reportFinding(run.book, rule, run.levels.rule(rule), finding, ground, located);
  }
}

type ContextOf = (rule: ResourceRule | CrossRule, resource: Desired | undefined) => RuleContext;

/** One context a rule, save where a part of the workspace has options of its own. */
function contexts({ input, levels }: Run, environment: string): ContextOf {
  const { workspace, now, ledgers } = input;
  const ledger = ledgers?.get(environment);
  const shared = new Map<string, RuleContext>();
  const hasLocal = workspace.settings.lint.overrides.some(({ rules }) =>
    [...rules.values()].some(({ options }) => options !== undefined),
  );
  return (rule, resource) => {
    const known = shared.get(rule.id);
    if (known !== undefined) return known;
    const file = resource?.document.document.source.path ?? workspace.settings.document.source.path;
    const options = levels.options(rule, file, resource?.address);
    const context: RuleContext = { options, workspace, environment, ledger, now };
    if (!hasLocal) shared.set(rule.id, context);
    return context;
  };
}

function runResourceRules(run: Run, resource: Desired, contextOf: ContextOf): void {
  const rules = run.index.resource.get(resource.kind);
  if (rules === undefined) return;
  for (const rule of rules.always) runResourceRule(run, rule, resource, contextOf);
  for (const field in resource.spec) {
    const own = rules.byField.get(field);
    if (own === undefined) continue;
    for (const rule of own) {
      if (isFirstField(rule, resource.spec, field)) runResourceRule(run, rule, resource, contextOf);
    }
  }
}

function runResourceRule(run: Run, rule: ResourceRule, resource: Desired, contextOf: ContextOf): void {
  try {
    let ground: Ground | undefined;
    for (const finding of rule.check(resource, contextOf(rule, resource))) {
      ground ??= groundOfResource(resource, undefined);
      report(run, rule, finding, ground);
    }
  } catch (cause) {
    throw new Error(`the rule ${rule.id} failed on ${resource.address}`, { cause });
  }
}

function runCrossRules(run: Run, desired: readonly Desired[], contextOf: ContextOf): void {
  let byAddress: Map<string, Desired> | undefined;
  for (const rule of run.index.environment) {
    for (const finding of rule.check(desired, contextOf(rule, undefined))) {
      byAddress ??= new Map(desired.map((one) => [one.address, one]));
      const resource = byAddress.get(finding.of);
      if (resource === undefined)
        throw new Error(`${rule.id} speaks of ${finding.of}, which it was not given`);
      report(run, rule, finding, groundOfResource(resource, byAddress));
    }
  }
}

function report(run: Run, rule: ResourceRule | CrossRule, finding: Finding, ground: Ground): void {
  const located = ground.locate(finding.at);
  if (run.broken.has(located.place)) return;
  if (finding.sensitive === true) noteSensitive(run.sensitive, located.place);
  reportFinding(run.book, rule.id, rule, finding, ground, located);
}
