/** The state that outlives requests, and changes of the files. */
import { openBreakers } from './checks/breakers.ts';
import type { DevChecks } from './checks/dev-checks.ts';
import { openKeySets } from './checks/key-sets.ts';
import { openRateLimits } from './checks/limits.ts';
import { openSessions, type Sessions } from './checks/sessions.ts';
import { openRequestLog, type RequestLog } from './control/request-log.ts';

export interface DevMemory extends DevChecks {
  readonly sessions: Sessions;
  readonly log: RequestLog;
}

/** `elapsed`: milliseconds since some moment. */
export function openMemory(elapsed: () => number): DevMemory {
  return {
    limits: openRateLimits(elapsed),
    breakers: openBreakers(elapsed),
    keySets: openKeySets(elapsed),
    sessions: openSessions(),
    log: openRequestLog(),
  };
}
