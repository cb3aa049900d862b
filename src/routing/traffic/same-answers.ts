import type { TraceAnswer } from '../../model/traffic/trace.ts';
import { isUnknownValue } from '../../model/traffic/unknown.ts';

/** Whether two sides serve a request by the same servers, on the same way, with the same result. */
export function sameAnswers(some: readonly TraceAnswer[], others: readonly TraceAnswer[]): boolean {
  return essence(some) === essence(others);
}

/** A module that is off is as good as one that is absent. */
function essence(answers: readonly TraceAnswer[]): string {
  const compared = answers.map(({ edge, servers, way: { steps, results } }) => [
    edge,
    servers,
    steps.filter(({ code }) => code !== 'off'),
    results,
  ]);
  return JSON.stringify(compared, comparable);
}

/** Ids are live only, places desired only, and a secret has its name in the files alone. */
function comparable(key: string, value: unknown): unknown {
  if (key === 'id' || key === 'origin') return undefined;
  if (!isUnknownValue(value)) return value;
  const { of, give = of } = value.unknown;
  return give === 'a secret' || give.startsWith('given.secrets.') ? 'a secret' : value;
}
