import type { Compiled, Desired } from '../../model/desired.ts';
import { coveringOf, type Covering } from '../../text/range-set.ts';
import type { Steps } from '../../model/steps.ts';
import { validateBody } from '../../derive/schema/validate.ts';
import { variableMistake } from '../../derive/variable-mistake.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { Place, Range } from '../../model/document.ts';
import { atDeclaration, onlyVariable } from './blame-variable.ts';
import type { LintRun } from './run.ts';
import {
  documentContext,
  resourceContext,
  isNoted,
  noteSensitive,
  reportFinding,
  type FindingContext,
} from './report-finding.ts';
import { isIncomplete } from './incomplete.ts';
import { isFirstField } from './rule-index.ts';
import {
  valueAt,
  type CrossFinding,
  type CrossRule,
  type Finding,
  type Options,
  type ResourceRule,
  type RuleContext,
} from '../rule.ts';
import { checkSentShape, checkBytes } from '../shape/check-body.ts';

/** Shared state while one environment is linted. */
interface Pass {
  readonly run: LintRun;
  readonly environment: string;
  readonly contextOf: ContextOf;
  /** By file, the places that the compiler could not resolve. They have no final value to check. */
  readonly unresolved: ReadonlyMap<string, Covering>;
  /** `placeKey` of the places where a variable brings a value of the wrong shape. */
  readonly misshapen: Set<string>;
}

/** Lints the compiled resources of one environment: each alone, then all together. One step per resource or rule. */
export function* runEnvironmentRules(run: LintRun, environment: string, compiled: Compiled): Steps<void> {
  const pass = yield* lintResources(run, environment, compiled);
  yield* runCrossRules(pass, compiled.desired);
}

/** Lints each resource alone; those that were checked before are skipped. */
export function* lintResources(
  run: LintRun,
  environment: string,
  { desired, diagnostics }: Compiled,
): Steps<Pass> {
  const { files, workspace } = run.input;
  const pass: Pass = {
    run,
    environment,
    contextOf: contexts(run, environment),
    unresolved: placesOfErrors(diagnostics),
    misshapen: new Set(),
  };
  for (const resource of desired) {
    if (workspace.cached?.has(resource.document.document) === true) continue;
    if (files !== undefined && !isAmong(resource, files)) continue;
    checkShape(pass, resource);
    runResourceRules(pass, resource);
    yield;
  }
  return pass;
}

function placesOfErrors(diagnostics: readonly Diagnostic[]): Pass['unresolved'] {
  const places = new Map<string, Range[]>();
  for (const { severity, place } of diagnostics) {
    if (severity !== 'error') continue;
    const known = places.get(place.source.path);
    if (known === undefined) places.set(place.source.path, [place]);
    else known.push(place);
  }
  return new Map([...places].map(([path, ranges]) => [path, coveringOf(ranges)]));
}

/** Whether a finding at a place is a consequence of a wrong shape or an unresolved expression. */
function isCascade(pass: Pass, place: Place): boolean {
  return pass.misshapen.has(placeKey(place)) || isUnusable(pass, place);
}

function isUnusable({ run, unresolved }: Pass, place: Place): boolean {
  return run.broken.has(place) || unresolved.get(place.source.path)?.meets(place) === true;
}

/** Whether a finding compares with a value that has the wrong shape or is unresolved. */
function comparesWithCascade(pass: Pass, { related = [] }: Finding, ground: FindingContext): boolean {
  return related.some((one) => one.of === undefined && isCascade(pass, ground.locate(one).place));
}

function placeKey({ source, start }: Place): string {
  return `${source.path}\0${start}`;
}

function isAmong({ document, layers }: Desired, files: ReadonlySet<string>): boolean {
  if (files.has(document.document.source.path)) return true;
  for (const layer of layers.values()) if (files.has(layer.document.source.path)) return true;
  return false;
}

/**
 * Checks values that depend on variables, and sizes that depend on the marker. Everything else was checked as written.
 */
function checkShape(pass: Pass, resource: Desired): void {
  const { run } = pass;
  const hasMarker = run.input.workspace.settings.marker;
  const bytes = checkBytes(resource, hasMarker);
  const body = checkSentShape(resource, validateBody, hasMarker);
  if (bytes.length === 0 && body.length === 0) return;
  const ground = resourceContext(resource, undefined);
  for (const { rule, finding } of [...bytes, ...body]) {
    const located = ground.locate(finding.at);
    if (isUnusable(pass, located.place)) continue;
    pass.misshapen.add(placeKey(located.place));
    const mistake = mistakeOfVariable(resource, rule, finding);
    const declared = whole(located.place) ? declarationOf(resource, finding) : undefined;
    const said = declared === undefined ? { finding, located } : atDeclaration(located, declared, finding);
    reportFinding(run.book, rule, run.levels.rule(rule), said.finding, ground, said.located, mistake);
  }
}

function declarationOf(resource: Desired, { at }: Finding): Place | undefined {
  return 'path' in at ? onlyVariable(resource, at.path)?.place : undefined;
}

/** Whether an expression is the whole value: then the variable alone decides its type. */
function whole({ source, start, end }: Place): boolean {
  return /^(["']?)\$\([^()]*\)\1$/.test(source.text.slice(start, end));
}

/**
 * A key for the mistake of a variable, so that the same mistake in several fields is reported once, at the declaration.
 */
function mistakeOfVariable(resource: Desired, rule: string, { at, message }: Finding): string | undefined {
  if ('place' in at) return undefined;
  const only = onlyVariable(resource, at.path);
  if (only === undefined) return undefined;
  const value = valueAt(resource.spec, at.path);
  if (rule === 'wrong-type' && typeof value === 'object' && value !== null)
    return variableMistake(only.name, Array.isArray(value) ? 'list' : 'map');
  // Quoted words are the field and the value, which differ between fields and environments.
  return `${rule}\0${only.name}\0${message.replaceAll(/`[^`]*`/g, '``')}`;
}

type ContextOf = (rule: ResourceRule | CrossRule, resource: Desired | undefined) => RuleContext;

/** One shared context per rule, unless overrides set options for parts of the workspace. */
function contexts({ input, levels }: LintRun, environment: string): ContextOf {
  const { workspace, now, ledgers, base } = input;
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
    const optionsOf = (id: string): Options => {
      const other = levels.rule(id);
      return other === undefined ? {} : levels.options(other, file, resource?.address);
    };
    const context: RuleContext = { options, optionsOf, workspace, environment, ledger, base, now };
    if (!hasLocal) shared.set(rule.id, context);
    return context;
  };
}

function runResourceRules(pass: Pass, resource: Desired): void {
  const rules = pass.run.index.resource.get(resource.kind);
  if (rules === undefined) return;
  for (const rule of rules.always) runResourceRule(pass, rule, resource);
  for (const field in resource.spec) {
    const own = rules.byField.get(field);
    if (own === undefined) continue;
    for (const rule of own) {
      if (isFirstField(rule, resource.spec, field)) runResourceRule(pass, rule, resource);
    }
  }
}

function runResourceRule(pass: Pass, rule: ResourceRule, resource: Desired): void {
  try {
    let ground: FindingContext | undefined;
    for (const finding of rule.check(resource, pass.contextOf(rule, resource))) {
      if (isLack(finding, resource) && isIncomplete(resource.document, pass.run.input.workspace)) continue;
      ground ??= resourceContext(resource, undefined);
      report(pass, rule, finding, ground, resource);
    }
  } catch (cause) {
    throw new Error(`the rule ${rule.id} failed on ${resource.address}`, { cause });
  }
}

/** Whether a finding says that the resource as a whole lacks something. */
function isLack({ at }: Finding, { layers }: Desired): boolean {
  if ('place' in at) return false;
  const [top] = at.path;
  return top === undefined || !layers.has(String(top));
}

function* runCrossRules(pass: Pass, desired: readonly Desired[]): Steps<void> {
  let byAddress: Map<string, Desired> | undefined;
  const there = new Set(desired.map(({ kind }) => kind));
  for (const rule of pass.run.index.environment) {
    yield;
    if (rule.kinds?.some((kind) => there.has(kind)) === false) continue;
    for (const finding of rule.check(desired, pass.contextOf(rule, undefined))) {
      byAddress ??= new Map(desired.map((one) => [one.address, one]));
      report(pass, rule, finding, groundOf(pass, rule, finding, byAddress));
    }
  }
}

/** A finding without an address is about a removed resource and brings its own place. */
function groundOf(
  { run, environment }: Pass,
  rule: CrossRule,
  { of }: CrossFinding,
  resources: ReadonlyMap<string, Desired>,
): FindingContext {
  if (of === undefined) {
    return { ...documentContext(run.input.workspace.settings.document, undefined), environment };
  }
  const resource = resources.get(of);
  if (resource === undefined) throw new Error(`${rule.id} speaks of ${of}, which it was not given`);
  return resourceContext(resource, resources);
}

/**
 * `resource`: the resource whose own values the finding is about. If the value is one variable, the finding moves to
 * its declaration.
 */
function report(
  pass: Pass,
  rule: ResourceRule | CrossRule,
  finding: Finding,
  ground: FindingContext,
  resource?: Desired,
): void {
  const { run } = pass;
  const located = ground.locate(finding.at);
  if (isCascade(pass, located.place) || comparesWithCascade(pass, finding, ground)) return;
  // Secrets found in a document as written would be found again in the compiled spec.
  if (rule.id === 'secret-in-text' && isNoted(run.sensitive, located.place)) return;
  if (finding.sensitive === true) noteSensitive(run.sensitive, located.place);
  const declared =
    resource !== undefined && isAboutValue(finding) && whole(located.place)
      ? declarationOf(resource, finding)
      : undefined;
  if (resource === undefined || declared === undefined) {
    reportFinding(run.book, rule.id, rule, finding, ground, located);
    return;
  }
  const said = atDeclaration(located, declared, finding);
  const mistake = mistakeOfVariable(resource, rule.id, finding);
  reportFinding(run.book, rule.id, rule, said.finding, ground, said.located, mistake);
}

/** Whether a finding is about a single value, not about a key or about two values that conflict. */
function isAboutValue({ at, related = [] }: Finding): boolean {
  return related.length === 0 && 'path' in at && (at.on === undefined || at.on === 'value');
}
