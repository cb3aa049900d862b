import type { RequestTest } from '../../../model/traffic/request-test.ts';
import type { Responder } from './dev-target.ts';
import type { SendRun } from './send-run.ts';
import type { TestedCase } from '../../../model/traffic/test-report.ts';
import { preparedRequest } from './prepared-request.ts';
import { probe } from '../../../remote/http/probe.ts';
import { serviceResponse, disagreementOf, type ServiceResponse } from './observed.ts';
import { elapsed } from '../../../text/waits/elapsed.ts';
import type { SentResult } from '../../../model/traffic/sent-test.ts';
import { hiddenExpectations, visibleExpectation } from './sendable.ts';
import { withoutUndefined } from '../../../text/without-undefined.ts';
import { problem } from '../../../model/problem.ts';
import { relatedOf } from '../run-all-tests.ts';
import { compareOutcome } from '../../../simulate/check-expectation.ts';
import { unknownText } from '../../../report/tests/unknown-words.ts';
import { failureTexts } from '../../../report/tests/request-words.ts';

interface ToCompare {
  readonly test: RequestTest;
  /** The same test from this machine. */
  readonly here: RequestTest;
  readonly wait: Wait;
  readonly answering: Responder;
}

/** How long a test that fails is sent again: an apply takes a while to take effect. */
export interface Wait {
  readonly until: number;
  /** The most attempts beside the first one. */
  readonly attempts: number;
}

/** The pause between two attempts. */
export const pauseMs = 2000;

export async function comparedCase(
  sendRun: SendRun,
  { test, here, wait, answering }: ToCompare,
): Promise<Omit<TestedCase, 'name' | 'place' | 'environment'>> {
  const { io, tests, secrets, settings, desired } = sendRun;
  const outcomes = tests.outcomesOf(here);
  const { request, mask } = preparedRequest(test, secrets, answering);
  for (let attempts = 1; ; attempts++) {
    const answered = await probe(new URL(test.facts.url), request, settings);
    const observed = serviceResponse({ ...answered, answering }, test, outcomes);
    if (observed.undecided !== undefined)
      return { result: 'skipped', skipped: `not decided by \`dev\`: ${observed.undecided}`, ms: answered.ms };
    const compared = comparedOf(test, observed);
    if ('skipped' in compared) return { result: 'skipped', skipped: compared.skipped, ms: answered.ms };
    const { failure } = compared;
    const mayWait = attempts <= wait.attempts && elapsed(io.clock) < wait.until && !io.signal.aborted;
    if (failure !== undefined && mayWait) {
      await io.clock.sleep(pauseMs);
      continue;
    }
    const disagreement = disagreementOf(outcomes, observed);
    const sent: SentResult = mask({
      response: observed.seen,
      attempts,
      hidden: observed.isTold === true ? [] : hiddenExpectations(test),
      url: test.facts.url,
      answering,
      servers: [...new Set(outcomes.flatMap(({ servedBy }) => servedBy ?? []))],
      ...withoutUndefined({ disagreement }),
    });
    const common = {
      sent,
      ms: answered.ms,
      ...withoutUndefined({ note: noteOf(sent) }),
    };
    if (failure === undefined) return { ...common, result: 'ok' };
    const { text, mismatches } = mask(failure);
    const place = test.expectPlaces[mismatches[0]?.key ?? ''] ?? test.place;
    const byAddress = new Map(desired.map((resource) => [resource.address, resource]));
    const finding = problem('test-failed', place, `${test.name}: ${text}`, {
      related: relatedOf(outcomes[0]?.decidedAt, byAddress, 'decided here, by the files'),
      environments: [sendRun.environment.name],
      ...(answering === 'dev' && observed.seen.status === undefined ? { help: devCertificateHelp } : {}),
    });
    return { ...common, result: 'failed', mismatches, finding };
  }
}

const devCertificateHelp =
  '`--ca <file>` trusts the certificate of `edgewright dev`, which prints the name of its file';

/** Where files and service disagree, and after how many attempts a test passed. */
function noteOf({ disagreement, attempts }: SentResult): string | undefined {
  const again = attempts > 1 ? [`sent ${attempts} times`] : [];
  const all = [...(disagreement === undefined ? [] : [disagreement.text]), ...again];
  return all.length === 0 ? undefined : all.join('; ');
}

interface Comparison {
  readonly failure: Failure | undefined;
}

type Failure = Pick<TestedCase, 'mismatches'> & {
  readonly text: string;
  readonly mismatches: NonNullable<TestedCase['mismatches']>;
};

/** `skipped`: the result rests on something that is not known. */
function comparedOf(
  test: RequestTest,
  { seen, outcome, isTold }: ServiceResponse,
): Comparison | { readonly skipped: string } {
  const expect = isTold === true ? test.expect : visibleExpectation(test);
  const failed = (text: string): Comparison => ({ failure: { text, mismatches: [] } });
  if (outcome === undefined)
    return failed(
      seen.status === undefined
        ? `no response: ${seen.error ?? 'the connection failed'}`
        : `it got ${seen.status}: ${seen.error ?? ''}`,
    );
  // Without a response, nothing else is as expected, also where a test expects that something is absent.
  if (seen.connection === 'refused' && expect.connection !== 'refused')
    return failed(`no response: ${seen.error ?? 'the connection was refused'}`);
  const compared = compareOutcome(outcome, test.facts.method === 'HEAD' ? withoutBody(expect) : expect);
  if (compared.verdict === 'ok') return { failure: undefined };
  const [missing] = compared.unknowns;
  if (compared.verdict === 'undecided' && missing !== undefined) return { skipped: unknownText(missing) };
  const [text = '', ...rest] = failureTexts([compared]);
  return { failure: { text: [text, ...rest].join('; '), mismatches: compared.mismatches } };
}

function withoutBody({ body: _body, ...rest }: RequestTest['expect']): RequestTest['expect'] {
  return rest;
}
