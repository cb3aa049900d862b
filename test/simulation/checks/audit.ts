import type { Intent } from '../../../src/model/ledger/journal.ts';
import type { LedgerState } from '../../../src/model/ledger/ledger.ts';
import type { Address } from '../../../src/model/workspace/address.ts';
import type { State } from '../../model/service/objects.ts';
import type { Files } from '../world/files.ts';
import type { Machine } from '../world/machine.ts';
import type { Process } from '../world/process.ts';
import type { Request, Service } from '../world/service.ts';

/** The names of docs: `shared/APPLY.md`, section 7. */
export type Invariant = `I${number}`;

export interface Violation {
  readonly invariant: Invariant;
  readonly message: string;
}

/** One run of the program, as the checks see it. */
export interface Run {
  readonly process: Process;
  readonly verb: string;
  readonly files: Files;
  /** The declared specs when it started, by address. */
  readonly wanted: ReadonlyMap<Address, Readonly<Record<string, unknown>>>;
  /** The ledger under its lock; undefined before it has it. */
  state: () => LedgerState | undefined;
  lockedAt: number | undefined;
  /** What was live when it got the lock. */
  began: State | undefined;
  /** Whether it has the lock and has not begun to give it back. */
  holds: boolean;
  /** The nonces of its durable intents, by address. */
  readonly ops: Map<Address, string>;
  /** The nonces in doubt when it took the lock. */
  doubts: ReadonlySet<string>;
  /** Changes of the disk when it started. */
  readonly changes: number;
}

/** What the checks know of a world, and the violations that they found. */
export interface Audit {
  readonly machine: Machine;
  readonly service: Service;
  readonly runs: Run[];
  /** The write requests with the address of their step. */
  readonly addressOf: Map<Request, Address>;
  /** What the program was told to be durable, by environment. */
  readonly durable: Map<string, Durable>;
  readonly violations: Violation[];
  readonly fail: (invariant: Invariant, message: string) => void;
}

/** What must be found in the store after anything but an operator's mistake. */
export interface Durable {
  /** By id, the address of objects whose creation is recorded. */
  readonly created: Map<string, Address>;
  /** By nonce, the intents without an ending. */
  readonly open: Map<string, Intent>;
  serial: number;
  fence: number;
}

export function openAudit(machine: Machine, service: Service): Audit {
  const violations: Violation[] = [];
  return {
    machine,
    service,
    runs: [],
    addressOf: new Map(),
    durable: new Map(),
    violations,
    fail: (invariant, message) => {
      if (violations.some((each) => each.invariant === invariant && each.message === message)) return;
      machine.say('CHECK', `${invariant} VIOLATED: ${message}`);
      violations.push({ invariant, message });
    },
  };
}

/** Whether an operator deleted the lock of a run of this environment that was still going on. */
export function wasUnlocked({ runs }: Audit, environment: string): boolean {
  return runs.some(({ process }) => process.environment === environment && process.wasUnlocked);
}
