import type { KindName } from '../../kinds/kind.ts';
import type { Address } from '../workspace/address.ts';

/** The type of a node: one of our kinds, or an object that the API refers to but cannot create. */
export type TopologyRole = KindName | 'https-edge' | 'backend' | 'ip-policy' | 'certificate-authority';

/** The change of a node or link. `waiting`: it differs, and this plan does not change it (drift or blocked). */
export type TopologyChange = 'same' | 'added' | 'changed' | 'removed' | 'waiting';

export interface TopologyNode {
  /** Unique in its topology: the address if there is one. */
  readonly id: string;
  readonly role: TopologyRole;
  /** The name, or the raw id if it has no name. */
  readonly title: string;
  /** The served URLs: a url, hostports, `path_prefix /checkout`. */
  readonly detail?: string;
  /** Set for managed resources. */
  readonly address?: Address;
  readonly change: TopologyChange;
  /** True if something refers to it, or the ledger has it, but it does not exist. */
  readonly isDangling: boolean;
  /** Set for a URL that the settings declare as served by something else, such as an agent. */
  readonly isElsewhere?: true;
}

export interface TopologyLink {
  /** Ids of nodes, in the direction of the traffic. */
  readonly from: string;
  readonly to: string;
  /** The field of the reference: `edge_id`, `backend`, `ip_restriction`, `mutual_tls`, `traffic_policy`. */
  readonly through: string;
  readonly change: 'same' | 'added' | 'removed';
}

/** The traffic between resources and the policies they use: edges to routes to backends and policies. Sorted by id. */
export interface Topology {
  readonly nodes: readonly TopologyNode[];
  readonly links: readonly TopologyLink[];
}
