/** A line for each request: in the terminal, and in the list of the page. */
import { gotOf, type GotFact } from '../../model/traffic/got.ts';
import type { SimulatedOutcome } from '../../model/traffic/simulation.ts';
import { say, type Words } from '../../report/plan/words/say.ts';
import { inertLine } from '../../report/text/inert.ts';
import type { DevServing } from '../dev-serving.ts';
import type { EdgeRequest } from '../request/edge-request.ts';
import type { ChosenFacts } from '../request/facts-of-request.ts';

export interface AccessLine {
  readonly decide: (by: string) => void;
  /** Something that differs from the edge, shown behind it. */
  readonly note: (text: string) => void;
  /** Once; later calls do nothing. */
  readonly end: (status: number, isWhole: boolean) => void;
}

export function openLine(
  dev: DevServing,
  { edgeRequest, chosen }: { readonly edgeRequest: EdgeRequest; readonly chosen: ChosenFacts },
): AccessLine {
  const { elapsed, memory, tell, now } = dev;
  const { method, url } = edgeRequest.facts();
  const start = elapsed();
  const time = now();
  let decided = '';
  const notes: string[] = [];
  let isDone = false;
  return {
    decide: (by) => {
      decided = by;
    },
    note: (text) => void notes.push(text),
    end: (status, isWhole) => {
      if (isDone) return;
      isDone = true;
      const { clean } = edgeRequest.site;
      if (!isWhole) notes.push('closed early');
      const shown = [...(decided === '' ? [] : [decided]), ...notes].join('; ');
      const entry = memory.log.add({
        method,
        url: clean(url),
        status,
        decided: clean(shown),
        milliseconds: Math.round(elapsed() - start),
        time,
        edgeRequest,
        chosen,
      });
      tell(
        inertLine(`${status} ${method.padEnd(4)} ${entry.url}  ${entry.decided}  ${entry.milliseconds} ms`),
      );
    },
  };
}

/** The words for the result of a request, without its status. */
export function decidedText(outcome: SimulatedOutcome): string {
  return say(words, gotOf(outcome));
}

const words: Words<GotFact> = {
  nothing: () => 'not served',
  unknown: () => 'not decided',
  closed: ({ by, from }) => `closed by ${by} of ${from}`,
  login: ({ providers }) => `login with ${providers.join(' or ')}`,
  refused: ({ by, from }) => `refused by ${by} of ${from}`,
  moved: ({ to }) => `redirected to ${to}`,
  failed: ({ from }) => `error of ${from}`,
  served: ({ from }) => from,
};
