import type { TraceAnswer, TraceServer } from '../../model/traffic/trace.ts';

/** Whether two sides serve a request by the same servers, with the same effects. */
export function sameAnswers(some: readonly TraceAnswer[], others: readonly TraceAnswer[]): boolean {
  return JSON.stringify(some.map(essence)) === JSON.stringify(others.map(essence));
}

function essence({ edge, servers, forwards }: TraceAnswer): unknown {
  return [
    edge ?? null,
    servers.map(serverEssence),
    forwards.map(({ from, url, when, isCertain, ends, server }) => [
      from,
      url ?? null,
      when,
      isCertain,
      ends ?? null,
      server === undefined ? null : serverEssence(server),
    ]),
  ];
}

function serverEssence({ address, doesAnswer, reason, login, protection, modules }: TraceServer): unknown {
  return [
    address,
    doesAnswer,
    reason,
    login,
    protection,
    modules.map(({ module, does, fact }) => [module, does, fact]),
  ];
}
