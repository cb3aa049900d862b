import type { Diagnostic } from '../../model/diagnostic.ts';
import type { Io } from '../../model/io.ts';
import type { Refusal } from '../../model/plan/plan.ts';
import type { Address, Settings, Workspace } from '../../model/workspace.ts';
import { lineColumn } from '../../workspace/yaml/position.ts';
import { lintEnvironment } from '../lint/lint-workspace.ts';
import type { PlanningRequest } from './make-plan.ts';

const mostNamed = 5;

/**
 * What is an error by the lint settings and policies of the base, and none by those of head: a pull request cannot make
 * lint laxer and pass it at once. The files are checked once more rather than the settings merged: severities, parts of
 * the workspace, options and policies then hold as they are. Comments and the baseline count as head has them: like a
 * approval, each is for one finding, and read in the very pull request.
 */
export async function lintByBase(
  io: Io,
  { workspace, environment, ledger }: Pick<PlanningRequest, 'workspace' | 'environment' | 'ledger'>,
  { settings: base, ref }: { readonly settings: Settings; readonly ref: string },
): Promise<readonly Refusal[]> {
  // All of it is in edgewright.yaml.
  if (workspace.settings.document.source.text === base.document.source.text) return [];
  const { diagnostics } = await lintEnvironment(io, asIn(base, workspace), environment.name, { ledger });
  // What is wrong in the settings of the base is not the doing of these files.
  const errors = diagnostics.filter(
    ({ severity, place }) =>
      severity === 'error' && workspace.sources.get(place.source.path) === place.source,
  );
  return errors.length === 0 ? [] : [refusalFor(errors, ref)];
}

function asIn({ lint, policies }: Settings, workspace: Workspace): Workspace {
  const { settings } = workspace;
  const held = new Set(policies.map(({ name }) => name));
  const added = settings.policies.filter(({ name }) => !held.has(name));
  return { ...workspace, settings: { ...settings, lint, policies: [...policies, ...added] } };
}

function refusalFor(errors: readonly Diagnostic[], ref: string): Refusal {
  const findings = errors.slice(0, mostNamed).map(({ rule, message, place }) => {
    const { line, column } = lineColumn(place.source, place.start);
    return { place: `${place.source.path}:${line}:${column}`, rule, message };
  });
  return {
    gate: 'lint',
    fact: { code: 'lint-errors', ref, more: errors.length - findings.length, findings },
    addresses: addressesOf(errors),
  };
}

function addressesOf(errors: readonly Diagnostic[]): readonly Address[] {
  return [...new Set(errors.flatMap(({ address }) => (address === undefined ? [] : [address as Address])))];
}
