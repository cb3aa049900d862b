import type { TraceAnswer } from '../model/trace.ts';

/** Whether two sides serve a request by the same holders, which do the same with it. */
export function sameAnswers(some: readonly TraceAnswer[], others: readonly TraceAnswer[]): boolean {
  return JSON.stringify(some.map(essence)) === JSON.stringify(others.map(essence));
}

function essence({ edge, servers }: TraceAnswer): unknown {
  return [
    edge ?? null,
    servers.map(({ address, doesAnswer, reason, login, protection, modules }) => [
      address,
      doesAnswer,
      reason,
      login,
      protection,
      modules.map(({ module, does, text }) => [module, does, text]),
    ]),
  ];
}
