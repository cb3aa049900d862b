/** A history, played against the real planner, the real apply and the local API, beside the model that predicts each plan. */
import type { Outcome } from '../../src/model/plan/run-event.ts';
import type { Step } from '../../src/model/plan/step.ts';
import { splitMarker } from '../../src/derive/forms/marker.ts';
import type { Plan } from '../../src/model/plan/plan.ts';
import { planText } from '../../src/report/plan/text/plan-text.ts';
import type { Run } from '../pipeline/world.ts';
import { compiledFiles } from '../pipeline/written.ts';
import { advance } from './advance.ts';
import { carryOut, inClear, type Outside } from './carry-out.ts';
import type { Edit } from './edits.ts';
import { answered, kindNames } from './facts.ts';
import { filesOf } from './files.ts';
import { predict, type Action, type Expected, type Prediction } from './naive-plan.ts';
import { emptyState, type Address, type Approval, type State } from './state.ts';

/** How often each kind of step was predicted, and seen. */
export type Tally = Map<string, number>;

/** Throws with the whole history in words if plan and prediction differ. Returns the steps of the last apply. */
export async function play(run: Run, history: readonly Edit[], tally: Tally): Promise<readonly string[]> {
  let state = emptyState;
  let last: readonly string[] = [];
  const told: string[] = [];
  try {
    for (const edit of history) {
      if (edit.do === 'apply') {
        told.push(edit.approvals ? 'apply, with an approval to whatever is held' : 'apply');
        const { steps, after } = await planned(run, state, edit.approvals, tally);
        last = steps.map(({ action, address }) => `${action} ${address}`);
        state = after;
        continue;
      }
      const done = carryOut(state, edit);
      if (done === undefined) continue;
      told.push(done.text);
      state = done.outside === undefined ? done.state : await happened(run, done.state, done.outside);
    }
    return last;
  } catch (error) {
    const lines = told.map((text, index) => `  ${index + 1}. ${text}`);
    throw new Error(`${(error as Error).message}\n\nthe history:\n${lines.join('\n')}`, { cause: error });
  }
}

async function happened({ server }: Run, state: State, outside: Outside): Promise<State> {
  switch (outside.do) {
    case 'change':
      await server.outside.change(outside.kind, outside.id, outside.patch);
      return state;
    case 'remove':
      await server.outside.remove(outside.kind, outside.id);
      return state;
    case 'add': {
      const { kind, spec, thing } = outside;
      const id = await server.outside.add(kind, spec);
      return { ...state, things: { ...state.things, [thing]: { kind, id, stored: spec } } };
    }
  }
}

/** Plans and applies; compares both with the prediction, and then the service and the next plan. */
async function planned(
  run: Run,
  before: State,
  isApproving: boolean,
  tally: Tally,
): Promise<Prediction & { readonly after: State }> {
  const state = isApproving ? await approved(run, before) : before;
  const prediction = predict(state);
  for (const { action } of prediction.steps) tally.set(action, (tally.get(action) ?? 0) + 1);
  const written = compiledFiles(filesOf(state));
  const plan = await run.plan(written);
  compare(plan, prediction);
  expectDone((await run.apply(plan)).outcomes);
  const idOf = (address: Address): string => run.ledger.state().resources[address]!.id;
  const after = advance(state, prediction.steps, idOf);
  const now = { ...after, files: { ...after.files, approvals: [] } };
  expectKept(run, now);
  compare(await run.plan(compiledFiles(filesOf(now))), predict(now));
  return { ...prediction, after: now };
}

/** An approval for each thing that is held or in conflict, by the hash that the plan prints. */
async function approved(run: Run, state: State): Promise<State> {
  const plan = await run.plan(compiledFiles(filesOf(state)));
  const approvals = predict(state).steps.flatMap(({ address, action, entry }): readonly Approval[] => {
    const isGone = entry !== undefined && state.things[entry.thing] === undefined;
    const step = plan.steps.find((each) => each.address === address && each.action === action);
    const isAsked = step?.remedies.some(({ code }) => code === 'revert' || code === 'recreate') === true;
    if (!isAsked || (action !== 'drift' && action !== 'blocked')) return [];
    return [{ allow: isGone ? 'recreate' : 'revert', address, change: step.hash }];
  });
  return { ...state, files: { ...state.files, approvals } };
}

/** Whether a step is part of the model, unlike that of the endpoint that is always present. */
function isModelled({ address }: Pick<Step, 'address'>): boolean {
  return address !== 'endpoint/always';
}

function compare(plan: Plan, { steps, notes }: Prediction): void {
  const seen = plan.steps.filter(isModelled);
  const problems = [
    ...differences(
      'steps',
      steps.map((step) => `${step.action} ${step.address}`),
      seen.map((step) => `${step.action} ${step.address}`),
    ),
    ...steps.flatMap((expected) => pathProblems(expected, seen)),
    ...differences('notes', notes, notesIn(plan)),
  ];
  if (problems.length === 0) return;
  throw new Error(`${problems.join('\n')}\n\n${planText(plan, { color: false, columns: 120 })}`);
}

const topics = ['orphan', 'undeclared-drift', 'unmanaged-module'];

function notesIn({ notes }: Plan): readonly string[] {
  const known = notes.filter(({ topic, address }) => topics.includes(topic) && address !== undefined);
  return [...new Set(known.map(({ topic, address }) => `${topic} ${address!}`))];
}

function differences(what: string, expected: readonly string[], seen: readonly string[]): readonly string[] {
  const count = (list: readonly string[], item: string): number =>
    list.filter((each) => each === item).length;
  const all = [...new Set([...expected, ...seen])].filter(
    (item) => count(expected, item) !== count(seen, item),
  );
  return all.map((item) =>
    count(seen, item) < count(expected, item)
      ? `${what}: expected and not there: ${item}`
      : `${what}: there and not expected: ${item}`,
  );
}

const withPaths: readonly Action[] = ['create', 'update', 'adopt', 'retire', 'drift', 'blocked'];

/** Each path that must be shown is, and none beside those that may be. */
function pathProblems(expected: Expected, seen: readonly Step[]): readonly string[] {
  const { address, action, shown, perhaps } = expected;
  const step = seen.find((each) => each.address === address && each.action === action);
  if (step === undefined || !withPaths.includes(action)) return [];
  // A field that is new, or gone, is named as a whole or by its leaves.
  const whole = shown.filter((path) => !path.includes('.'));
  const paths = step.changes.map(({ path }) => {
    const top = /^[^.[]+/.exec(path)![0];
    return whole.includes(top) ? top : path.toLowerCase();
  });
  const missing = shown.filter((path) => !paths.includes(path));
  const strange = paths.filter((path) => !shown.includes(path) && !perhaps.includes(path));
  return [
    ...missing.map((path) => `${action} ${address} must show ${path}`),
    ...strange.map((path) => `${action} ${address} must not show ${path}`),
  ];
}

function expectDone(outcomes: readonly Outcome[]): void {
  const wrong = outcomes.filter(({ status, surprises }) => !isFine(status) || surprises.length > 0);
  if (wrong.length > 0) throw new Error(`the apply went wrong: ${JSON.stringify(wrong)}`);
}

function isFine(status: Outcome['status']): boolean {
  return status === 'done' || status === 'drifted' || status === 'blocked';
}

/** Expects that the service returns exactly the objects of the model. */
function expectKept({ server }: Run, { things }: State): void {
  const seen = kindNames.flatMap((kind) =>
    server.outside.objects(kind).map(({ id, edge_id, spec }) => {
      const { metadata, ...rest } = spec;
      const text = typeof metadata === 'string' ? splitMarker(metadata).text : '';
      const own = {
        ...(text === '' ? {} : { metadata: text }),
        ...(edge_id === undefined ? {} : { edge_id }),
      };
      return { id, text: ordered(answered(kind, { ...rest, ...own })) };
    }),
  );
  const expected = Object.values(things).map(({ kind, id, stored }) => ({
    id,
    text: ordered(answered(kind, inClear(stored))),
  }));
  for (const { id, text } of expected) {
    const found = seen.find((each) => each.id === id);
    if (found?.text !== text)
      throw new Error(`the service must keep of ${id}\n  ${text}\nand keeps\n  ${found?.text ?? 'nothing'}`);
  }
  if (seen.length !== expected.length + 1) throw new Error('the service keeps more than it should');
}

/** Members in the order of their names; empty texts and lists are none. */
function ordered(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) => {
    if (typeof item !== 'object' || item === null || Array.isArray(item)) return item;
    const entries = Object.entries(item).filter(([, member]) => member !== '');
    return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
