/** The variables of an expression at one moment of a request that is not given. */
import { policyVariables } from '../../kinds/policy/variables.ts';
import type { VariableMap, VariableType } from '../../kinds/policy/variable.ts';
import { isUnknownValue, type Knowable } from '../../model/traffic/unknown.ts';
import type { VariableScope } from '../cel/cel-evaluation.ts';
import { headerValue } from '../messages.ts';
import type { Moment } from '../moment.ts';
import { OpenMap } from './open-map.ts';
import { Term, termOf, type Ask } from './term.ts';
import { urlParts } from '../../routing/request-url.ts';

/** `known`: the scope of the same moment, for what the resource and the messages determine. */
export function openScope(moment: Moment, ask: Ask, known: VariableScope): VariableScope {
  return { isOpen: true, read: (name) => read(name, moment, ask, known) };
}

function read(name: string, moment: Moment, ask: Ask, known: VariableScope): unknown {
  switch (name) {
    case 'given.random':
      return known.read(name);
    case 'given.secrets':
      return new SecretTerms(ask);
    case 'conn.tls.sni':
      return moment.isAnyHost === true ? anyHost(ask) : known.read(name);
  }
  const variable = (): Term =>
    new Term(ask, name.replace('conn.client_ip.geo.location.', 'conn.geo.'), { type: typeOf(name) });
  if (isGroup(name) && !name.endsWith('.client_ip')) return {};
  if (/^(?:conn|time)\.|^req\.(?:ts\.|version$)/.test(name)) return variable();
  const { request, response } = moment;
  if (name.startsWith('req.url')) return readUrl(name, moment, ask, known);
  if (name.startsWith('endpoint.') && moment.isAnyHost === true && /host|url|addr/.test(name))
    return variable();
  if (name === 'req.method') return request.method === '' ? variable() : request.method;
  if (name.startsWith('req.')) return readMessage(name, request, ask) ?? variable();
  if (name.startsWith('res.'))
    return response === undefined ? undefined : (readResponse(name, response, ask) ?? variable());
  // A name that the tables do not have may be a variable all the same.
  return (
    known.read(name) ??
    (/^[a-z]\w*$/i.test(name) && name !== 'vars' && name !== 'actions' ? variable() : undefined)
  );
}

/** A secret is there, and only equal to itself. */
class SecretTerms extends Map<string, unknown> {
  readonly #ask: Ask;

  constructor(ask: Ask) {
    super();
    this.#ask = ask;
  }

  override get(name: string): Term {
    return new Term(this.#ask, `secret ${name}`, { type: 'string' });
  }
}

const sentParts: ReadonlySet<string> = new Set(['req.url.path', 'req.url.raw_path', 'req.url.query']);

/** Scheme, host and port are those of the resource, unless the URL was rewritten to one that is not known. */
function readUrl(
  name: string,
  { request, facts, isAnyHost }: Moment,
  ask: Ask,
  known: VariableScope,
): unknown {
  const { url } = request;
  const term = isUnknownValue(url) ? termOf(url.unknown) : undefined;
  if (term === undefined) return known.read(name);
  const isSent = term.key === sentUrl(ask).key;
  const { scheme, host, port, authority } = urlParts(facts.url);
  const ofCall = new Term(ask, name, { args: [term], type: 'string' });
  switch (name) {
    case 'req.url':
    case 'req.url.raw':
      return term;
    case 'req.url.scheme':
      return isSent ? scheme : ofCall;
    case 'req.url.host':
    case 'req.url.authority':
      if (!isSent) return ofCall;
      if (isAnyHost === true) return anyHost(ask);
      return name.endsWith('.host') ? host : authority;
    case 'req.url.port':
      return port === undefined ? undefined : BigInt(port);
    case 'req.url.user_password':
      return '';
    case 'req.url.query_params':
      return isSent ? new OpenMap(ask, 'query') : new Term(ask, name, { args: [term] });
  }
  return isSent && sentParts.has(name)
    ? new Term(ask, name.replace('.raw_', '.'), { type: 'string' })
    : ofCall;
}

/** The host for which a client asks, where the resource has many. */
export function anyHost(ask: Ask): Term {
  return new Term(ask, 'req.host', { type: 'string' });
}

/** The URL as the client sends it: its path and its query are not known. */
export function sentUrl(ask: Ask): Term {
  return new Term(ask, 'req.url', { type: 'string' });
}

function readMessage(name: string, { headers, body }: Moment['request'], ask: Ask): unknown {
  const member = name.slice('req.'.length);
  switch (member) {
    case 'headers':
      return headers;
    case 'host':
      return valueOf(headerValue(headers, 'host'));
    case 'user_agent':
      return valueOf(headerValue(headers, 'user-agent')) ?? '';
    case 'content_type':
    case 'content_type.raw':
      return valueOf(headerValue(headers, 'content-type')) ?? '';
    case 'cookies':
      return headers instanceof OpenMap && headers.touched.has('cookie')
        ? new Map()
        : new OpenMap(ask, 'cookie');
    case 'content_length':
      return isUnknownValue(body)
        ? new Term(ask, 'size', { args: [body], type: 'int' })
        : BigInt(Buffer.byteLength(body));
    default:
      return undefined;
  }
}

function readResponse(name: string, { headers, status }: NonNullable<Moment['response']>, ask: Ask): unknown {
  switch (name) {
    case 'res.status_code':
      return isUnknownValue(status) ? new Term(ask, name, { type: 'int' }) : BigInt(status);
    case 'res.headers':
      return headers;
    case 'res.location':
      return valueOf(headerValue(headers, 'location')) ?? '';
    default:
      return undefined;
  }
}

function valueOf(value: Knowable<string> | undefined): unknown {
  return isUnknownValue(value) ? (termOf(value.unknown) ?? value) : value;
}

/** The type of a variable in the table of variables. */
function typeOf(name: string): string {
  const type = entryOf(name);
  return typeof type === 'string' ? type : 'any';
}

function entryOf(name: string): VariableType | undefined {
  let members: VariableMap = policyVariables;
  let type: VariableType | undefined;
  for (const step of name.split('.')) {
    const member = Object.hasOwn(members, step) ? members[step] : undefined;
    if (member === undefined) return undefined;
    type = member.type;
    members = typeof type === 'object' && 'members' in type ? type.members : {};
  }
  return type;
}

/** Whether a name is an object whose members are read one by one. */
function isGroup(name: string): boolean {
  const type = entryOf(name);
  return typeof type === 'object' && 'members' in type && type.isText !== true;
}
