/** How long one request is kept trying, no matter who sends it again: the client a GET and a POST, apply a PATCH and a DELETE. */

/** The longest wait that is kept. A service that asks for more ends the run, which names the time. */
export const longestWaitMs = 60_000;

/** A rate limit passes for certain, so it is waited for longer. */
const attemptsWhenLimited = 12;
const attempts = 4;

/** How often a request is sent at most, by the status of its last answer. */
export function attemptsAfter(status: number | undefined): number {
  return status === 429 ? attemptsWhenLimited : attempts;
}
