import type { Live } from '../model/live.ts';
import type { Secret } from '../model/secret.ts';
import type { Json } from '../model/value.ts';
import type { Address } from '../model/workspace.ts';
import { nameOf } from './name-of.ts';
import { writtenSpec } from './written-spec.ts';

export interface PullRequest {
  readonly objects: readonly Live[];
  readonly environment: string;
  /** Only these environments get the resource; undefined when the workspace has one environment. */
  readonly isOnlyEnvironment: boolean;
  /** The addresses that exist. */
  readonly taken: ReadonlySet<Address>;
  /** Name in `ids` by id. */
  readonly namesOfIds: ReadonlyMap<string, string>;
  readonly print: (value: Json) => string;
}

export interface Pulled {
  readonly address: Address;
  /** Relative to the workspace's root. */
  readonly file: string;
  readonly text: string;
  /** What stands behind `adopt:` for it: an id, or edge_id/route_id. */
  readonly adopt: string;
  readonly secrets: ReadonlyMap<string, Secret | undefined>;
}

/** Live objects as resource files, every field written out, and the `adopt:` entries that take them over. */
export function pull(request: PullRequest): readonly Pulled[] {
  const taken = new Set(request.taken);
  const objects = [...request.objects].sort((a, b) => (a.kind + a.id < b.kind + b.id ? -1 : 1));
  return objects.map((live) => {
    const name = nameOf(live, taken);
    const { spec, secrets } = writtenSpec(live, name, request.namesOfIds);
    const document = {
      kind: live.kind,
      name,
      ...(request.isOnlyEnvironment ? {} : { environments: [request.environment] }),
      spec,
    };
    return {
      address: `${live.kind}/${name}`,
      file: `resources/${live.kind}/${name}.yaml`,
      text: request.print(document),
      adopt: live.edge_id === undefined ? live.id : `${live.edge_id}/${live.id}`,
      secrets,
    };
  });
}
