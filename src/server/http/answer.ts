import type { JsonObject } from '../../model/value.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';

/** A response before it is sent over HTTP. */
export interface Answer {
  readonly status: number;
  /** Absent: no body at all, as for 204. */
  readonly body?: JsonObject;
  readonly headers?: Readonly<Record<string, string>>;
}

const codes: Readonly<Record<number, string>> = {
  400: 'ERR_INVALID_REQUEST',
  401: 'ERR_UNAUTHORIZED',
  409: 'ERR_CONFLICT',
  413: 'ERR_TOO_LARGE',
  429: 'ERR_RATE_LIMIT',
  500: 'ERR_INTERNAL',
  502: 'ERR_BAD_GATEWAY',
  503: 'ERR_UNAVAILABLE',
  504: 'ERR_GATEWAY_TIMEOUT',
};

/** An error response in the usual shape: `details` is always an object, and a 404 has no error code. */
export function refusal(
  status: number,
  message: string,
  details: Readonly<Record<string, string>> = {},
): Answer {
  const code = codes[status];
  return {
    status,
    body: { ...withoutUndefined({ error_code: code }), status_code: status, msg: message, details },
  };
}

export const notFound: Answer = refusal(404, 'the resource was not found');

/** Adds the id that connects an error response with a line of the server's log. */
export function withOperationId(answer: Answer, operationId: string): Answer {
  const { body } = answer;
  if (body === undefined || answer.status < 400) return answer;
  return {
    ...answer,
    body: { ...body, details: { ...(body['details'] as JsonObject), operation_id: operationId } },
  };
}
