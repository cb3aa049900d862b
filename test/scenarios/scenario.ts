import type { SecretEcho } from '../../src/server/objects/secret-echo.ts';

/** A scenario file: what lies on disk, which API answers, and what a person does, step by step. */
export interface Scenario {
  /** What it shows, in a sentence. */
  readonly title: string;
  /** A folder of the repository that is copied into the scenario's own folder first, such as examples/minimal. */
  readonly copy?: string;
  /** Files by path, text as it is. */
  readonly files?: Readonly<Record<string, string>>;
  /** Starts the local API; its address and token are in the environment of every step. */
  readonly api?: ApiSetting;
  readonly env?: Readonly<Record<string, string>>;
  readonly steps: readonly ScenarioStep[];
}

export interface ApiSetting {
  readonly token?: string;
  /** Path of a fixture in the scenario's folder. */
  readonly fixture?: string;
  /** How secrets read back; in clear when left out. */
  readonly secrets?: SecretEcho;
  /** A field that is absent from an update is reset. */
  readonly patchReplaces?: true;
}

/**
 * First the changes, in the order below, then the command. Ids are written as the recorded texts show them: `ep_<1>` is
 * the first endpoint that was seen.
 */
export interface ScenarioStep {
  readonly remove?: readonly string[];
  /** Replaces the first `before` by `after` in a file. */
  readonly edit?: { readonly file: string; readonly before: string; readonly after: string };
  readonly write?: Readonly<Record<string, string>>;
  /** What is no plain text file, by path. */
  readonly place?: Readonly<Record<string, Placed>>;
  /** Arguments of git, run in the scenario's folder: `init`, `add resources/a.yaml`, `commit -m first`. */
  readonly git?: readonly string[];
  /** What somebody did in the dashboard. */
  readonly outside?: Outside;
  /** What the API answers in this step instead of what the local API would; the first that fits. */
  readonly api?: readonly ScriptedAnswer[];

  /** Arguments of the command line, split at spaces; quotes hold words together. */
  readonly run?: string;
  /** The step happens so many seconds after the first; all at the same moment where left out. */
  readonly later?: number;
  /** For this step only. */
  readonly env?: Readonly<Record<string, string>>;
  /** What comes in on standard input. */
  readonly stdin?: string;
  /** Somebody sits at the terminal, and answers what is asked with this. */
  readonly types?: string;
  /** Nobody sits at the terminal. Else somebody says yes, or `types`. */
  readonly unattended?: boolean;
  /** SIGINT comes when stdout has said this, and after the requests below have been answered. */
  readonly interrupt?: string;
  /** Sent to the address that stdout named: `GET /endpoints`, `POST /endpoints {"url": "…"}`. */
  readonly requests?: readonly string[];
  /** Runs the built executable as a process that can write no file beyond so many KiB: a full disk. */
  readonly largestFile?: number;
  /** Only so many lines of stdout are looked at. */
  readonly head?: number;

  /** Expected; 0 when left out. */
  readonly exit?: number;
  /** Expected; nothing when left out. */
  readonly stdout?: string;
  readonly stderr?: string;
  readonly responses?: readonly string[];
  /** What a file holds after the step, which names a folder holds, or null when nothing is there. */
  readonly after?: Readonly<Record<string, string | readonly string[] | null>>;
}

export type Placed =
  | { readonly link: string }
  | { readonly base64: string }
  /** The text so many times. */
  | { readonly repeat: string; readonly times: number }
  | 'folder'
  | 'fifo';

export type Outside =
  /** The object of an address in the ledger. */
  | { readonly address: string; readonly change: Readonly<Record<string, unknown>> }
  | { readonly address: string; readonly remove: true }
  /** An object that the ledger does not know; the first endpoint of a scenario is `ep_<1>` from then on. */
  | { readonly add: string; readonly spec: Readonly<Record<string, unknown>> };

export interface ScriptedAnswer {
  /** Method and path, `*` for any text: `GET /endpoints/*`. */
  readonly on: string;
  /** Only the first so many requests; after that the local API answers. */
  readonly times?: number;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON. */
  readonly body?: unknown;
  /** `before`: the connection is cut and nothing happens. `after`: the local API does it, and the answer is lost. */
  readonly cut?: 'before' | 'after';
}
