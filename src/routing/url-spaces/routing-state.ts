import type { Edges } from '../edges.ts';
import type { TrafficServer } from '../traffic-server.ts';

/** One object before and after its change. `before` is absent for a create, `after` for a delete. */
export interface ObjectChange {
  readonly before?: TrafficServer;
  readonly after?: TrafficServer;
}

/** The objects that stay as they are, and those that change. */
export interface RoutingState {
  readonly still: readonly TrafficServer[];
  readonly changes: readonly ObjectChange[];
  readonly edges: Edges;
}
