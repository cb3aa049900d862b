import { expect } from 'vitest';
import { compareValues } from '../../src/derive/compare/compare-values.ts';
import { fieldsOf } from '../../src/derive/forms/fields.ts';
import type { Field } from '../../src/kinds/field.ts';
import { splitMarker } from '../../src/derive/forms/marker.ts';
import { kinds } from '../../src/kinds/index.ts';
import type { Desired } from '../../src/model/desired.ts';
import { Secret } from '../../src/model/secret.ts';
import type { Json, JsonObject } from '../../src/model/value.ts';
import { isEmpty } from '../../src/plan/finish/is-empty-plan.ts';
import { planText } from '../../src/report/plan/text/plan-text.ts';
import type { Run } from './world.ts';
import type { Written } from './written.ts';

/** Expects that the second plan is empty, that applying it sends nothing, and that live equals declared. */
export async function expectConverged(run: Run, written: Written): Promise<void> {
  await expectNothingLeft(run, written);
  for (const desired of written.desired) expect(unlike(run, desired), desired.address).toEqual([]);
}

/** `kept`: modules whose undeclared settings somebody changed, which a plan tells for as long as they are there. */
export async function expectNothingLeft(
  run: Run,
  written: Written,
  kept: readonly string[] = [],
): Promise<void> {
  const isKept = (path = ''): boolean => kept.some((name) => path.startsWith(`${name}.`));
  const plan = await run.plan(written);
  expect(isEmpty(plan), planText(plan, { color: false, columns: 120 })).toBe(true);
  expect(
    plan.notes.filter(({ topic, fact }) => {
      if (topic !== 'undeclared-drift') return topic === 'added-by-service';
      return !(fact.code === 'undeclared-change' && isKept(fact.path));
    }),
  ).toEqual([]);
  run.writes();
  const { outcomes } = await run.apply(plan);
  expect(outcomes).toEqual([]);
  expect(run.writes()).toEqual([]);
}

/** The declared fields whose value in the service's store, where secrets are in clear, differs. */
function unlike(run: Run, { address, kind, spec }: Desired): readonly string[] {
  const stored = storedAt(run, address);
  const lookup = (name: string): Secret | undefined => run.secret(name);
  return Object.keys(spec).filter((name) => {
    const field = kinds[kind].fields[name];
    const value =
      name === 'metadata'
        ? splitMarker(stored[name] as string).text
        : answered(field, stored[name], spec[name]);
    return compareValues(field, spec[name], value, lookup) === 'different';
  });
}

/** The stored value as the service returns it; for a field that is not stored, the value of an unset one. */
function answered(field: Field | undefined, stored: Json | undefined, wanted: unknown): Json | undefined {
  const fields = field === undefined ? undefined : fieldsOf(field);
  if (stored === undefined) return field?.seen;
  if (fields === undefined || typeof stored !== 'object' || stored === null) return stored;
  const held = stored as JsonObject;
  const unset = Object.keys(wanted as object).flatMap((name) => {
    const seen = fields[name]?.seen;
    return seen === undefined || held[name] !== undefined ? [] : [[name, seen] as const];
  });
  return { ...held, ...Object.fromEntries(unset) };
}

/** The stored object of an address. */
export function storedAt({ server, ledger }: Run, address: Desired['address']): JsonObject {
  const { kind, id } = ledger.state().resources[address]!;
  const { spec, edge_id } = server.outside.objects(kind).find((object) => object.id === id)!;
  return { ...spec, ...(edge_id === undefined ? {} : { edge_id }) };
}
