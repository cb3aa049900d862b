/** The state that outlives requests, and changes of the files. */
import { openBreakers } from './checks/breakers.ts';
import type { DevChecks } from './checks/dev-checks.ts';
import { openKeySets } from './checks/key-sets.ts';
import { openRateLimits } from './checks/limits.ts';
import { openLogins, type Logins } from './checks/logins.ts';
import { openRequestLog, type RequestLog } from './control/request-log.ts';

export interface DevMemory extends DevChecks {
  readonly logins: Logins;
  readonly log: RequestLog;
}

/** `elapsed`: milliseconds since some moment. */
export function openMemory(elapsed: () => number): DevMemory {
  return {
    limits: openRateLimits(elapsed),
    breakers: openBreakers(elapsed),
    keySets: openKeySets(elapsed),
    logins: openLogins(),
    log: openRequestLog(),
  };
}
