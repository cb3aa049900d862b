/** Retry limits of one request, in any part of the code: the client resends GET and POST, apply PATCH and DELETE. */

/** The longest wait before a retry. If a service asks for more, the run ends and reports the time. */
export const longestWaitMs = 60_000;

/** A rate limit certainly passes, so it gets more attempts. */
const attemptsWhenLimited = 12;
const attempts = 4;

/** The maximum number of attempts, by the status of the last response. */
export function attemptsAfter(status: number | undefined): number {
  return status === 429 ? attemptsWhenLimited : attempts;
}
