/** The choices of each browser: who to be, and facts; and the requests that wait for a person to choose. */
import { randomBytes } from 'node:crypto';
import type { LoginFacts } from '../../model/traffic/request-facts.ts';
import type { Unknown } from '../../model/traffic/unknown.ts';
import type { ChosenFacts } from '../request/facts-of-request.ts';

/** A request that waits for a person. */
export type PendingChoice = PendingLogin | PendingFacts;

interface PendingRequest {
  /** The address where the browser asked, for the way back. */
  readonly origin: string;
  readonly path: string;
  readonly method: string;
}

/** A request that asked for a login. */
export interface PendingLogin extends PendingRequest {
  readonly about: 'login';
  readonly providers: readonly string[];
  /** The module or action that asked, such as `oauth`. */
  readonly by: string;
}

/** A request that is undecided without facts. */
export interface PendingFacts extends PendingRequest {
  readonly about: 'facts';
  readonly missing: readonly Unknown[];
  /** The facts that the browser has chosen before. */
  readonly facts: ChosenFacts;
}

/** The choices that a person has made with a browser at one host. */
export interface SessionChoices {
  /** The newest first, one for each provider. */
  readonly logins: readonly LoginFacts[];
  readonly facts: ChosenFacts;
}

/** The choices after a request that waited. */
export type NewChoice = (before: SessionChoices) => SessionChoices;

export interface Sessions {
  readonly begin: (pending: PendingChoice) => string;
  readonly pending: (token: string) => PendingChoice | undefined;
  /** The code that turns into a cookie at the host that asked. */
  readonly choose: (token: string, choice: NewChoice) => { readonly code: string } | undefined;
  /** The session of a code, which can be used once: the one that the browser has, or a new one. */
  readonly redeem: (
    code: string,
    session: string | undefined,
  ) => { readonly session: string; readonly pending: PendingChoice } | undefined;
  readonly of: (session: string | undefined) => SessionChoices;
  /** Ends all sessions. */
  readonly end: () => void;
}

/** Pending requests, codes and sessions beyond this number are forgotten, the oldest first. */
const most = 1000;

const none: SessionChoices = { logins: [], facts: { from: {}, given: {} } };

export function openSessions(): Sessions {
  const waiting = new Map<string, PendingChoice>();
  const codes = new Map<string, { readonly choice: NewChoice; readonly pending: PendingChoice }>();
  const sessions = new Map<string, SessionChoices>();
  const of = (session: string | undefined): SessionChoices =>
    (session === undefined ? undefined : sessions.get(session)) ?? none;
  return {
    begin: (pending) => keep(waiting, pending),
    pending: (token) => waiting.get(token),
    choose: (token, choice) => {
      const pending = waiting.get(token);
      if (pending === undefined) return undefined;
      waiting.delete(token);
      return { code: keep(codes, { choice, pending }) };
    },
    redeem: (code, session) => {
      const found = codes.get(code);
      if (found === undefined) return undefined;
      codes.delete(code);
      const { choice, pending } = found;
      const after = choice(of(session));
      if (session === undefined || !sessions.has(session)) return { session: keep(sessions, after), pending };
      sessions.set(session, after);
      return { session, pending };
    },
    end: () => sessions.clear(),
    of,
  };
}

/** The login first, in place of one with the same provider. */
export function withLogin(login: LoginFacts): NewChoice {
  return (before) => ({
    ...before,
    logins: [login, ...before.logins.filter(({ provider }) => provider !== login.provider)],
  });
}

function keep<Value>(values: Map<string, Value>, value: Value): string {
  const name = randomBytes(18).toString('base64url');
  values.set(name, value);
  if (values.size > most) {
    const [oldest = ''] = values.keys();
    values.delete(oldest);
  }
  return name;
}
