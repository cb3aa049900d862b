import type { CompiledResource } from '../../model/desired.ts';
import { groupBy } from '../../text/lists/group-by.ts';
import { coveringOf, type RangeCover } from '../../text/ranges.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { Place } from '../../model/document.ts';
import type { LintRun } from './lint-run.ts';
import type { FindingContext } from './report-finding.ts';
import type { CrossRule, Finding, Options, ResourceRule, RuleContext } from '../rule.ts';

/** Shared state while one environment is linted. */
export interface Pass {
  readonly run: LintRun;
  readonly environment: string;
  readonly contextOf: ContextOf;
  /** By file, the places that the compiler could not resolve. They have no final value to check. */
  readonly unresolved: ReadonlyMap<string, RangeCover>;
  /** `placeKey` of the places where a variable brings a value of the wrong shape. */
  readonly misshapen: Set<string>;
}

type ContextOf = (rule: ResourceRule | CrossRule, resource: CompiledResource | undefined) => RuleContext;

/** `diagnostics`: those of the compiler. */
export function startPass(run: LintRun, environment: string, diagnostics: readonly Diagnostic[]): Pass {
  return {
    run,
    environment,
    contextOf: contexts(run, environment),
    unresolved: placesOfErrors(diagnostics),
    misshapen: new Set(),
  };
}

function placesOfErrors(diagnostics: readonly Diagnostic[]): Pass['unresolved'] {
  const places = diagnostics.flatMap(({ severity, place }) => (severity === 'error' ? [place] : []));
  const byFile = groupBy(places, ({ source }) => source.path);
  return new Map([...byFile].map(([path, ranges]) => [path, coveringOf(ranges)]));
}

/** Whether a finding at a place is a consequence of a wrong shape or an unresolved expression. */
export function isCascade(pass: Pass, place: Place): boolean {
  return pass.misshapen.has(placeKey(place)) || isUnusable(pass, place);
}

/** Whether the compiler could not resolve what is at a place, or the file is broken there. */
export function isUnusable({ run, unresolved }: Pass, place: Place): boolean {
  return run.broken.has(place) || unresolved.get(place.source.path)?.meets(place) === true;
}

/** Whether a finding compares with a value that has the wrong shape or is unresolved. */
export function comparesWithCascade(pass: Pass, { related = [] }: Finding, context: FindingContext): boolean {
  return related.some(
    (relatedPlace) => relatedPlace.of === undefined && isCascade(pass, context.locate(relatedPlace).place),
  );
}

export function placeKey({ source, start }: Place): string {
  return `${source.path}\0${start}`;
}

/** One shared context per rule, unless overrides set options for parts of the workspace. */
function contexts({ input, levels, hasPassed }: LintRun, environment: string): ContextOf {
  const { workspace, ledgers, base, compiled, unchecked = [] } = input;
  const ledger = ledgers?.get(environment);
  const checked = [...compiled]
    .filter(([name]) => name !== environment)
    .map(([name, { desired }]) => ({
      name,
      isChecked: true,
      resources: desired,
      ledger: ledgers?.get(name),
    }));
  const others = [
    ...checked,
    ...unchecked.map((otherEnvironment) => ({ ...otherEnvironment, isChecked: false })),
  ];
  const shared = new Map<string, RuleContext>();
  const hasLocal = workspace.settings.lint.overrides.some(({ rules }) =>
    [...rules.values()].some(({ options }) => options !== undefined),
  );
  return (rule, resource) => {
    const known = shared.get(rule.id);
    if (known !== undefined) return known;
    const file = resource?.document.source.path ?? workspace.settings.document.source.path;
    const optionsOf = (id: string): Options => levels.options(id, file, resource?.address);
    const context: RuleContext = {
      options: optionsOf(rule.id),
      optionsOf,
      workspace,
      environment,
      ledger,
      others,
      base,
      hasPassed,
    };
    if (!hasLocal) shared.set(rule.id, context);
    return context;
  };
}
