/** What each part of the program makes of the traffic policy of one endpoint, in whatever form it is written. */
import { withOwnActions } from '../../../src/derive/policy/own-actions.ts';
import { policyText } from '../../../src/derive/policy/policy-text.ts';
import { policySecrets } from '../../../src/derive/secrets/policy-secrets.ts';
import type { Spec } from '../../../src/model/value.ts';
import { plan } from '../../../src/plan/plan.ts';
import { forwardsOf } from '../../../src/routing/policy-forwards.ts';
import { protectionOf } from '../../../src/routing/protection.ts';
import { compile } from '../../../src/workspace/compile/compile.ts';
import { rules } from '../../../src/lint/rules.ts';
import { lintFiles, workspaceOf, type Files } from '../../lint/workspace-of.ts';
import { baseInput } from '../../plan/plan-case.ts';
import { resultsIn } from '../../simulate/tests-of.ts';

/** A rule of lint, its message, and the text that it marks. */
export type Said = readonly [rule: string, message: string, at: string];

export interface Answers {
  readonly findings: readonly Said[];
  readonly protection: readonly string[];
  readonly forwards: readonly (string | undefined)[];
  /** The literals that are secret by their place. */
  readonly secrets: readonly string[];
  /** The verdict of a test that expects this status of `GET /`. */
  readonly tests: Readonly<Record<number, string>>;
}

const url = 'https://shop.example.com';
const statuses = [200, 403];

const requests = `tests:
${statuses.map((status) => `  - { name: "${status}", request: ${url}/, expect: { status: ${status} } }\n`).join('')}`;

/** The files of a workspace with the endpoint. `policy`: the lines below `spec:`. */
export function filesWith(policy: string, more: Files = {}): Files {
  return {
    'resources/shop.yaml': `kind: endpoint\nname: shop\nspec:\n  url: ${url}\n${indented(policy, 2)}`,
    'tests/shop.yaml': requests,
    ...more,
  };
}

export function indented(text: string, by: number): string {
  return text.replaceAll(/^(?=.)/gm, ' '.repeat(by));
}

export function answersOf(files: Files): Answers {
  const { diagnostics, workspace } = lintFiles(files, { rules });
  const spec = specIn(files);
  const { actions: own } = workspace.settings.trafficPolicy;
  const read = workspace.requestTests?.() ?? { files: [], diagnostics: [] };
  return {
    findings: diagnostics.flatMap(({ rule, message, place: { source, start, end } }): readonly Said[] =>
      /^(?:resources|policies)\//.test(source.path) ? [[rule, message, source.text.slice(start, end)]] : [],
    ),
    ...withOwnActions(own, () => ({
      protection: spec === undefined ? [] : protectionOf({ kind: 'endpoint', spec }),
      forwards: spec === undefined ? [] : forwardsOf(spec).map((forward) => forward.url),
    })),
    secrets: spec === undefined ? [] : [...policySecrets(policyText(spec)).keys()],
    tests: Object.fromEntries(
      resultsIn(workspace, read).map(({ test: { name }, result }) => [Number(name), result.verdict]),
    ),
  };
}

/** The codes of the reasons why the change is refused; none if it is not. */
export function refusalsOf(before: Files, after: Files): readonly string[] {
  const [was, is] = [specIn(before), specIn(after)].map((spec) => ({
    url,
    traffic_policy: spec === undefined ? '' : policyText(spec),
  }));
  const address = 'endpoint/shop';
  const input = baseInput({
    name: 'change',
    was: { [address]: was ?? {} },
    desired: { [address]: is ?? {} },
    expect: '',
  });
  const { trafficPolicy } = workspaceOf(after).settings;
  const made = plan({ ...input, settings: { ...input.settings, trafficPolicy } });
  return made.steps.flatMap(({ exposure }) => exposure?.reasons.map(({ code }) => code) ?? []);
}

function specIn(files: Files): Spec | undefined {
  return compile(workspaceOf(files), 'production').desired.find(({ address }) => address === 'endpoint/shop')
    ?.spec;
}
