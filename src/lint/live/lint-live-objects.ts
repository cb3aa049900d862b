/**
 * Runs the resource rules on live objects. A rule cannot tell a live object from a desired one; there is no document,
 * workspace or ledger. The object is printed as a document in place of a source file, so every format and code frame
 * works. No fix is offered, because there is no file to fix.
 */
import { valueAt } from '../../derive/forms/tree.ts';
import { exemptProviders } from '../../derive/secrets/answered-secrets.ts';
import { collectFindings, diagnosticOrder, type FindingCollector } from '../engine/finding-collector.ts';
import { readLevels, type Levels } from '../engine/levels.ts';
import { countFindings } from '../engine/count-findings.ts';
import {
  documentContext,
  noteSensitive,
  reportFinding,
  type FindingContext,
} from '../engine/report-finding.ts';
import { writeDown, type LiveObject, type ObjectSubject } from './live-document.ts';
import type { At, CrossRule, Finding, Options, ResourceRule, Rule, RuleContext } from '../rule.ts';
import type { Range, Source } from '../../model/document.ts';
import type { LintResult } from '../../model/lint/lint-result.ts';
import type { Json } from '../../model/value.ts';
import type { LintSettings, RuleSetting } from '../../model/workspace/settings.ts';

/** Resource rules that do not run on live objects, each with the reason. */
const silent: Readonly<Record<string, string>> = {
  'cb-num-buckets-zero': 'what no one set reads back as 0',
  'cb-rolling-window-zero': 'what no one set reads back as 0',
  'cb-tripped-duration-zero': 'what no one set reads back as 0',
  'saml-authorized-groups-empty': 'what no one set reads back as an empty list',
  'session-zero-duration': 'what no one set reads back as 0',
  'disabled-module-configured': 'no update can take the configuration out',
  'enabled-redundant': 'every answer says it',
  'field-clear-unsupported': 'compares with what was written',
  'endpoint-not-manageable': 'such endpoints are not checked',
  'adopt-other-edge': 'speaks of a file',
  'approval-used': 'speaks of a file',
  'id-of-other-environment': 'live objects are in one environment',
  'layer-replaced': 'speaks of layers',
  'module-removed': 'compares with what was written',
  'oauth-client-secret-required': 'an answer may leave secrets out; the API refuses to be without',
  'oauth-scopes-need-app': 'an answer may leave secrets out; the API refuses to be without',
  'partial-module': 'an answer has every field',
  'route-delete-unsupported': 'compares with what was written',
  'route-edge-changed': 'compares with what was written',
  'route-of-other-environment': 'live objects are in one environment',
  'saml-nameid-default': 'the service fills it in',
  'secret-reused': 'reads the names of secrets',
  'tls-edge-update-unsupported': 'compares with what was written',
  'ua-filter-enabled-explicit': 'an answer says it',
  'webhook-secret-required': 'an answer may leave secrets out; the API refuses to be without',
};

/** The ids of the rules excluded above, so that a test can check that each exists. */
export const silentRules: readonly string[] = Object.keys(silent);

export interface LiveInput {
  /** Live objects by environment. */
  readonly objects: ReadonlyMap<string, readonly LiveObject[]>;
  readonly settings: LintSettings;
  readonly rules: readonly Rule[];
  readonly overriding: ReadonlyMap<string, RuleSetting>;
  readonly now: Date;
  readonly print: (value: Json) => string;
}

interface Pass {
  readonly input: LiveInput;
  readonly levels: Levels;
  readonly collector: FindingCollector;
  readonly environment: string;
  readonly sensitive: Map<Source, Range[]>;
}

export function lintLive(input: LiveInput): LintResult {
  const levels = readLevels(input.rules, input.settings, input.overriding);
  const rules = liveRules(input.rules).filter((rule) => levels.isOn(rule));
  const collector = collectFindings(levels, { docsUrl: input.settings.docsUrl }, () => []);
  const sensitive = new Map<Source, Range[]>();
  const exempt = exemptProviders(input.settings);
  let count = 0;
  for (const [environment, objects] of input.objects) {
    const checked = objects.map((object) => writeDown(object, { environment, exempt, print: input.print }));
    count += checked.length;
    check({ input, levels, collector, environment, sensitive }, rules, checked);
  }
  const diagnostics = collector.diagnostics().toSorted(diagnosticOrder);
  return {
    diagnostics,
    suppressed: 0,
    baselined: 0,
    counts: countFindings(diagnostics).counts,
    fixable: { safe: 0, unsafe: 0 },
    files: count,
    checked: 'live object',
    sensitive,
  };
}

function check(
  pass: Pass,
  rules: readonly (ResourceRule | CrossRule)[],
  objects: readonly ObjectSubject[],
): void {
  const byAddress = new Map(objects.map((object) => [object.subject.address as string, object]));
  const subjects = objects.map(({ subject }) => subject);
  const liveKinds = new Set(subjects.map(({ kind }) => kind));
  for (const rule of rules) {
    if (rule.kinds?.some((kind) => liveKinds.has(kind)) === false) continue;
    if (rule.scope === 'environment') {
      for (const finding of rule.check(subjects, contextOf(pass, rule, undefined))) {
        const object = finding.of === undefined ? undefined : byAddress.get(finding.of);
        if (object !== undefined) report(pass, contextOfObject(object, byAddress), { rule, finding });
      }
      continue;
    }
    for (const object of objects) {
      if (!concerns(rule, object)) continue;
      const context = contextOf(pass, rule, object);
      const reportOfRule = (finding: Finding): void => {
        report(pass, contextOfObject(object, byAddress), { rule, finding });
      };
      rule.check(object.subject, reportOfRule, context);
    }
  }
}

function concerns({ kinds, fields }: ResourceRule, { subject }: ObjectSubject): boolean {
  if (kinds?.includes(subject.kind) === false) return false;
  return fields === undefined || fields.some((field) => subject.spec[field] !== undefined);
}

function contextOf(
  { input, levels, environment }: Pass,
  rule: Rule,
  object: ObjectSubject | undefined,
): RuleContext {
  const optionsOf = (id: string): Options =>
    levels.options(id, object?.document.source.path ?? '', object?.subject.address);
  return {
    options: optionsOf(rule.id),
    optionsOf,
    workspace: undefined,
    environment,
    ledger: undefined,
    others: [],
    base: undefined,
    hasPassed: (time) => time < input.now.getTime(),
  };
}

function contextOfObject(object: ObjectSubject, others: ReadonlyMap<string, ObjectSubject>): FindingContext {
  const { subject, document } = object;
  const context = documentContext(document, subject.address);
  return {
    ...context,
    isPrinted: true,
    locate: (at) => context.locate(inDocument(at)),
    resolve: (path) => ({ document, path, value: valueAt(subject.spec, path) }),
    other: (address) => {
      const found = others.get(address);
      return found === undefined ? undefined : contextOfObject(found, others);
    },
  };
}

/** A finding about the whole resource is shown at its `spec`. */
function inDocument(at: At): At {
  if ('place' in at) return at;
  return at.path.length === 0 ? { path: ['spec'], on: 'key' } : { ...at, path: ['spec', ...at.path] };
}

function report(
  { collector, sensitive }: Pass,
  context: FindingContext,
  { rule, finding: { fix, ...rest } }: { readonly rule: Rule; readonly finding: Finding },
): void {
  const help = rest.help ?? fix?.title;
  const finding: Finding = help === undefined ? rest : { ...rest, help };
  const located = context.locate(finding.at);
  if (finding.sensitive === true) noteSensitive(sensitive, located.place);
  reportFinding(collector, context, { rule: rule.id, finding, located });
}

/** The resource and environment rules that make sense without files. */
export function liveRules(rules: readonly Rule[]): readonly (ResourceRule | CrossRule)[] {
  return rules.filter(
    (rule): rule is ResourceRule | CrossRule =>
      (rule.scope === 'resource' || rule.scope === 'environment') && !Object.hasOwn(silent, rule.id),
  );
}
