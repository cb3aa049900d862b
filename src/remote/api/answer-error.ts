import type { Operation } from '../../kinds/operation.ts';
import { ApiError } from '../../model/errors.ts';

/** The error for a success response that cannot be used. `reason` is a clause. */
export function malformedAnswer(
  operation: Operation,
  status: number,
  reason: string,
  createdId?: string,
): ApiError {
  const { method, path } = operation;
  const message = `the answer to \`${method} ${path}\` is malformed: ${reason}`;
  return new ApiError(message, { method, path, status, wasSent: 'yes', createdId });
}

/** The error for an unexpected 404. `reason` is a clause. */
export function notThere({ method, path }: Operation, reason: string): ApiError {
  return new ApiError(`\`${method} ${path}\` returned 404: ${reason}`, {
    method,
    path,
    status: 404,
    wasSent: 'yes',
  });
}
