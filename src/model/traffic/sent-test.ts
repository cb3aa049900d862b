import type { GotFact } from './got.ts';
import type { RequestExpectation } from './request-test.ts';

/** The response to the request of a test, as a client saw it. */
export interface SentResponse {
  readonly status?: number;
  /** The target of a redirect, as the service sent it. */
  readonly location?: string;
  /** The host of the provider to which a redirect leads. */
  readonly login?: string;
  /** The connection was refused, or closed without a response. */
  readonly connection?: 'refused';
  /** Why there is no response. */
  readonly error?: string;
  /** How long it took, in milliseconds. */
  readonly ms: number;
}

/** The outcomes by the files and by the service, where they differ. */
export interface Disagreement {
  readonly files: GotFact;
  /** In words: `200`, `a closed connection`. */
  readonly service: string;
  readonly text: string;
}

/** How a live object that serves the request of a test compares with the files. */
export interface SentObject {
  readonly address: string;
  readonly state: 'same' | 'drifted' | 'not-applied';
}

/** The part of a result that only a test that is sent has. */
export interface SentResult {
  readonly response?: SentResponse;
  /** How often the request was sent; more than once only while waiting for an apply to take effect. */
  readonly attempts: number;
  /** The URL that was asked; that of the test may name an edge in place of a host. */
  readonly url: string;
  /** `dev`: the edge on this machine, with the facts of the test. */
  readonly answering: 'service' | 'dev';
  /** Expectations that no client can see. */
  readonly hidden: readonly (keyof RequestExpectation)[];
  readonly disagreement?: Disagreement;
  /** The resources that get the request, by the files. */
  readonly servers?: readonly string[];
  /** With `--explain`. */
  readonly objects?: readonly SentObject[];
}

/** Whether a status sends a client to another URL. */
export function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status);
}
