/** The facts and messages that an expression can read at one moment. */
import type { RequestFacts } from '../model/traffic/request-facts.ts';
import type { RandomNumbers } from './functions/random.ts';
import type { RequestMessage, ResponseMessage } from './messages.ts';
import type { Ask } from './unknown/term.ts';
import type { Knowable } from '../model/traffic/unknown.ts';

export interface Moment {
  readonly facts: RequestFacts;
  /** The URL of the endpoint, or of the edge's host, that carries the policy. */
  readonly endpointUrl: string;
  readonly request: RequestMessage;
  readonly response?: ResponseMessage | undefined;
  readonly vars: ReadonlyMap<string, Knowable<unknown>>;
  /** The request is not given: answers what is asked about it. */
  readonly ask?: Ask | undefined;
  /** It is not given for which host of the resource the client asks. */
  readonly isAnyHost?: boolean | undefined;
  /** The random numbers of the test. */
  readonly random?: RandomNumbers;
  /** Results of actions, by the name of the action in expressions. */
  readonly results: ReadonlyMap<string, Results>;
}

/** Results of one action, below its name in expressions. */
export interface Results {
  /** A value, an unknown one, or `{ members }`. */
  readonly [member: string]: unknown;
}
