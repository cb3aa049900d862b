/**
 * What undoes a run: what the ledger knew, just before it, of each object that the run is to change. No secret is in it,
 * because none is in the ledger: a secret is the name of its reference. What cannot be undone is known beforehand, from
 * what the API can do, and stands in it in words.
 */
import { hasSecret } from '../derive/masked.ts';
import { kinds } from '../kinds/index.ts';
import type { LedgerEntry, LedgerState, Orphan } from '../model/ledger.ts';
import type { Plan, Step, StepAction } from '../model/plan.ts';
import type { Address } from '../model/workspace.ts';
import { isDeed } from './document.ts';

export interface Rollback {
  readonly format: 1;
  readonly environment: string;
  readonly lineage: string;
  readonly api: string;
  /** Its name: the serial of the ledger before it, and a number where there is more than one of them. */
  readonly run: string;
  /** RFC 3339. */
  readonly at: string;
  readonly objects: readonly RollbackObject[];
}

export interface RollbackObject {
  /** As the run leaves it. */
  readonly address: Address;
  readonly action: StepAction;
  /** The address that the ledger had it under, where that was another. */
  readonly formerly?: Address;
  /** Absent: the ledger did not know it. */
  readonly entry?: LedgerEntry;
  /** It was one. */
  readonly orphan?: Orphan;
  /** What cannot be undone, a sentence each. */
  readonly lost: readonly string[];
}

export function rollbackOf(
  plan: Plan,
  ledger: LedgerState,
  about: Pick<Rollback, 'run' | 'at' | 'api'>,
): Rollback {
  const { environment, lineage, steps } = plan;
  const objects = steps.filter(isDeed).map((step) => objectOf(step, ledger));
  return { format: 1, environment, lineage, ...about, objects };
}

function objectOf(step: Step, { resources, orphans }: LedgerState): RollbackObject {
  const { address, action, formerly } = step;
  const name = formerly ?? address;
  const entry = resources[name];
  const orphan = entry === undefined ? orphans[name] : undefined;
  return {
    address,
    action,
    ...(formerly === undefined ? {} : { formerly }),
    ...(entry === undefined ? {} : { entry }),
    ...(orphan === undefined ? {} : { orphan }),
    lost: lostBy(step),
  };
}

/** What stays as the run leaves it, whatever is done later. */
function lostBy(step: Step): readonly string[] {
  const { address, action, kind, id, liveHash } = step;
  const { title, operations } = kinds[kind];
  switch (action) {
    case 'create':
      return operations.delete === undefined ? [`\`${address}\` stays: the API cannot delete ${title}s`] : [];
    case 'delete':
      return [`\`${address}\` would be made again with another id than ${id ?? 'it has'}`];
    case 'forget':
      return liveHash === undefined ? [`\`${address}\` is gone already: it is not made again`] : [];
    case 'update':
    case 'retire':
      return operations.update === undefined ? [] : lostByUpdate(step);
    case 'adopt':
    case 'keep':
    case 'hold':
    case 'blocked':
      return [];
  }
}

function lostByUpdate({ address, kind, changes, requests }: Step): readonly string[] {
  const sent = Object.entries(requests[0]?.body ?? {});
  const isModule = (name: string): boolean => kinds[kind].fields[name]?.type === 'module';
  const added = sent
    .map(([name]) => name)
    .filter(
      (name) =>
        isModule(name) && changes.some(({ path, before }) => within(path, name) && before === undefined),
    )
    .filter((name) => !changes.some(({ path, before }) => within(path, name) && before !== undefined));
  const secret = sent.filter(([, value]) => hasSecret(value)).map(([name]) => name);
  const wiped = changes.filter(({ cause }) => cause === 'replaced-whole').map(({ path }) => path);
  return [
    ...(added.length === 0
      ? []
      : [
          `${named(added)} of \`${address}\` could only be disabled: the API removes no module (API 4.10, rule 3)`,
        ]),
    ...(secret.length === 0
      ? []
      : [
          `the old values of the secrets in ${named(secret)} of \`${address}\` are unknown: references are sent with their value of then`,
        ]),
    ...(wiped.length === 0
      ? []
      : [
          `${named(wiped)} of \`${address}\` ${wiped.length === 1 ? 'was' : 'were'} written down nowhere and would not come back`,
        ]),
  ];
}

function within(path: string, name: string): boolean {
  return path === name || path.startsWith(`${name}.`) || path.startsWith(`${name}[`);
}

function named(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}
