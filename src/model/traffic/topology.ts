import type { KindName } from '../../kinds/kind.ts';
import type { Address } from '../workspace.ts';

/** What a node stands for: a kind of ours, or something that the API refers to but cannot create. */
export type TopologyRole = KindName | 'https-edge' | 'backend' | 'ip-policy' | 'certificate-authority';

/** What becomes of a node or a link. `waiting`: it differs, and this plan does nothing about it (held or blocked). */
export type TopologyChange = 'same' | 'added' | 'changed' | 'removed' | 'waiting';

export interface TopologyNode {
  /** Unique in its topology: the address where it has one. */
  readonly id: string;
  readonly role: TopologyRole;
  /** What it is called: its name, or the raw id where no one named it. */
  readonly title: string;
  /** What it serves: a url, hostports, `path_prefix /checkout`. */
  readonly detail?: string;
  /** Of what we manage. */
  readonly address?: Address;
  readonly change: TopologyChange;
  /** Something refers to it, or the ledger knows it, and it is not there. */
  readonly isDangling: boolean;
}

export interface TopologyLink {
  /** Ids of nodes, in the direction of the traffic. */
  readonly from: string;
  readonly to: string;
  /** The field that makes it: `edge_id`, `backend`, `ip_restriction`, `mutual_tls`, `traffic_policy`. */
  readonly through: string;
  readonly change: 'same' | 'added' | 'removed';
}

/** Who hands traffic to whom, and whom they ask: edges to routes to backends and policies. Sorted by id. */
export interface Topology {
  readonly nodes: readonly TopologyNode[];
  readonly links: readonly TopologyLink[];
}
