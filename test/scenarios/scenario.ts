/** A scenario file. */
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
  readonly fault?: readonly string[];
  readonly maskSecrets?: 'masked' | 'empty';
}

/** One of: a command with what it must print; an edit; a change from outside; a file written or removed. */
export interface ScenarioStep {
  /** Arguments of the command line, split at spaces; quotes hold words together. */
  readonly run?: string;
  readonly stdin?: string;
  /** For this step only. */
  readonly env?: Readonly<Record<string, string>>;
  readonly exit?: number;
  readonly stdout?: string;
  readonly stderr?: string;
  /** What a file holds after the step, or null when it must not be there. */
  readonly after?: Readonly<Record<string, string | null>>;
  /** Replaces the first `before` by `after` in a file. */
  readonly edit?: { readonly file: string; readonly before: string; readonly after: string };
  readonly write?: Readonly<Record<string, string>>;
  readonly remove?: readonly string[];
  /** Makes a folder or file unusable, then usable again: `chmod: { '.edgewright': '555' }`. */
  readonly chmod?: Readonly<Record<string, string>>;
  /** What somebody did in the dashboard: the object of an address in the ledger changed or removed. */
  readonly outside?: {
    readonly address: string;
    readonly change?: Readonly<Record<string, unknown>>;
    readonly remove?: true;
  };
}
