import type { Approval } from '../model/workspace/workspace-document.ts';
import type { SafetySettings } from '../model/workspace/settings.ts';

/** The settings of `safety` whose number a plan must not exceed. A new setting is one of these, or this file fails. */
export type Limit = Exclude<keyof SafetySettings, 'protect'>;

const limits: Readonly<Record<Limit, true>> = { max_deletes: true, max_changed_percent: true };

/** How the settings of one side let more happen than those of another. */
export interface WeakerSafety {
  /** The limits that are higher. */
  readonly raised: readonly Limit[];
  /** The patterns of `protect` that are gone. */
  readonly unprotected: readonly string[];
}

export function weakerSafety(now: SafetySettings, before: SafetySettings): WeakerSafety {
  const kept = new Set(now.protect);
  return {
    raised: (Object.keys(limits) as Limit[]).filter((limit) => now[limit] > before[limit]),
    unprotected: before.protect.filter((pattern) => !kept.has(pattern)),
  };
}

/** Approvals with the same key allow the same. */
export function approvalKey({
  allow,
  address,
  environment,
  change,
}: Pick<Approval, 'allow' | 'address' | 'environment' | 'change'>): string {
  return JSON.stringify([allow, address, environment ?? null, change]);
}
