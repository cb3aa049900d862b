import { errorCode } from '../../text/system/system-errors.ts';
import { kill } from 'node:process';

/** Whether a process of this machine exists, also one of another user, which cannot be signaled. */
export function processExists(pid: number): boolean {
  try {
    kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) !== 'ESRCH';
  }
}
