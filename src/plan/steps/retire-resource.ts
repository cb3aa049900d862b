import { hideLike } from '../../derive/forms/ledger-form.ts';
import { isGivenUp, mostTries } from '../../derive/forms/not-persisted.ts';
import { isSwitchedOff } from '../../derive/module-state.ts';
import { kinds } from '../../kinds/index.ts';
import type { StepReason } from '../../model/facts/reason.ts';
import type { Remedy } from '../../model/facts/remedy.ts';
import type { LedgerEntry } from '../../model/ledger.ts';
import type { Live } from '../../model/live.ts';
import type { FieldChange } from '../../model/plan/change.ts';
import type { Step } from '../../model/plan/step.ts';
import type { Spec, Value } from '../../model/value.ts';
import type { Address } from '../../model/workspace.ts';
import { fieldChange } from '../compare/change.ts';
import { secretRemedies } from '../finish/remedies.ts';
import { factsOf, type Planning } from '../input.ts';
import { updateRequest, withMarkerPlace } from './requests.ts';
import { retiredModule } from './retire-module.ts';
import { makeStep, objectKey } from './step.ts';

export interface RemovedObject {
  readonly address: Address;
  readonly entry: LedgerEntry;
  readonly live: Live;
}

/** The fields common to all steps on a removed object. */
export type RetiredObject = Pick<Step, 'address' | 'kind' | 'id' | 'edge_id' | 'liveHash'>;

/** Disables the modules that serve or transform and keeps those that protect: the match stays taken but unserved. */
export function retireStep(planning: Planning, pair: RemovedObject, seen: RetiredObject): Step {
  const { address, entry, live } = pair;
  const { fields, operations } = kinds[entry.kind];
  const blocked = (reason: StepReason, remedies: readonly Remedy[]): Step =>
    makeStep(planning, { ...seen, action: 'blocked', reason, remedies });
  if (operations.update === undefined || Object.values(fields).every(({ type }) => type !== 'module')) {
    return blocked({ code: 'cannot-disable', kind: entry.kind }, [
      { code: 'forget', address },
      ...(operations.delete === undefined ? [] : [{ code: 'drop-removed' as const }]),
    ]);
  }
  const made = retiredBody(planning, { address, entry, live: withSecretsHidden(live, entry) });
  if ('problem' in made) return blocked(made.problem, secretRemedies(address));
  const unkept = Object.keys(entry.unkept ?? {}).filter(
    (name) =>
      isGivenUp(entry, name, undefined) && made.changes.some(({ path }) => path === `${name}.enabled`),
  );
  if (unkept.length > 0) {
    return blocked({ code: 'disable-not-kept', fields: unkept, times: mostTries }, [
      { code: 'delete-in-dashboard' },
    ]);
  }
  const body = withMarkerPlace(made.body, live);
  return makeStep(planning, {
    ...seen,
    action: 'retire',
    reason: { code: 'retired' },
    changes: made.changes,
    requests: made.changes.length === 0 ? [] : [updateRequest(entry.kind, objectKey(entry), body)],
    predicted: { ...live.spec, ...body },
  });
}

interface ResourceToRetire {
  readonly address: Address;
  readonly entry: LedgerEntry;
  readonly live: Spec;
}

/** All modules other than protecting ones, disabled. The object then serves no requests, so no protection is lost. */
function retiredBody(
  planning: Planning,
  { address, entry, live }: ResourceToRetire,
): { readonly body: Spec; readonly changes: readonly FieldChange[] } | { readonly problem: StepReason } {
  const body: Record<string, Value> = {};
  const changes: FieldChange[] = [];
  const facts = factsOf(planning, entry.kind, entry);
  for (const [name, field] of Object.entries(kinds[entry.kind].fields)) {
    const value = live[name];
    if (value === undefined || field.inPath === true) continue;
    if (field.type !== 'module') {
      body[name] = value;
      continue;
    }
    if (field.module.role === 'protecting' || isSwitchedOff(value)) continue;
    const retired = retiredModule(planning, { address, name, field, live, entry });
    if ('problem' in retired) return retired;
    body[name] = retired.body;
    const path = [name, 'enabled'];
    changes.push(
      fieldChange(
        { path, field: undefined, before: true, after: false },
        { cause: 'removed', facts, covers: { path: [name], before: value, after: { enabled: false } } },
      ),
      ...retired.lost,
    );
  }
  return { body, changes };
}

export function withSecretsHidden(live: Live, { applied, observed }: LedgerEntry): Spec {
  return hideLike(hideLike(live.spec, observed), applied);
}
