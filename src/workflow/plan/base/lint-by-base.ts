import type { Diagnostic } from '../../../model/diagnostic.ts';
import type { Io } from '../../../model/io.ts';
import type { HeldFinding } from '../../../model/facts/refusal.ts';
import type { PlanNote, Refusal } from '../../../model/plan/plan.ts';
import type { Address, Settings, Workspace } from '../../../model/workspace.ts';
import { lineColumn } from '../../../workspace/yaml/position.ts';
import { lintEnvironment } from '../../lint/lint-workspace.ts';
import type { PlanningRequest } from '../make-plan.ts';

const mostNamed = 5;

interface ByBase {
  readonly refusals: readonly Refusal[];
  readonly notes: readonly PlanNote[];
}

interface LintBase {
  readonly settings: Settings;
  readonly ref: string;
  /** The workspace whose comments and baseline are known already. */
  readonly suppressing: Workspace | undefined;
}

/**
 * Errors by the lint settings and policies of the base that head's settings do not report: a pull request cannot both
 * weaken lint and pass it. The files are checked a second time instead of merging settings, so that severities,
 * overrides, options and policies apply exactly as written. Comments and the baseline count as on head: like an
 * approval, each is for one finding and visible in the pull request. A note names each error that only new ones hide.
 */
export async function lintByBase(
  io: Io,
  { workspace, environment, ledger }: Pick<PlanningRequest, 'workspace' | 'environment' | 'ledger'>,
  { settings: base, ref, suppressing }: LintBase,
): Promise<ByBase> {
  // All of these settings are in edgewright.yaml.
  const isAlike = workspace.settings.document.source.text === base.document.source.text;
  if (isAlike && !suppresses(workspace)) return { refusals: [], notes: [] };
  const { diagnostics, newlySuppressed = [] } = await lintEnvironment(
    io,
    isAlike ? workspace : asIn(base, workspace),
    environment.name,
    { ledger, suppressedIn: suppressing },
  );
  // Mistakes in the settings of the base are not caused by these files.
  const errors = diagnostics.filter(
    ({ severity, place }) =>
      severity === 'error' && workspace.sources.get(place.source.path) === place.source,
  );
  return {
    refusals: isAlike || errors.length === 0 ? [] : [refusalFor(errors, ref)],
    notes: newlySuppressed.map((one) => ({
      topic: 'gate',
      ...(one.address === undefined ? {} : { address: one.address as Address }),
      fact: { code: 'error-suppressed', ...findingOf(one), ref },
    })),
  };
}

function suppresses({ baseline, sources }: Workspace): boolean {
  if (baseline !== undefined) return true;
  return [...sources.values()].some(({ text }) => text.includes('edgewright-ignore'));
}

function asIn({ lint, policies }: Settings, workspace: Workspace): Workspace {
  const { settings } = workspace;
  const held = new Set(policies.map(({ name }) => name));
  const added = settings.policies.filter(({ name }) => !held.has(name));
  return { ...workspace, settings: { ...settings, lint, policies: [...policies, ...added] } };
}

function refusalFor(errors: readonly Diagnostic[], ref: string): Refusal {
  const findings = errors.slice(0, mostNamed).map(findingOf);
  return {
    gate: 'lint',
    fact: { code: 'lint-errors', ref, more: errors.length - findings.length, findings },
    addresses: addressesOf(errors),
  };
}

function findingOf({ rule, message, place }: Diagnostic): HeldFinding {
  const { line, column } = lineColumn(place.source, place.start);
  return { place: `${place.source.path}:${line}:${column}`, rule, message };
}

function addressesOf(errors: readonly Diagnostic[]): readonly Address[] {
  return [...new Set(errors.flatMap(({ address }) => (address === undefined ? [] : [address as Address])))];
}
