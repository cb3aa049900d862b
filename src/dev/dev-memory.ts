/** What `dev` keeps over requests, whatever the files say meanwhile. */
import { openBreakers, type Breakers } from './checks/breakers.ts';
import { openKeySets, type KeySets } from './checks/key-sets.ts';
import { openLimits, type Limits } from './checks/limits.ts';
import { openLogins, type Logins } from './checks/logins.ts';
import { openRequestLog, type RequestLog } from './control/request-log.ts';

export interface DevMemory {
  readonly limits: Limits;
  readonly breakers: Breakers;
  readonly keySets: KeySets;
  readonly logins: Logins;
  readonly log: RequestLog;
}

/** Milliseconds since some moment. */
export type Elapsed = () => number;

export function openMemory(elapsed: Elapsed): DevMemory {
  return {
    limits: openLimits(elapsed),
    breakers: openBreakers(elapsed),
    keySets: openKeySets(),
    logins: openLogins(),
    log: openRequestLog(),
  };
}
