import type { TraceReason, TraceWay } from '../../model/facts/trace.ts';
import { quoted } from '../../model/problem.ts';

/** One line without a final period. */
export function traceReasonText(reason: TraceReason): string {
  switch (reason.code) {
    case 'takes-exact':
      return `exact match ${quoted(reason.match)}${atHost(reason.host)}`;
    case 'takes-prefix':
      return `prefix ${quoted(reason.match)} covers ${quoted(reason.path)}${atHost(reason.host)}`;
    case 'match-unreadable':
      return 'its `match` cannot be read';
    case 'exact-wins':
      return 'exact match wins';
    case 'not-compared':
      return 'it is not compared';
    case 'other-host':
      return `only for host ${quoted(reason.host)}`;
    case 'other-path':
      return `exact ${quoted(reason.match)} is not ${quoted(reason.path)}`;
    case 'prefix-elsewhere':
      return `prefix ${quoted(reason.match)} does not cover ${quoted(reason.path)}`;
    case 'longer-wins':
      return `the longer ${quoted(reason.pattern)} wins`;
    case 'other-port':
      return `it listens at port ${reason.listens}, not ${reason.port}`;
    case 'other-scheme':
      return `${quoted(reason.url)} does not carry \`${reason.scheme}\``;
    case 'closer-host-wins':
      return `a more specific host wins over ${quoted(reason.host)}`;
    case 'host-taken':
      return 'a different resource has the host';
  }
}

function atHost(host: string): string {
  return host === '' ? '' : ` at host ${quoted(host)}`;
}

/** The reason why the host belongs to an edge or endpoint, without a final period. */
export function wayText(way: TraceWay): string {
  switch (way.code) {
    case 'edge-named':
      return 'the request names the edge';
    case 'edge-listens':
      return `the edge listens at \`${way.host}\``;
    case 'listens':
      return `it listens at \`${way.host}\`, port ${way.port}`;
    case 'host-named':
      return `\`${way.by}\` names this host`;
    case 'hosts-unknown':
      return 'nothing says which hosts this edge has';
    case 'nothing-listens':
      return `nothing that carries \`${way.scheme}\` is known at \`${way.host}\`, port ${way.port}`;
    case 'edge-unknown':
      return `nothing that carries it is known at \`${way.edge}\``;
  }
}
