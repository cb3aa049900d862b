/** Who has logged in with which browser, and the logins that wait for a person to choose. */
import { randomBytes } from 'node:crypto';
import type { LoginFacts } from '../../model/traffic/simulation.ts';

/** A request that asked for a login. */
export interface PendingLogin {
  readonly providers: readonly string[];
  /** The module or action that asked, such as `oauth`. */
  readonly by: string;
  /** The address where the browser asked, for the way back. */
  readonly origin: string;
  readonly path: string;
}

export interface Logins {
  readonly begin: (pending: PendingLogin) => string;
  readonly pending: (token: string) => PendingLogin | undefined;
  /** The code that turns into a cookie at the host that asked. */
  readonly choose: (token: string, login: LoginFacts) => { readonly code: string } | undefined;
  /** The session of a code, which can be used once: the one that the browser has, or a new one. */
  readonly redeem: (
    code: string,
    session: string | undefined,
  ) => { readonly session: string; readonly path: string } | undefined;
  /** The logins of a session, the newest first. */
  readonly of: (session: string | undefined) => readonly LoginFacts[];
  /** Ends all sessions. */
  readonly end: () => void;
}

/** Pending logins, codes and sessions beyond this number are forgotten, the oldest first. */
const most = 1000;

export function openLogins(): Logins {
  const waiting = new Map<string, PendingLogin>();
  const codes = new Map<string, { readonly login: LoginFacts; readonly path: string }>();
  const sessions = new Map<string, readonly LoginFacts[]>();
  return {
    begin: (pending) => keep(waiting, pending),
    pending: (token) => waiting.get(token),
    choose: (token, login) => {
      const pending = waiting.get(token);
      if (pending === undefined) return undefined;
      waiting.delete(token);
      return { code: keep(codes, { login, path: pending.path }) };
    },
    redeem: (code, session) => {
      const found = codes.get(code);
      if (found === undefined) return undefined;
      codes.delete(code);
      const { login, path } = found;
      const before = session === undefined ? undefined : sessions.get(session);
      if (session === undefined || before === undefined) return { session: keep(sessions, [login]), path };
      const others = before.filter(({ provider }) => provider !== login.provider);
      sessions.set(session, [login, ...others]);
      return { session, path };
    },
    end: () => sessions.clear(),
    of: (session) => (session === undefined ? [] : (sessions.get(session) ?? [])),
  };
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
