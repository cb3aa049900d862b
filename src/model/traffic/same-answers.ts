import type { TraceAnswer } from './trace.ts';

/** Whether two sides serve a request by the same servers, on the same way, with the same result. */
export function sameAnswers(some: readonly TraceAnswer[], others: readonly TraceAnswer[]): boolean {
  return essence(some) === essence(others);
}

/** A module that is off is as good as one that is absent. Ids are live only, places desired only, and what is unknown of a secret differs. */
const oneSided: ReadonlySet<string> = new Set(['id', 'origin', 'unknown']);

function essence(answers: readonly TraceAnswer[]): string {
  const compared = answers.map(({ edge, servers, way: { steps, results } }) => [
    edge,
    servers,
    steps.filter(({ code }) => code !== 'off'),
    results,
  ]);
  return JSON.stringify(compared, (key, value: unknown) => (oneSided.has(key) ? undefined : value));
}
