/**
 * The plan cases together with the module stories show everything that a plan can say: each action, cause, note, gate,
 * reason and remedy has an example.
 */
import { stepActions } from '../../src/model/plan/step.ts';
import type { Step } from '../../src/model/plan/step.ts';
import type { FieldChange } from '../../src/model/plan/change.ts';
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { fieldsOf } from '../../src/derive/forms/fields.ts';
import type { Field, Fields } from '../../src/kinds/field.ts';
import { kindNames, kinds } from '../../src/kinds/index.ts';
import { stepReasons } from '../../src/model/facts/reason.ts';
import { remedies } from '../../src/model/facts/remedy.ts';
import type { Plan } from '../../src/model/plan/plan.ts';
import { plan } from '../../src/plan/plan.ts';
import { planCases } from './plan-case.ts';
import { moduleStories } from './stories/module-stories.ts';
import { unionMembers } from './union-members.ts';
import { inputOf } from './with-hashes.ts';

let plans: readonly Plan[];
let steps: readonly Step[];
beforeAll(() => {
  const stories = moduleStories().flatMap((module) => module.stories);
  const cases = [...planCases().map(([, one]) => one), ...stories.map(({ one }) => one)];
  plans = cases.map((one) => plan(inputOf(one)));
  steps = plans.flatMap((made) => made.steps);
});

test('there are at least 300 cases beside the stories', () => {
  expect(planCases().length).toBeGreaterThanOrEqual(300);
});

test.each(stepActions)('a case shows the step `%s`', (action) => {
  expect(steps.map((step) => step.action)).toContain(action);
});

test.each(unionMembers('ChangeCause'))('a case shows a change by `%s`', (cause) => {
  expect(steps.flatMap(({ changes }) => changes).map((change) => change.cause)).toContain(cause);
});

/** Notes and gates of a base, a checkout, a snapshot or tests: the cases have none, and each has tests of its own. */
const besideThePlan = [
  'gate',
  'base',
  'taken-back',
  'scope',
  'unattributed',
  'blocked',
  'checkout',
  'lint',
  'secrets',
  'sent-test',
  'sent-tests',
  'tests',
  'unmanaged',
];
const isOfThePlanAlone = (name: string): boolean => !besideThePlan.includes(name);

test.each(unionMembers('PlanNote', 'topic').filter(isOfThePlanAlone))(
  'a case shows the note `%s`',
  (topic) => {
    expect(plans.flatMap(({ notes }) => notes).map((note) => note.topic)).toContain(topic);
  },
);

test.each(unionMembers('Refusal', 'gate').filter(isOfThePlanAlone))('a case shows the gate `%s`', (gate) => {
  expect(plans.flatMap(({ refusals }) => refusals).map((refusal) => refusal.gate)).toContain(gate);
});

test.each(unionMembers('ExposureChange', 'direction'))(
  'a case shows an exposure that is `%s`',
  (direction) => {
    expect(steps.map(({ exposure }) => exposure?.direction)).toContain(direction);
  },
);

/** Codes of rollbacks and of `edgewright drift`, which have tests of their own. */
const elsewhere = /^(run-|undo-|(reverted|recreated)-by-)/;
const ofPlans = (codes: object): readonly string[] =>
  Object.keys(codes).filter((code) => !elsewhere.test(code));

/** Reasons that need files or a ledger of another day: the scenario that prints each, and its words. */
const inScenarios: Readonly<Record<string, readonly [file: string, words: string]>> = {
  restricted: ['plan/deletes.yaml', 'no longer declared for `'],
  'ledger-older': ['ledger/older.yaml', 'the ledger is older than '],
};

test.each(ofPlans(stepReasons))('a case shows the reason `%s`', (code) => {
  const scenario = inScenarios[code];
  if (scenario === undefined) expect(steps.map(({ reason }) => reason.code)).toContain(code);
  else expect(readFileSync(`test/scenarios/cases/${scenario[0]}`, 'utf8')).toContain(scenario[1]);
});

test.each(ofPlans(remedies))('a case shows the remedy `%s`', (code) => {
  expect(steps.flatMap((step) => step.remedies).map((remedy) => remedy.code)).toContain(code);
});

/** Each module, once for each kind that has it. */
const modules = kindNames.flatMap((kind) =>
  Object.entries(kinds[kind].fields).flatMap(([name, field]) =>
    field.type === 'module' ? [{ kind, name, module: field.module }] : [],
  ),
);

describe.each(modules)('$name of $kind', ({ kind, name, module }) => {
  const { update } = kinds[kind].operations;
  const about = (isMeant: (step: Step) => boolean): readonly FieldChange[] =>
    steps
      .filter((step) => step.kind === kind && isMeant(step))
      .flatMap(({ changes }) => changes)
      .filter(({ path }) => path === name || path.startsWith(`${name}.`));

  test('is changed in the files, removed from them, changed outside Edgewright, and both', () => {
    const action = update === undefined ? 'blocked' : 'update';
    const isConflict = ({ reason }: Step): boolean => reason.code === 'conflict';
    expect(about((step) => step.action === action).map(({ cause }) => cause)).toContain('configuration');
    expect(about((step) => step.action === 'drift')).not.toEqual([]);
    expect(about(isConflict)).not.toEqual([]);
    const taken = about((step) => step.action === action && !isConflict(step));
    expect(taken.some(({ path, cause }) => path === `${name}.enabled` && cause === 'removed')).toBe(true);
  });

  const paths = pathsOf(module.fields);

  test.each([...new Set(paths.map(({ shape }) => shape))])('shows %s', (shape) => {
    const shown = about(() => true).map((change) => change.path);
    const isShown = ({ path }: ModulePath): boolean =>
      shown.some((each) => each === `${name}.${path}` || each.startsWith(`${name}.${path}.`));
    expect(paths.filter((each) => each.shape === shape).filter(isShown)).not.toEqual([]);
  });
});

interface ModulePath {
  readonly path: string;
  readonly shape: 'a list' | 'a map' | 'a field inside a field' | 'a plain field';
}

/** The paths of a module's fields. */
function pathsOf(fields: Fields): readonly ModulePath[] {
  return Object.entries(fields).flatMap(([name, field]): readonly ModulePath[] => {
    const inner = fieldsOf(field);
    if (field.readOnly === true) return [];
    if (inner === undefined) return [{ path: name, shape: shapeOf(field) }];
    return pathsOf(inner).map(({ path }) => ({ path: `${name}.${path}`, shape: 'a field inside a field' }));
  });
}

function shapeOf({ type }: Field): ModulePath['shape'] {
  return type === 'list' ? 'a list' : type === 'map' ? 'a map' : 'a plain field';
}
