import { withOwnActions } from '../../derive/policy/own-actions.ts';
import { variableMistake } from '../../derive/variable-mistake.ts';
import { entryWithKey, walk } from '../../derive/yaml/document-tree.ts';
import { textOfKey } from '../../text/key-text.ts';
import { kinds } from '../../kinds/index.ts';
import {
  comparesWithCascade,
  isCascade,
  isUnusable,
  placeKey,
  startPass,
  type Pass,
} from './environment-pass.ts';
import {
  documentContext,
  isNoted,
  noteSensitive,
  reportFinding,
  resourceContext,
  type FindingContext,
  type LocatedFinding,
} from './report-finding.ts';
import { isFirstField } from './enabled-rules.ts';
import type { LintRun } from './lint-run.ts';
import type { Location, PathAt } from '../locate/in-document.ts';
import { usedHere } from '../locate/in-resource.ts';
import { valueAt } from '../../derive/forms/tree.ts';
import { type CrossFinding, type CrossRule, type Finding, type ResourceRule } from '../rule.ts';
import { checkBytes, checkSentShape } from '../shape/check-body.ts';
import { formatOf } from '../shape/format-position.ts';
import type { CompileResult, CompiledResource } from '../../model/desired.ts';
import type { Place } from '../../model/document.ts';
import type { Workspace } from '../../model/workspace/workspace.ts';
import type { ResourceDocument } from '../../model/workspace/workspace-document.ts';
import { nodeRange, placeOf } from '../../derive/yaml/node-place.ts';

/** Lints the compiled resources of one environment: each alone, then all together. */
export function runEnvironmentRules(
  run: LintRun,
  environment: string,
  { desired, diagnostics }: CompileResult,
): void {
  const files = filesOfResources(run.input);
  const pass = startPass(run, environment, diagnostics);
  for (const resource of desired)
    if (files === undefined || isAmong(resource, files)) lintResource(pass, resource);
  asDeclared(pass, () => runCrossRules(pass, desired));
}

export function lintResource(pass: Pass, resource: CompiledResource): void {
  checkShape(pass, resource);
  asDeclared(pass, () => runResourceRules(pass, resource));
}

function asDeclared({ run }: Pass, check: () => void): void {
  withOwnActions(run.input.workspace.settings.trafficPolicy.actions, check);
}

/**
 * The chosen files, if resources and presets alone are in them. A mistake in any other, such as a variable or an
 * included policy, is found in the resources that use it.
 */
function filesOfResources({ workspace, files }: LintRun['input']): ReadonlySet<string> | undefined {
  if (files === undefined) return undefined;
  const { resources, presets } = workspace;
  const resourceFiles = new Set(resources.map(({ source }) => source.path));
  for (const { document } of presets.values()) resourceFiles.add(document.source.path);
  return [...files].every((file) => resourceFiles.has(file)) ? files : undefined;
}

function isAmong({ document, written }: CompiledResource, files: ReadonlySet<string>): boolean {
  if (files.has(document.source.path)) return true;
  for (const layer of written().layers.values()) if (files.has(layer.document.source.path)) return true;
  return false;
}

/**
 * Checks values that depend on variables, and sizes that depend on the marker. Everything else was checked as written.
 */
function checkShape(pass: Pass, resource: CompiledResource): void {
  const { run } = pass;
  const { settings } = run.input.workspace;
  const bytes = checkBytes(resource, settings);
  const body = checkSentShape(resource, settings);
  if (bytes.length === 0 && body.length === 0) return;
  const context = resourceContext(resource, undefined);
  for (const { rule, finding } of [...bytes, ...body]) {
    const located = context.locate(finding.at);
    if (isUnusable(pass, located.place)) continue;
    pass.misshapen.add(placeKey(located.place));
    const mistake = mistakeOfVariable(resource, rule, finding);
    const declared = isOneExpression(located.place) ? declarationOf(resource, finding) : undefined;
    const placed = declared === undefined ? { finding, located } : atDeclaration(located, declared, finding);
    reportFinding(run.collector, context, {
      rule,
      finding: placed.finding,
      located: placed.located,
      mistake,
    });
  }
}

function runResourceRules(pass: Pass, resource: CompiledResource): void {
  const rules = pass.run.index.resource.get(resource.kind);
  if (rules === undefined) return;
  let context: FindingContext | undefined;
  let running: ResourceRule | undefined;
  const report = (finding: Finding): void => {
    if (running === undefined) return;
    if (isLack(finding, resource) && isIncomplete(resource.written().document, pass.run.input.workspace))
      return;
    context ??= resourceContext(resource, undefined);
    reportIn(pass, context, { rule: running, finding, resource });
  };
  const run = (rule: ResourceRule): void => {
    running = rule;
    rule.check(resource, report, pass.contextOf(rule, resource));
  };
  try {
    for (const rule of rules.always) run(rule);
    for (const field in resource.spec) {
      for (const rule of rules.byField.get(field) ?? none) {
        if (isFirstField(rule, resource.spec, field)) run(rule);
      }
    }
  } catch (cause) {
    throw new Error(`the rule ${running?.id} failed on ${resource.address}`, { cause });
  }
}

const none: readonly ResourceRule[] = [];

/** Whether a finding says that the resource as a whole lacks something. */
function isLack({ at }: Finding, { written }: CompiledResource): boolean {
  if ('place' in at) return false;
  const [top] = at.path;
  return top === undefined || !written().layers.has(String(top));
}

function runCrossRules(pass: Pass, desired: readonly CompiledResource[]): void {
  let byAddress: Map<string, CompiledResource> | undefined;
  const desiredKinds = new Set(desired.map(({ kind }) => kind));
  for (const rule of pass.run.index.environment) {
    if (rule.kinds?.some((kind) => desiredKinds.has(kind)) === false) continue;
    for (const finding of rule.check(desired, pass.contextOf(rule, undefined))) {
      byAddress ??= new Map(desired.map((resource) => [resource.address, resource]));
      reportIn(pass, contextOfResource(pass, { rule, finding }, byAddress), { rule, finding });
    }
  }
}

/** A finding without an address is about a removed resource and brings its own place. */
function contextOfResource(
  { run, environment }: Pass,
  { rule, finding }: { readonly rule: CrossRule; readonly finding: CrossFinding },
  resources: ReadonlyMap<string, CompiledResource>,
): FindingContext {
  if (finding.of === undefined)
    return { ...documentContext(run.input.workspace.settings.document, finding.about), environment };
  const resource = resources.get(finding.of);
  if (resource === undefined) throw new Error(`${rule.id} speaks of ${finding.of}, which it was not given`);
  return resourceContext(resource, resources);
}

/**
 * Whether a secret was found in a document as written, and would be found again in the compiled spec. The text of a
 * policy that is written as a mapping has no place of its own: what is found in it as written is what is found in it.
 */
function isFoundInDocument(
  { sensitive }: LintRun,
  context: FindingContext,
  { rule: id, finding: { at, severity }, located: { place } }: LocatedFinding,
): boolean {
  if (id === 'traffic-policy-secret-literal') return severity === undefined && isNoted(sensitive, place);
  if (id !== 'secret-in-text') return false;
  if (isNoted(sensitive, place)) return true;
  if (!('path' in at)) return false;
  const { document, path } = context.resolve(at.path);
  if (document.root === undefined) return false;
  const { node } = walk(document.root, path);
  return node.type === 'map' && isNoted(sensitive, placeOf(document.source, nodeRange(node)));
}

/** A finding of a rule on compiled resources. */
interface CompiledFinding {
  readonly rule: ResourceRule | CrossRule;
  readonly finding: Finding;
  /** The resource whose own values the finding is about. */
  readonly resource?: CompiledResource;
}

/** If the value is one variable, the finding moves to its declaration. */
function reportIn(
  pass: Pass,
  context: FindingContext,
  { rule: { id: rule }, finding, resource }: CompiledFinding,
): void {
  const { run } = pass;
  const located = context.locate(finding.at);
  if (isCascade(pass, located.place) || comparesWithCascade(pass, finding, context)) return;
  if (isFoundInDocument(run, context, { rule, finding, located })) return;
  if (finding.sensitive === true) noteSensitive(run.sensitive, located.place);
  const declared =
    resource !== undefined && isAboutValue(finding) && isOneExpression(located.place)
      ? declarationOf(resource, finding)
      : undefined;
  if (resource === undefined || declared === undefined) {
    reportFinding(run.collector, context, { rule, finding, located });
    return;
  }
  const placed = atDeclaration(located, declared, finding);
  const mistake = mistakeOfVariable(resource, rule, finding);
  reportFinding(run.collector, context, { rule, finding: placed.finding, located: placed.located, mistake });
}

/** Whether a finding is about a single value, not about a key or about two values that conflict. */
function isAboutValue({ at, related = [] }: Finding): boolean {
  return related.length === 0 && 'path' in at && (at.on === undefined || at.on === 'value');
}

/**
 * Whether a resource may contain more than was read: a missing preset, or misspelled keys in the resource or a preset.
 * A finding about a missing field would then be a second one for the same mistake.
 */
function isIncomplete({ kind, root, uses }: ResourceDocument, { presets }: Workspace): boolean {
  const format = formatOf(kind);
  if (root.entries.some((entry) => !Object.hasOwn(format, textOfKey(entry)))) return true;
  // Presets that cannot be read.
  const list = entryWithKey(root.entries, 'uses')?.value;
  if (list !== undefined && list.type !== 'list') return true;
  return uses.some(({ name }) => {
    const spec = presets.get(name)?.spec;
    return spec === undefined || spec.entries.some((entry) => !isField(textOfKey(entry)));
  });
}

function isField(name: string): boolean {
  return Object.values(kinds).some(({ fields }) => Object.hasOwn(fields, name));
}

/**
 * The one variable that a value comes from; undefined if there are several, or if it comes from a file, id or secret.
 */
function onlyVariable(
  resource: CompiledResource,
  at: PathAt,
): { readonly name: string; readonly place: Place } | undefined {
  const [only, more] = resource.originOf([...at.path, ...(at.inside ?? [])]).through;
  if (only?.place === undefined || more !== undefined) return undefined;
  return /^\$\([^:]*\)$/.test(only.what) ? { name: only.what, place: only.place } : undefined;
}

/**
 * Moves a finding to the declaration of a variable, with the use as a related place. The fix is dropped: it would
 * change the use.
 */
function atDeclaration(
  { place: used }: Location,
  place: Place,
  finding: Finding,
): { readonly finding: Finding; readonly located: Location } {
  const { fix: _, related: _related, ...rest } = finding;
  return { finding: rest, located: { place, related: [{ place: used, label: usedHere }] } };
}

/** The declaration of the variable that a finding's value comes from. */
function declarationOf(resource: CompiledResource, { at }: Finding): Place | undefined {
  return 'path' in at ? onlyVariable(resource, at)?.place : undefined;
}

/** Whether an expression is the whole value: then the variable alone decides its type. */
function isOneExpression({ source, start, end }: Place): boolean {
  return /^(["']?)\$\([^()]*\)\1$/.test(source.text.slice(start, end));
}

/**
 * A key for the mistake of a variable, so that the same mistake in several fields is reported once, at the declaration.
 */
function mistakeOfVariable(
  resource: CompiledResource,
  rule: string,
  { at, message }: Finding,
): string | undefined {
  if ('place' in at) return undefined;
  const only = onlyVariable(resource, at);
  if (only === undefined) return undefined;
  const value = valueAt(resource.spec, at.path);
  if (rule === 'wrong-type' && typeof value === 'object' && value !== null)
    return variableMistake(only.name, Array.isArray(value) ? 'list' : 'map');
  // Quoted words are the field and the value, which differ between fields and environments.
  return `${rule}\0${only.name}\0${message.replaceAll(/`[^`]*`/g, '``')}`;
}
