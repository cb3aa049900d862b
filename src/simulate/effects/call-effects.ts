/** Requests of which others give the answer: an upstream, or a service that a policy calls. */
import {
  headerLists,
  isUnknownValue,
  type GivenResponse,
  type Unknown,
} from '../../model/traffic/simulation.ts';
import { parsedJson } from '../../text/json/json-access.ts';
import type { ResponseMessage } from '../messages.ts';
import type { ProgramAction } from '../policy-program.ts';
import { fromJson } from '../scope-values.ts';
import { errorStatus, filled, type EffectInput, type TrafficEffect } from './effect.ts';

/** The answer to a request that the policy sends itself. */
export function callEffect({ config, type }: ProgramAction, input: EffectInput): TrafficEffect {
  const url = filled(config['url'] ?? '', input);
  const answer = isUnknownValue(url) ? undefined : input.facts.given.http_request?.[url];
  const unknown: Unknown = {
    why: 'not-given',
    of: isUnknownValue(url) ? type : url,
    give: 'given.http_request',
  };
  const doesHalt = config['on_error'] === 'halt';
  const hasFailed = answer === 'failed' || (answer === undefined && doesHalt && input.decide(unknown, type));
  if (hasFailed && doesHalt) return { does: 'refused', status: errorStatus(input.facts, type) };
  if (answer === undefined)
    return {
      does: 'passed',
      results: { res: { unknown }, req: { unknown }, attempts: { unknown }, error: { unknown } },
    };
  if (answer === 'failed')
    return {
      does: 'passed',
      results: {
        error: new Map([
          ['code', ''],
          ['message', ''],
        ]),
      },
    };
  const { status, headers, body } = upstreamResponse(answer);
  const res = new Map<string, unknown>([
    ['status_code', fromJson(isUnknownValue(status) ? 0 : status)],
    ['header', headers],
    ['body', bodyValue(isUnknownValue(body) ? '' : body)],
  ]);
  return { does: 'passed', results: { res } };
}

/** A body that is JSON is read as such: expressions take its members. */
function bodyValue(body: string): unknown {
  const json = parsedJson(body);
  return json === undefined ? body : fromJson(json);
}

export function upstreamResponse(given: GivenResponse | 'offline' | undefined): ResponseMessage {
  const { status = 200, headers = {}, body = '' } = given === undefined || given === 'offline' ? {} : given;
  return {
    status,
    headers: headerLists(headers),
    body,
  };
}
