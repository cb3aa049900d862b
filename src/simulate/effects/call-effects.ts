/** Requests of which others give the answer: an upstream, or a service that a policy calls. */
import { headerLists, type GivenResponse } from '../../model/traffic/request-facts.ts';
import { isJsonMap, jsonItems } from '../../text/json/json-access.ts';
import type { ResponseMessage } from '../messages.ts';
import type { ProgramAction } from '../policy-program.ts';
import type { Results } from '../moment.ts';
import { someText } from '../scope-values.ts';
import { errorStatus, filled, type EffectInput, type TrafficEffect } from './effect.ts';
import { headersOf } from './message-effects.ts';
import { isUnknownValue, type Unknown } from '../../model/traffic/unknown.ts';

/** The answer to a request that the policy sends itself. */
export function callEffect(action: ProgramAction, input: EffectInput): TrafficEffect {
  const { config, type } = action;
  const url = filled(config['url'] ?? '', input);
  const answer = isUnknownValue(url) ? undefined : input.facts.given.http_request?.[url];
  const unknown: Unknown = {
    why: 'not-given',
    of: isUnknownValue(url) ? type : url,
    give: 'given.http_request',
  };
  const hasFailed = answer === 'failed' || (answer === undefined && input.decide(unknown, `${type} fails`));
  if (hasFailed && config['on_error'] === 'halt')
    return { does: 'refused', status: errorStatus(input.facts, type) };
  const req = requestOf(config, url, input);
  if (hasFailed) return { does: 'passed', results: { req, error: errorOf(type) } };
  if (answer === undefined)
    return { does: 'passed', results: { req, res: { unknown }, attempts: { unknown } } };
  const { status, headers, body } = upstreamResponse(answer);
  const res: Results = {
    ...unknownMembers(type, ['resolved_ip', 'time_ms']),
    status_code: isUnknownValue(status) ? status : BigInt(status),
    header: headers,
    body,
  };
  const attempt: Results = {
    ...unknownMembers(`an attempt of ${type}`, ['resolved_ip', 'response_time_ms']),
    response_header: res['header'],
    response_status_code: res['status_code'],
  };
  // With a condition, how often it was tried is not known.
  const attempts =
    config['retry_condition'] === undefined
      ? [{ members: attempt }]
      : { unknown: { why: 'undocumented', of: `the attempts of ${type}` } };
  return { does: 'passed', results: { req, res: { members: res }, attempts } };
}

/** The error of an action that failed: there is one, and its code is not known. */
export function errorOf(type: string): unknown {
  const [code, message] = ['code', 'message'].map((name) => someText(`${name} of the error of ${type}`));
  return { members: { code, message } };
}

/** Results that are documented, and of which nothing is known. */
export function unknownMembers(of: string, names: readonly string[]): Results {
  return Object.fromEntries(
    names.map((name) => [name, { unknown: { why: 'undocumented', of: `${name} of ${of}` } }]),
  );
}

/** The request that is sent. Parameters are added to its URL in a form that is not documented. */
function requestOf(config: ProgramAction['config'], url: unknown, input: EffectInput): unknown {
  const { method, body, query_params: parameters } = config;
  const hasParameters = jsonItems(parameters).some(isJsonMap);
  return {
    members: {
      method: typeof method === 'string' ? method : 'GET',
      url: hasParameters ? { unknown: { why: 'undocumented', of: 'a URL with `query_params`' } } : url,
      header: new Map(headersOf(config, input).map(([name, value]) => [name, [value]])),
      body: filled(body ?? '', input),
    },
  };
}

export function upstreamResponse(given: GivenResponse | 'offline' | undefined): ResponseMessage {
  const { status = 200, headers = {}, body = '' } = given === undefined || given === 'offline' ? {} : given;
  return { status, headers: headerLists(headers), body };
}
