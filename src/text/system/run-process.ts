import { isJsonMap } from '../json/json-access.ts';
import type { Json } from '../../model/value.ts';

/**
 * This process on this machine, as the holder of a lock. Values that cannot be determined are `unknown`, which never
 * equals itself.
 */
export interface ProcessHost {
  readonly pid: number;
  readonly host: string;
  /** Differs between boots of the machine and between process namespaces. */
  readonly boot: string;
  /** The start time of a process on this host, in the system's format; undefined if it has ended. */
  readonly startOf: (pid: number) => Promise<string | undefined>;
}

export const unknown = 'unknown';

/** The process of a run, as its lock stores it, so that its machine can tell later whether it still runs. */
export interface RunProcess {
  readonly pid: number;
  readonly boot: string;
  /** The start time of the process, in the system's format. */
  readonly started: string;
}

export async function thisProcess({ pid, boot, startOf }: ProcessHost): Promise<RunProcess> {
  return { pid, boot, started: (await startOf(pid)) ?? unknown };
}

/**
 * Whether a process still runs: false only if it cannot be running, since it was one of this machine and this boot and
 * is gone, or its number belongs to a different one. Undefined for a process of elsewhere. Times are not compared.
 */
export async function isRunning(
  { pid, boot, started, host }: RunProcess & { readonly host: string },
  here: ProcessHost,
): Promise<boolean | undefined> {
  if (host !== here.host || boot !== here.boot || here.boot === unknown) return undefined;
  const now = await here.startOf(pid);
  if (now === undefined) return false;
  return now === unknown || started === unknown || now === started;
}

/** Undefined for anything else. */
export function processIn(value: Json | undefined): RunProcess | undefined {
  if (!isJsonMap(value)) return undefined;
  const { pid, boot, started } = value;
  return Number.isSafeInteger(pid) && typeof boot === 'string' && typeof started === 'string'
    ? (value as unknown as RunProcess)
    : undefined;
}
