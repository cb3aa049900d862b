/** Whether the live objects behind a test that is not as expected are those of the files: drift, or something else. */
import type { Step } from '../../../model/plan/step.ts';
import type { SentObject } from '../../../model/traffic/sent-test.ts';
import type { TestedCase, TestReport } from '../../../model/traffic/test-report.ts';
import { planEnvironment } from '../../plan/plan-environments.ts';
import { beginRun } from '../../session/run.ts';
import { chooseEnvironments } from '../../session/workspace/choose-environments.ts';
import type { ToSend } from './send-tests.ts';

/** The report with the state of the objects behind each test that failed, or on which files and service disagree. */
export async function withObjects({ run, options }: ToSend, report: TestReport): Promise<TestReport> {
  const unclear = report.cases.filter(isUnclear);
  const names = new Set(unclear.flatMap(({ environment }) => environment ?? []));
  if (names.size === 0) return report;
  const begun = await beginRun(run.io, { ...options, workspace: run.place.workspace });
  const states = new Map<string, ReadonlyMap<string, SentObject['state']>>();
  for (const environment of chooseEnvironments(begun.workspace, [...names])) {
    const { plan } = await planEnvironment({ ...begun, environment }, {});
    states.set(environment.name, new Map(plan.steps.map((step) => [step.address, stateOf(step)])));
  }
  return {
    ...report,
    cases: report.cases.map((testedCase) =>
      isUnclear(testedCase) ? explained(testedCase, states) : testedCase,
    ),
  };
}

function isUnclear({ result, sent }: TestedCase): boolean {
  // At `dev`, the files themselves are served.
  return sent?.answering === 'service' && (result === 'failed' || sent.disagreement !== undefined);
}

function stateOf({ action }: Step): SentObject['state'] {
  if (action === 'keep') return 'same';
  return action === 'drift' ? 'drifted' : 'not-applied';
}

function explained(
  tested: TestedCase,
  states: ReadonlyMap<string, ReadonlyMap<string, SentObject['state']>>,
): TestedCase {
  const { sent, environment = '', note } = tested;
  if (sent === undefined) return tested;
  const objects = (sent.servers ?? []).flatMap((address): readonly SentObject[] => {
    const state = states.get(environment)?.get(address);
    return state === undefined ? [] : [{ address, state }];
  });
  const text = objectsText(objects);
  return {
    ...tested,
    sent: { ...sent, objects },
    note: note === undefined ? text : `${note}; ${text}`,
  };
}

/** In one line, so that a reader knows where to look. */
function objectsText(objects: readonly SentObject[]): string {
  const of = (state: SentObject['state']): string =>
    objects
      .filter((object) => object.state === state)
      .map(({ address }) => address)
      .join(', ');
  if (of('drifted') !== '') return `${of('drifted')} was changed outside Edgewright: \`edgewright drift\``;
  if (of('not-applied') !== '')
    return `${of('not-applied')} is not applied as in the files: \`edgewright plan\``;
  return objects.length === 0
    ? 'no object is known to serve it'
    : `${of('same')} is live as in the files: the service may not have taken it over yet, or Edgewright is wrong about it`;
}
