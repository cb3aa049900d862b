import { expect } from 'vitest';
import { compareValues } from '../../src/derive/compare/compare-values.ts';
import { fieldsOf } from '../../src/derive/forms/fields.ts';
import type { Field } from '../../src/kinds/field.ts';
import { splitMarker } from '../../src/derive/forms/marker.ts';
import { kinds } from '../../src/kinds/index.ts';
import type { Desired } from '../../src/model/desired.ts';
import { Secret } from '../../src/model/secret.ts';
import type { Json, JsonObject } from '../../src/model/value.ts';
import { isEmpty } from '../../src/plan/finish/exit-code.ts';
import { planText } from '../../src/report/plan/text/plan-text.ts';
import type { Run } from './world.ts';
import type { Written } from './written.ts';

/** The second plan is empty, applying it sends nothing (APPLY.md, I5), and what the service holds is what is written. */
export async function expectConverged(run: Run, written: Written): Promise<void> {
  await expectNothingLeft(run, written);
  for (const desired of written.desired) expect(unlike(run, desired), desired.address).toEqual([]);
}

export async function expectNothingLeft(run: Run, written: Written): Promise<void> {
  const plan = await run.plan(written);
  expect(isEmpty(plan), planText(plan, { color: false, columns: 120 })).toBe(true);
  expect(
    plan.notes.filter(({ topic }) => topic === 'undeclared-drift' || topic === 'added-by-service'),
  ).toEqual([]);
  run.writes();
  const { outcomes } = await run.apply(plan);
  expect(outcomes).toEqual([]);
  expect(run.writes()).toEqual([]);
}

/** The declared fields of which the service holds something else, in its own store: secrets in clear there. */
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

/** What the service answers of what it holds: a declared field that it does not hold, as unset ones are answered. */
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

/** What the service holds for an address. */
export function storedAt({ server, ledger }: Run, address: Desired['address']): JsonObject {
  const { kind, id } = ledger.state().resources[address]!;
  const { spec, edge_id } = server.outside.objects(kind).find((object) => object.id === id)!;
  return { ...spec, ...(edge_id === undefined ? {} : { edge_id }) };
}
