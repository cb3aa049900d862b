/** When the rules of a traffic policy run, and on what. */

export type PhaseName = 'on_tcp_connect' | 'on_http_request' | 'on_http_response' | 'on_event_stream_message';

/** The protocol of the endpoint, edge or route that carries the policy. */
export type PolicyProtocol = 'http' | 'https' | 'tls' | 'tcp';

export type VariableRoot = 'conn' | 'endpoint' | 'time' | 'req' | 'res' | 'vars' | 'actions';

export interface Phase {
  readonly doc: string;
  readonly protocols: readonly PolicyProtocol[];
  /** The roots of variables in its expressions. */
  readonly variables: readonly VariableRoot[];
  /** An endpoint that ends here, by its protocol, must be answered here. */
  readonly answers: readonly PolicyProtocol[];
}

const web = ['http', 'https'] as const;
const everywhere = ['conn', 'endpoint', 'time', 'vars', 'actions'] as const;

/** All phases, in the order in which they run. */
export const policyPhases: Readonly<Record<PhaseName, Phase>> = {
  on_tcp_connect: {
    doc: 'Runs once when a client opens a connection, before a request is read. Not on internal http and https endpoints.',
    protocols: ['http', 'https', 'tls', 'tcp'],
    variables: everywhere,
    answers: ['tls', 'tcp'],
  },
  on_http_request: {
    doc: 'Runs when a request has been read, before it is forwarded.',
    protocols: web,
    variables: [...everywhere, 'req'],
    answers: web,
  },
  on_http_response: {
    doc: 'Runs on each response, whether the upstream or a custom response gave it.',
    protocols: web,
    variables: [...everywhere, 'req', 'res'],
    answers: [],
  },
  on_event_stream_message: {
    doc: 'Runs on each message of a stream of server-sent events.',
    protocols: web,
    variables: [...everywhere, 'req', 'res'],
    answers: [],
  },
};

export const phaseNames = Object.keys(policyPhases) as readonly PhaseName[];

export function isPhaseName(name: string): name is PhaseName {
  return Object.hasOwn(policyPhases, name);
}

/** Phases of the older format, still accepted. On connections, `inbound` was what `on_tcp_connect` is. */
export const olderPhases: Readonly<
  Record<string, { readonly web: PhaseName; readonly connection?: PhaseName }>
> = {
  inbound: { web: 'on_http_request', connection: 'on_tcp_connect' },
  outbound: { web: 'on_http_response' },
};

export const phaseCodes = {
  /** The protocol does not have the phase. */
  protocol: 2230,
  /** An internal http or https endpoint cannot have `on_tcp_connect`. */
  internal: 2262,
  /** A rule after the end of the chain. */
  unreachable: 2207,
  /** A cloud endpoint whose policy may end without a response. */
  unanswered: 2235,
} as const;
